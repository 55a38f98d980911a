/// The fields of a head, in the order and spelling in which they came (RFC 9110 §5).
///
/// One array holds all bytes, and a field is two ranges in it: reading a head allocates two arrays, however many
/// fields it has.
public struct Fields: Sendable {
    private(set) var bytes: [UInt8]
    private var entries: [Entry]

    /// No fields.
    public init() {
        bytes = []
        entries = []
    }

    /// The fields at these places in those bytes.
    init(_ entries: [Entry], in bytes: [UInt8]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// Where one field line has its name and its value.
    struct Entry: Sendable {
        var known: FieldName?
        var nameStart: UInt32
        var nameEnd: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32
    }

    /// How many field lines there are.
    public var count: Int { entries.count }

    /// Name and value of the field line at that place, as spelled.
    public subscript(index: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        (name(at: index), value(at: index))
    }

    /// The value of the first field of that name, in any case; for names that the proxy does not act upon.
    public func first(_ name: String) -> ArraySlice<UInt8>? {
        let wanted = Array(name.utf8)[...]
        return entries.indices.first { self.name(at: $0).equals(ignoringCase: wanted) }.map(value(at:))
    }
}

extension Fields {
    /// The value of the first field of that name.
    func first(_ name: FieldName) -> ArraySlice<UInt8>? {
        entries.firstIndex { $0.known == name }.map(value(at:))
    }

    /// How many field lines have that name.
    func count(of name: FieldName) -> Int {
        entries.reduce(0) { $0 + ($1.known == name ? 1 : 0) }
    }

    /// Which of the fields that matter here this line is, if any.
    func known(at index: Int) -> FieldName? { entries[index].known }

    /// The name at that place, as spelled.
    func name(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(entries[index].nameStart)..<Int(entries[index].nameEnd)]
    }

    /// The value at that place, without blanks around it.
    func value(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(entries[index].valueStart)..<Int(entries[index].valueEnd)]
    }

    /// Calls `body` with each member of the comma-separated list that all lines of that name make up
    /// (RFC 9110 §5.6.1); empty members are skipped. Not for lists whose members may be quoted.
    func forEachMember(of name: FieldName, _ body: (ArraySlice<UInt8>) -> Void) {
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
    /// Reads `field-line` (RFC 9112 §5) without its CRLF; nil where it is none: an empty name, a blank before the
    /// colon or at the start (obs-fold), a control character.
    init?(line: Range<Int>, in bytes: [UInt8]) {
        var index = line.lowerBound
        while index < line.upperBound, bytes[index].isTokenCharacter { index += 1 }
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
        let name = line.lowerBound..<index
        var start = index + 1
        var end = line.upperBound
        while start < end, bytes[start].isBlank { start += 1 }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        for octet in bytes[start..<end] where !octet.isFieldContent { return nil }
        known = FieldName(bytes[name])
        nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
        nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
        valueStart = UInt32(truncatingIfNeeded: start)
        valueEnd = UInt32(truncatingIfNeeded: end)
    }
}
