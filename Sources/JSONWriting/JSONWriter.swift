import TransportSecurity

/// A writer of JSON (RFC 8259) into a buffer that can be used for one event after another.
///
/// Names and values appear in the order of the calls:
///
///     json.object { json in
///         json.member("event", "lost")
///         json.member("count", 3)
///     }
///     // {"event":"lost","count":3}
///
/// A comma is written after each value. The end of an object or array replaces the last comma.
///
/// The small functions are inlinable, because other modules write the events of a load. Without inlining, a CONNECT
/// takes an eighth more of the program's own instructions.
public struct JSONWriter: ~Copyable {
    @usableFromInline var buffer: ByteBuffer
    private var timeFormatter = TimeFormatter()

    /// Creates a writer with room for `capacity` bytes.
    public init(reserving capacity: Int = 0) {
        buffer = ByteBuffer(reserving: capacity)
    }

    /// The JSON that was written so far, in UTF-8.
    public var bytes: [UInt8] {
        // The last byte is a comma.
        buffer.withBytes { Array($0.dropLast()) }
    }

    /// Ends the line and calls the closure with it. The bytes are valid only during the call.
    public mutating func withLine(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        buffer.replaceLast(with: 0x0A)
        buffer.withBytes(body)
    }

    /// Removes everything that was written. Memory of up to 64 KiB is kept.
    public mutating func removeAll() {
        buffer.removeAll(keepingAtMost: 64 * 1024)
    }

    /// Writes an object with the members that the closure writes.
    @inlinable @inline(__always)
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array of the values that the closure writes.
    @inlinable @inline(__always)
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the next value. The name must be ASCII without control characters, quotes and backslashes.
    @inlinable @inline(__always)
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

    /// Writes the name of the next value, escaped like a string.
    public mutating func name(_ name: String) {
        string(name)
        buffer.replaceLast(with: UInt8(ascii: ":"))
    }

    /// Writes a name and its value.
    @inlinable @inline(__always)
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a string, escaped so that the line is safe to show.
    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { JSONEscape.append($0, end: Self.comma, to: &buffer) }
    }

    /// Writes bytes as a string. Malformed UTF-8 becomes U+FFFD.
    public mutating func string(utf8: ArraySlice<UInt8>) {
        utf8.withUnsafeBufferPointer { JSONEscape.append($0, end: Self.comma, to: &buffer) }
    }

    /// Writes a string that needs no escapes: ASCII without control characters, quotes and backslashes.
    public mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { text in
            plain(atMost: text.count) { room in
                if let first = text.baseAddress { room.update(from: first, count: text.count) }
                return text.count
            }
        }
    }

    /// Writes a string that needs no escapes. The closure writes its bytes, at most `most`, at the given pointer and
    /// returns their number.
    @inlinable @inline(__always)
    public mutating func plain(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        buffer.append(atMost: most + 3) { room in
            room[0] = UInt8(ascii: "\"")
            let end = 1 + write(room + 1)
            room[end] = UInt8(ascii: "\"")
            room[end + 1] = Self.comma
            return end + 2
        }
    }

    /// Writes bytes as a string in Base64 (RFC 4648 §4).
    public mutating func base64(_ value: [UInt8]) {
        plain(Base64.encode(value))
    }

    /// Writes a time in the form of RFC 3339, in UTC and with milliseconds.
    public mutating func time(_ instant: Instant) {
        timeFormatter.append(instant, end: Self.comma, to: &buffer)
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int64) {
        // At most 20 characters and the comma.
        buffer.append(atMost: 21) { room in
            // The first digit of a number that is not negative replaces the sign.
            room[0] = UInt8(ascii: "-")
            let sign = value < 0 ? 1 : 0
            let end = sign + (room + sign).write(decimal: value.magnitude)
            room[end] = Self.comma
            return end + 1
        }
    }

    /// Writes a value that is already JSON.
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
    @inlinable
    public mutating func boolean(_ value: Bool) {
        if value { literal("true,") } else { literal("false,") }
    }

    /// Writes `null`.
    @inlinable
    public mutating func null() {
        literal("null,")
    }

    /// Writes a text as it is, with the comma at its end.
    @inlinable @inline(__always)
    mutating func literal(_ text: StaticString) {
        buffer.append(atMost: text.utf8CodeUnitCount) { room in
            room.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
            return text.utf8CodeUnitCount
        }
    }

    /// Ends an object or array. The comma after its last value becomes the bracket.
    @usableFromInline
    mutating func close(_ bracket: UInt8) {
        if buffer.last == Self.comma { buffer.replaceLast(with: bracket) } else { buffer.append(bracket) }
        buffer.append(Self.comma)
    }

    @inlinable
    static var comma: UInt8 { UInt8(ascii: ",") }
}
