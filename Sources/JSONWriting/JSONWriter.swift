import TransportSecurity

/// Writes JSON (RFC 8259) into a buffer, without Foundation, one event after the other.
///
/// Names and values are written in the order of the calls; commas are set by themselves, behind each value, and taken
/// back where an object or an array ends. The writer does not check that what is opened is closed: that is the caller's
/// to get right, and `object` and `array` do.
public struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    private var clock = ClockText()

    /// A writer with nothing written, and room for that many bytes.
    public init(reserving capacity: Int = 0) {
        buffer = ByteBuffer(reserving: capacity)
    }

    /// What was written so far, UTF-8.
    public var bytes: [UInt8] {
        // The last is the comma behind it.
        buffer.withBytes { Array($0.dropLast()) }
    }

    /// Ends the line that was written and gives it to the closure, which is not to keep it.
    public mutating func withLine(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        buffer.replaceLast(with: 0x0A)
        buffer.withBytes(body)
    }

    /// Forgets what was written, and keeps the room for it, unless that is much.
    public mutating func removeAll() {
        buffer.removeAll(keepingAtMost: 64 * 1024)
    }

    /// Writes `{}` around what the closure writes.
    @inline(__always)
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes `[]` around what the closure writes.
    @inline(__always)
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the next value; the name is ours, plain ASCII without quotes and backslashes.
    @inline(__always)
    public mutating func name(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        buffer.append(atMost: length + 3) { room in
            room[0] = UInt8(ascii: "\"")
            (room + 1).update(from: name.utf8Start, count: length)
            room[length + 1] = UInt8(ascii: "\"")
            room[length + 2] = UInt8(ascii: ":")
            return length + 3
        }
    }

    /// Writes the name of the next value, escaped as a string is.
    public mutating func name(_ name: String) {
        string(name)
        buffer.replaceLast(with: UInt8(ascii: ":"))
    }

    /// Writes a name and its value.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a string, escaped so that the line is safe to show.
    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { JSONEscape.append($0, end: Self.comma, to: &buffer) }
    }

    /// Writes raw bytes as a string; what is no UTF-8 becomes U+FFFD.
    public mutating func string(utf8: ArraySlice<UInt8>) {
        utf8.withUnsafeBufferPointer { JSONEscape.append($0, end: Self.comma, to: &buffer) }
    }

    /// Writes a string of ours that needs no escape: plain ASCII without quotes and backslashes.
    public mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { text in
            plain(atMost: text.count) { room in
                if let first = text.baseAddress { room.update(from: first, count: text.count) }
                return text.count
            }
        }
    }

    /// The same, where the closure writes the string into the room that it is given, at most so many bytes; it returns
    /// how many.
    @inline(__always)
    public mutating func plain(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        buffer.append(atMost: most + 3) { room in
            room[0] = UInt8(ascii: "\"")
            let end = 1 + write(room + 1)
            room[end] = UInt8(ascii: "\"")
            room[end + 1] = Self.comma
            return end + 2
        }
    }

    /// Writes bytes as a string in base64 (RFC 4648 §4).
    public mutating func base64(_ value: [UInt8]) {
        plain(Base64.encode(value))
    }

    /// Writes a point in time as RFC 3339 has it, in UTC with milliseconds.
    public mutating func time(_ instant: Instant) {
        clock.append(instant, end: Self.comma, to: &buffer)
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int64) {
        buffer.append(atMost: 21) { room in
            room[0] = UInt8(ascii: "-")
            let sign = value < 0 ? 1 : 0
            let end = sign + (room + sign).write(decimal: value.magnitude)
            room[end] = Self.comma
            return end + 1
        }
    }

    /// Writes a value that was written before.
    public mutating func rendered(_ value: [UInt8]) {
        value.withUnsafeBufferPointer { value in
            buffer.append(atMost: value.count + 1) { room in
                if let first = value.baseAddress { room.update(from: first, count: value.count) }
                room[value.count] = Self.comma
                return value.count + 1
            }
        }
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ value: Bool) {
        if value { literal("true,") } else { literal("false,") }
    }

    /// Writes `null`.
    public mutating func null() {
        literal("null,")
    }

    @inline(__always)
    private mutating func literal(_ text: StaticString) {
        buffer.append(atMost: text.utf8CodeUnitCount) { room in
            room.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
            return text.utf8CodeUnitCount
        }
    }

    private mutating func close(_ bracket: UInt8) {
        if buffer.last == Self.comma { buffer.replaceLast(with: bracket) } else { buffer.append(bracket) }
        buffer.append(Self.comma)
    }

    private static let comma = UInt8(ascii: ",")
}
