/// Mends field lines of a response that RFC 9112 §5 does not permit and that lenient clients accept.
///
/// Mending happens within the bytes of the head, without more memory. Each byte is looked at a bounded number of times,
/// whatever the number of continued lines.
struct FieldMending {
    /// The number of fields before the last line that was left out. The continuations of that line are left out as
    /// well.
    private var fieldsBeforeOmission = 0

    /// Mends a line, without its end, that differs from `field-line`.
    ///
    /// A continued value (obs-fold, §5.2) becomes one line, blanks before the colon are removed (§5.1), and control
    /// characters become spaces (RFC 9110 §5.5). A line without a field name is left out: no recipient agrees with
    /// another about its meaning, and clients skip it.
    mutating func mend(
        _ line: Range<Int>, in bytes: inout [UInt8], fields: inout [Fields.Entry]
    ) throws(HeadFault) {
        try Self.replaceControls(in: line, of: &bytes)
        if bytes[line.lowerBound].isBlank {
            // RFC 9112 §2.2: a continuation of the start line is left out.
            if fields.count > fieldsBeforeOmission { Self.append(line, to: &fields[fields.count - 1], in: &bytes) }
        } else if let entry = Self.entry(line, in: bytes) {
            fields.append(entry)
        } else {
            fieldsBeforeOmission = fields.count
        }
    }

    /// Replaces control characters by spaces. NUL is a fault, because some clients refuse it and others end the text
    /// there.
    static func replaceControls(in line: Range<Int>, of bytes: inout [UInt8]) throws(HeadFault) {
        for index in line where !bytes[index].isFieldContent {
            guard bytes[index] != 0 else { throw .fieldLine }
            bytes[index] = 0x20
        }
    }

    /// Makes a continuation a part of the value before it. The bytes between both become spaces.
    private static func append(_ line: Range<Int>, to entry: inout Fields.Entry, in bytes: inout [UInt8]) {
        let content = bytes[line].trimmed
        guard !content.isEmpty else { return }
        for index in Int(entry.valueEnd)..<content.startIndex { bytes[index] = 0x20 }
        if entry.valueStart == entry.valueEnd { entry.valueStart = UInt32(truncatingIfNeeded: content.startIndex) }
        entry.valueEnd = UInt32(truncatingIfNeeded: content.endIndex)
    }

    private static func entry(_ line: Range<Int>, in bytes: [UInt8]) -> Fields.Entry? {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = bytes[line.lowerBound..<colon].trimmed
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { return nil }
        let value = bytes[(colon + 1)..<line.upperBound].trimmed
        return Fields.Entry(name: name, value: value)
    }
}

extension Fields.Entry {
    /// The field whose name and value are these parts of the head.
    fileprivate init(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        known = FieldName(name)
        nameStart = UInt32(truncatingIfNeeded: name.startIndex)
        nameEnd = UInt32(truncatingIfNeeded: name.endIndex)
        valueStart = UInt32(truncatingIfNeeded: value.startIndex)
        valueEnd = UInt32(truncatingIfNeeded: value.endIndex)
    }
}
