/// The fields of a head, in the order and spelling in which they came (RFC 9110 §5).
///
/// One array holds all bytes, and a field is two ranges in it: reading a head allocates two arrays, however many
/// fields it has.
public struct Fields: Sendable {
    let bytes: [UInt8]
    private let entries: [Entry]
    /// A bit for each name that is there, at the place of its number.
    private let names: UInt32

    /// No fields.
    public init() {
        self.init([], in: [])
    }

    /// The fields at these places in those bytes.
    init(_ entries: [Entry], in bytes: [UInt8]) {
        self.bytes = bytes
        self.entries = entries
        names = entries.reduce(0) { $0 | ($1.known?.bit ?? 0) }
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
    /// Whether there is a field of that name.
    func has(_ name: FieldName) -> Bool { names & name.bit != 0 }

    /// The value of the first field of that name.
    func first(_ name: FieldName) -> ArraySlice<UInt8>? {
        guard has(name) else { return nil }
        return entries.firstIndex { $0.known == name }.map(value(at:))
    }

    /// How many field lines have that name.
    func count(of name: FieldName) -> Int {
        guard has(name) else { return 0 }
        return entries.reduce(0) { $0 + ($1.known == name ? 1 : 0) }
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

    /// Appends the line at that place, with one space behind its colon.
    func appendLine(at index: Int, to head: inout [UInt8]) {
        let entry = entries[index]
        let (name, value) = (Int(entry.nameStart)..<Int(entry.nameEnd), Int(entry.valueStart)..<Int(entry.valueEnd))
        if value.lowerBound == name.upperBound + 2, bytes[name.upperBound + 1] == 0x20,
            bytes[value.upperBound] == .carriageReturn
        {
            // As nearly every line comes: it is copied in one piece, with its CRLF.
            head.append(contentsOf: bytes[name.lowerBound..<value.upperBound + 2])
        } else {
            head.append(field: bytes[name], value: bytes[value])
        }
    }

    /// Calls `body` with each member of the comma-separated list that all lines of that name make up
    /// (RFC 9110 §5.6.1); empty members are skipped. Not for lists whose members may be quoted.
    func forEachMember(of name: FieldName, _ body: (ArraySlice<UInt8>) -> Void) {
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
    /// Reads `field-line` (RFC 9112 §5) without its CRLF; nil where it is none: an empty name, a blank before the
    /// colon or at the start (obs-fold), a control character.
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
