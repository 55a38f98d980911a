/// The fields of a head, in their original order and spelling (RFC 9110 §5).
///
/// One array holds all bytes, and a field is two ranges in this array. Reading a head allocates two arrays, whatever
/// the number of fields.
public struct Fields: Sendable {
    /// The bytes in which names and values are.
    public let bytes: [UInt8]
    private let entries: [Entry]
    /// The bit set of the known names that are present.
    private let names: UInt32

    /// Creates a value without fields.
    public init() {
        self.init([], in: [])
    }

    /// Creates the fields whose names and values are in these ranges of `bytes`.
    init(_ entries: [Entry], in bytes: [UInt8]) {
        self.bytes = bytes
        self.entries = entries
        names = entries.reduce(0) { $0 | ($1.known?.bit ?? 0) }
    }

    /// The ranges of the name and the value of one field line.
    struct Entry: Sendable {
        var known: FieldName?
        var nameStart: UInt32
        var nameEnd: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32
    }

    /// The number of field lines.
    public var count: Int { entries.count }

    /// Name and value of a field line, in their original spelling.
    public subscript(index: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        (name(at: index), value(at: index))
    }

    /// The value of the first field with a name, in any case. For names that the proxy does not act on.
    public func first(_ name: String) -> ArraySlice<UInt8>? {
        let wanted = Array(name.utf8)[...]
        return entries.indices.first { self.name(at: $0).equals(ignoringCase: wanted) }.map(value(at:))
    }
}

extension Fields {
    /// The values of all fields with a name, in any case. For names that the proxy does not act on.
    public func all(_ name: String) -> [ArraySlice<UInt8>] {
        let wanted = Array(name.utf8)[...]
        return entries.indices.filter { self.name(at: $0).equals(ignoringCase: wanted) }.map(value(at:))
    }

    /// Whether there is a field with a name.
    public func has(_ name: FieldName) -> Bool { names & name.bit != 0 }

    /// The value of the first field with a name.
    public func first(_ name: FieldName) -> ArraySlice<UInt8>? {
        guard has(name) else { return nil }
        return entries.firstIndex { $0.known == name }.map(value(at:))
    }

    /// The number of field lines with a name.
    public func count(of name: FieldName) -> Int {
        guard has(name) else { return 0 }
        return entries.reduce(0) { $0 + ($1.known == name ? 1 : 0) }
    }

    /// The known name of a field line; `nil` for any other name.
    public func known(at index: Int) -> FieldName? { entries[index].known }

    /// The name of a field line, in its original spelling.
    public func name(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(entries[index].nameStart)..<Int(entries[index].nameEnd)]
    }

    /// The value of a field line, without blanks around it.
    public func value(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(entries[index].valueStart)..<Int(entries[index].valueEnd)]
    }

    /// Appends a field line with one space behind its colon.
    public func appendLine(at index: Int, to head: inout [UInt8]) {
        let entry = entries[index]
        let (name, value) = (Int(entry.nameStart)..<Int(entry.nameEnd), Int(entry.valueStart)..<Int(entry.valueEnd))
        if value.lowerBound == name.upperBound + 2, bytes[name.upperBound + 1] == 0x20,
            bytes[value.upperBound] == .carriageReturn
        {
            // Nearly every line has this form already, and is copied in one piece with its CRLF.
            head.append(contentsOf: bytes[name.lowerBound..<value.upperBound + 2])
        } else {
            head.append(field: bytes[name], value: bytes[value])
        }
    }

    /// Calls `body` with each member of the comma-separated list in all lines with a name (RFC 9110 §5.6.1). Empty
    /// members are skipped. Not for lists whose members may be quoted.
    public func forEachMember(of name: FieldName, _ body: (ArraySlice<UInt8>) -> Void) {
        guard has(name) else { return }
        for index in entries.indices where entries[index].known == name {
            var rest = value(at: index)
            while !rest.isEmpty {
                let member = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[member.endIndex...].dropFirst()
                let trimmed = member.trimmed
                if !trimmed.isEmpty { body(trimmed) }
            }
        }
    }
}

extension Fields.Entry {
    /// Reads `field-line` (RFC 9112 §5) without its CRLF. `nil` for an empty name, a blank before the colon or at the
    /// start (obs-fold), or a control character.
    init?(line: Range<Int>, in bytes: [UInt8]) {
        guard let (name, value) = bytes.withUnsafeBufferPointer({ Self.read(line, in: $0) }) else { return nil }
        known = FieldName(bytes[name])
        nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
        nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
        valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
        valueEnd = UInt32(truncatingIfNeeded: value.upperBound)
    }

    private static func read(
        _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> (name: Range<Int>, value: Range<Int>)? {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon].isTokenCharacter { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else { return nil }
        var start = colon + 1
        var end = line.upperBound
        while start < end, bytes[start].isBlank { start += 1 }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        for index in start..<end where !bytes[index].isFieldContent { return nil }
        return (line.lowerBound..<colon, start..<end)
    }
}
