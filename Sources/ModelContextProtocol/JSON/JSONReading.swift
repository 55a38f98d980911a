import Events

extension JSONValue {
    /// The error for a text that is not JSON, is not in UTF-8, is nested too deeply, or has an object with two members
    /// of one name.
    public struct Malformed: Error {}

    /// The largest number of objects and arrays within each other.
    package static let depthLimit = 48

    /// Reads one JSON text (RFC 8259).
    public init(reading text: [UInt8]) throws(Malformed) {
        guard String(validating: text, as: UTF8.self) != nil else { throw Malformed() }
        do throws(JSONScanner.Malformed) {
            self = try text.withUnsafeBufferPointer { bytes throws(JSONScanner.Malformed) in
                var scanner = JSONScanner(bytes)
                let value = try Self.next(of: &scanner, depth: 0)
                try scanner.end()
                return value
            }
        } catch {
            throw Malformed()
        }
    }

    /// The member `id` of an object that cannot be read as a whole; nil if there is not exactly one.
    static func identifier(in text: [UInt8]) -> JSONValue? {
        guard String(validating: text, as: UTF8.self) != nil else { return nil }
        // An identifier is complete if another member or the end of the object follows.
        var (identifiers, completeIdentifiers): ([JSONValue], [JSONValue]) = ([], [])
        do throws(JSONScanner.Malformed) {
            try text.withUnsafeBufferPointer { bytes throws(JSONScanner.Malformed) in
                var scanner = JSONScanner(bytes)
                try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                    completeIdentifiers = identifiers
                    if name.elementsEqual("id".utf8) {
                        // An identifier is a string or a number, and holds no other value.
                        identifiers.append(try next(of: &scanner, depth: depthLimit - 1))
                    } else {
                        try scanner.value()
                    }
                }
                try scanner.end()
                completeIdentifiers = identifiers
            }
        } catch {
            // The identifiers before the fault count.
        }
        return completeIdentifiers.count == 1 ? completeIdentifiers[0] : nil
    }

    private static func next(of scanner: inout JSONScanner, depth: Int) throws(JSONScanner.Malformed) -> JSONValue {
        guard depth < depthLimit else { throw JSONScanner.Malformed() }
        // The kind of a value is seen in its first byte, which a copy of the scanner finds. Objects, arrays and strings
        // are then read again from their beginning.
        var ahead = scanner
        let text = try ahead.value()
        if text.first == UInt8(ascii: "{") { return .object(try members(of: &scanner, depth: depth)) }
        if text.first == UInt8(ascii: "[") {
            var elements: [JSONValue] = []
            try scanner.array { scanner throws(JSONScanner.Malformed) in
                elements.append(try next(of: &scanner, depth: depth + 1))
            }
            return .array(elements)
        }
        if text.first == UInt8(ascii: "\"") {
            return .string(try scanner.optionalString { String(decoding: $0, as: UTF8.self) } ?? "")
        }
        scanner = ahead
        return try scalar(String(decoding: text, as: UTF8.self))
    }

    private static func members(
        of scanner: inout JSONScanner, depth: Int
    ) throws(JSONScanner.Malformed) -> [Member] {
        var members: [Member] = []
        var names: Set<String> = []
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            let name = String(decoding: name, as: UTF8.self)
            guard names.insert(name).inserted else { throw JSONScanner.Malformed() }
            members.append(Member(name: name, value: try next(of: &scanner, depth: depth + 1)))
        }
        return members
    }

    /// Reads a number or a literal, which the scanner does not check.
    private static func scalar(_ text: String) throws(JSONScanner.Malformed) -> JSONValue {
        if text == "null" { return .null }
        if text == "true" || text == "false" { return .boolean(text == "true") }
        guard isNumber(text) else { throw JSONScanner.Malformed() }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw JSONScanner.Malformed() }
        return .number(number)
    }

    /// Whether a text has the grammar of numbers in RFC 8259 §6. `Int64` and `Double` also read `01` and `1.`.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func skip(_ choices: String) -> Bool {
            guard let first = rest.first, choices.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func skipDigits() -> Bool {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest.removeFirst(digits.count)
            return !digits.isEmpty
        }
        _ = skip("-")
        guard skip("0") || skipDigits() else { return false }
        if skip("."), !skipDigits() { return false }
        if skip("eE") {
            _ = skip("+-")
            guard skipDigits() else { return false }
        }
        return rest.isEmpty
    }
}
