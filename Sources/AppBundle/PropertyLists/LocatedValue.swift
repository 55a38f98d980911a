import TransportSecurity

/// A value of a property list with the positions of its parts in the text, and with duplicate keys. A binary property
/// list has no positions.
public struct LocatedValue: Hashable, Sendable {
    /// The kind and content of the value.
    public let kind: Kind
    /// The part of the text that holds the value; nil without positions.
    public let extent: Extent?

    /// The kinds of values.
    public indirect enum Kind: Hashable, Sendable {
        /// A value other than a collection.
        case scalar(PropertyValue)
        case array([LocatedValue])
        case dictionary([Entry])
    }

    /// A key and its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The beginning of the key, which is a `key` element in XML; nil without positions.
        public let start: Start?
        /// The offset of the first byte behind the key; nil without positions.
        let keyEnd: Int?
        /// The value.
        public let value: LocatedValue
    }

    /// The beginning of an element of XML, or of a key or value in JSON or YAML.
    public struct Start: Hashable, Sendable {
        /// The line and the column, for people. A byte order mark does not count.
        public let position: PolicyFileError.Position
        /// The number of bytes before the element, key or value, in UTF-8; 0 in YAML.
        public let offset: Int
    }

    /// The part of a text that a value occupies: an element of XML, or a value of JSON or YAML.
    public struct Extent: Hashable, Sendable {
        /// The beginning of the value.
        public let start: Start
        /// The offset of the end tag in XML; nil for an element without one, such as `<dict/>`, and in other formats.
        public let endTag: Int?
        /// The offset of the first byte behind the value.
        public let end: Int
    }
}

extension LocatedValue {
    /// Creates a value without positions, with its keys sorted.
    init(_ value: PropertyValue) {
        extent = nil
        switch value {
        case .dictionary(let dictionary):
            kind = .dictionary(
                dictionary.sorted { $0.key < $1.key }.map {
                    Entry(key: $0.key, start: nil, keyEnd: nil, value: LocatedValue($0.value))
                })
        case .array(let array):
            kind = .array(array.map { LocatedValue($0) })
        case .boolean, .integer, .real, .string, .other:
            kind = .scalar(value)
        }
    }

    /// The position of the value's beginning; nil without positions.
    var position: PolicyFileError.Position? { extent?.start.position }

    /// The value without positions. Of duplicate keys the last one is taken, as by Foundation.
    public var propertyValue: PropertyValue {
        switch kind {
        case .scalar(let value): return value
        case .array(let array): return .array(array.map(\.propertyValue))
        case .dictionary(let entries):
            let pairs = entries.map { ($0.key, $0.value.propertyValue) }
            return .dictionary(Dictionary(pairs, uniquingKeysWith: { _, last in last }))
        }
    }

    /// The entries of a dictionary; nil for any other value.
    public var entries: [Entry]? {
        guard case .dictionary(let entries) = kind else { return nil }
        return entries
    }

    /// The elements of an array; nil for any other value.
    var elements: [LocatedValue]? {
        guard case .array(let elements) = kind else { return nil }
        return elements
    }

    /// A string; nil for any other value.
    var string: String? {
        guard case .scalar(.string(let text)) = kind else { return nil }
        return text
    }
}

extension LocatedValue.Entry {
    /// The position of the key's beginning; nil without positions.
    public var position: PolicyFileError.Position? { start?.position }
}
