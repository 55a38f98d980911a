import TransportSecurity

/// Writes times. Many events fall into one second, and share all but the milliseconds of it.
struct ClockText {
    private var second: Int64?
    private var text: [UInt8] = []

    /// Appends that time in quotes, as RFC 3339 has it, in UTC with milliseconds, and that byte behind it.
    mutating func append(_ instant: Instant, end: UInt8, to bytes: inout ByteBuffer) {
        let seconds = instant.seconds
        if second != seconds {
            second = seconds
            text = Array("\"\(instant)\"".utf8) + [end]
        }
        let milliseconds = UInt64(bitPattern: instant.milliseconds - seconds * 1000)
        text.withUnsafeBufferPointer { text in
            bytes.append(atMost: text.count) { room in
                if let first = text.baseAddress { room.update(from: first, count: text.count) }
                // `.123Z",`
                let fraction = room + (text.count - 6)
                for (index, weight) in ([100, 10, 1] as [UInt64]).enumerated() {
                    fraction[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / weight % 10)
                }
                return text.count
            }
        }
    }
}
