/// Writes JSON (RFC 8259) into a buffer, without Foundation, one event after the other.
///
/// Names and values are written in the order of the calls; commas are set by themselves. The writer does not check
/// that what is opened is closed: that is the caller's to get right, and `object` and `array` do.
public struct JSONWriter: Sendable {
    /// What was written so far, UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer with nothing written, and room for that many bytes.
    public init(reserving capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Forgets what was written, and keeps the room for it, unless that is much.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
        needsComma = false
    }

    /// Writes `{}` around what the closure writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes `[]` around what the closure writes.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the next value; the name is ours, plain ASCII without quotes and backslashes.
    public mutating func name(_ name: StaticString) {
        // Room for all of it at once is cheaper than four times for a part.
        name.withUTF8Buffer { name in
            bytes.append(addingCapacity: name.count + 4) { span in
                if needsComma { span.append(UInt8(ascii: ",")) }
                span.append(UInt8(ascii: "\""))
                for byte in name { span.append(byte) }
                span.append(UInt8(ascii: "\""))
                span.append(UInt8(ascii: ":"))
            }
        }
        needsComma = false
    }

    /// Writes the name of the next value, escaped as a string is.
    public mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
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
        var text = text
        text.withUTF8 { utf8 in JSONEscape.append(utf8, to: &bytes) }
    }

    /// Writes raw bytes as a string; what is no UTF-8 becomes U+FFFD.
    public mutating func string(utf8: [UInt8]) {
        separate()
        utf8.withUnsafeBufferPointer { JSONEscape.append($0, to: &bytes) }
    }

    /// Writes bytes as a string in base64 (RFC 4648 §4).
    public mutating func base64(_ value: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        Base64.append(value, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
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
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Sets the comma that stands before anything but the first of an object or array and the value of a name.
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
