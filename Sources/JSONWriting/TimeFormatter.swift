import TransportSecurity

/// A formatter of times in the form of RFC 3339, such as `2026-11-28T09:15:00.123Z`.
///
/// Many events have times in the same second. The text of the last time is therefore kept, and only its milliseconds
/// are replaced.
struct TimeFormatter {
    /// The second of the last time, since 1970; nil before the first time.
    private var second: Int64?
    /// The last time in quotes and the byte after it, such as `"2026-11-28T09:15:00.123Z",`.
    private var text: [UInt8] = []

    /// Appends a time in quotes, in the form of RFC 3339, in UTC and with milliseconds, and the byte `end` after it.
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
                // The last six bytes, `123Z",`.
                let fraction = room + (text.count - 6)
                for (index, weight) in ([100, 10, 1] as [UInt64]).enumerated() {
                    fraction[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / weight % 10)
                }
                return text.count
            }
        }
    }
}
