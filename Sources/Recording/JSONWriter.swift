import TransportSecurity

/// Writes JSON (RFC 8259) into a buffer, without Foundation, one event after the other.
///
/// Names and values are written in the order of the calls; commas are set by themselves. The writer does not check
/// that what is opened is closed: that is the caller's to get right, and `object` and `array` do.
public struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    private var needsComma = false
    private var clock = ClockText()

    /// A writer with nothing written, and room for that many bytes.
    public init(reserving capacity: Int = 0) {
        buffer = ByteBuffer(reserving: capacity)
    }

    /// What was written so far, UTF-8.
    public var bytes: [UInt8] {
        buffer.withBytes { Array($0) }
    }

    /// The same, without a copy, for as long as the closure runs.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        buffer.withBytes(body)
    }

    /// Forgets what was written, and keeps the room for it, unless that is much.
    public mutating func removeAll() {
        buffer.removeAll(keepingAtMost: 64 * 1024)
        needsComma = false
    }

    /// Writes `{}` around what the closure writes.
    @inline(__always)
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes `[]` around what the closure writes.
    @inline(__always)
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the next value; the name is ours, plain ASCII without quotes and backslashes.
    public mutating func name(_ name: StaticString) {
        let (comma, length) = (needsComma ? 1 : 0, name.utf8CodeUnitCount)
        buffer.append(atMost: length + 4) { room in
            room[0] = UInt8(ascii: ",")
            room[comma] = UInt8(ascii: "\"")
            (room + comma + 1).update(from: name.utf8Start, count: length)
            room[comma + length + 1] = UInt8(ascii: "\"")
            room[comma + length + 2] = UInt8(ascii: ":")
            return comma + length + 3
        }
        needsComma = false
    }

    /// Writes the name of the next value, escaped as a string is.
    public mutating func name(_ name: String) {
        string(name)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a name and its value.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a string, escaped so that it is harmless to whoever shows the line.
    public mutating func string(_ text: String) {
        separate()
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { JSONEscape.append($0, to: &buffer) }
        // A string that came from Objective-C.
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { JSONEscape.append($0, to: &buffer) } }
    }

    /// Writes raw bytes as a string; what is no UTF-8 becomes U+FFFD.
    public mutating func string(utf8: [UInt8]) {
        separate()
        utf8.withUnsafeBufferPointer { JSONEscape.append($0, to: &buffer) }
    }

    /// Writes bytes as a string in base64 (RFC 4648 §4).
    public mutating func base64(_ value: [UInt8]) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        Base64.append(value, to: &buffer)
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a point in time as RFC 3339 has it, in UTC with milliseconds.
    public mutating func time(_ instant: Instant) {
        separate()
        clock.append(instant, to: &buffer)
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int64) {
        separate()
        buffer.append(atMost: 20) { room in
            var digits = 1
            var (rest, sign) = (value.magnitude / 10, 0)
            while rest > 0 { (rest, digits) = (rest / 10, digits + 1) }
            if value < 0 { (room[0], sign) = (UInt8(ascii: "-"), 1) }
            rest = value.magnitude
            for position in (sign..<(sign + digits)).reversed() {
                room[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return sign + digits
        }
    }

    /// Writes a value that was written before.
    mutating func rendered(_ value: [UInt8]) {
        separate()
        value.withUnsafeBufferPointer { buffer.append($0) }
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        literal("null")
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { buffer.append($0) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    /// Sets the comma that stands before anything but the first of an object or array and the value of a name.
    private mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
