import TransportSecurity

/// Writes times. Many events fall into one second, and share all but the milliseconds of it.
struct ClockText {
    private var second: Int64?
    private var text: [UInt8] = []

    /// Appends that time in quotes, as RFC 3339 has it, in UTC with milliseconds.
    mutating func append(_ instant: Instant, to bytes: inout ByteBuffer) {
        if second != instant.seconds {
            second = instant.seconds
            text = Array("\"\(instant)\"".utf8)
        }
        let milliseconds = instant.milliseconds - instant.seconds * 1000
        let text = text
        text.withUnsafeBufferPointer { text in
            bytes.append(atMost: text.count) { room in
                for (index, byte) in text.enumerated() { room[index] = byte }
                // `.123Z"`
                let fraction = room + (text.count - 5)
                for (index, weight) in [100, 10, 1].enumerated() {
                    fraction[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / Int64(weight) % 10)
                }
                return text.count
            }
        }
    }
}
