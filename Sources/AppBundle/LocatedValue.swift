import TransportSecurity

/// A value of a property list with the positions of its parts and with duplicate keys.
struct LocatedValue: Hashable {
    /// The kind and content of the value.
    let kind: Kind
    /// The position of the value's beginning; nil if the format has no lines.
    let position: PolicyFileError.Position?

    indirect enum Kind: Hashable {
        /// A value that is no collection.
        case scalar(PropertyValue)
        case array([LocatedValue])
        case dictionary([Entry])
    }

    /// A key and its value.
    struct Entry: Hashable {
        let key: String
        /// The position of the key's beginning.
        let position: PolicyFileError.Position?
        let value: LocatedValue
    }
}

extension LocatedValue {
    /// Creates a value without positions, with its keys sorted.
    init(_ value: PropertyValue) {
        position = nil
        switch value {
        case .dictionary(let dictionary):
            kind = .dictionary(
                dictionary.sorted { $0.key < $1.key }.map {
                    Entry(key: $0.key, position: nil, value: LocatedValue($0.value))
                })
        case .array(let array):
            kind = .array(array.map { LocatedValue($0) })
        case .boolean, .integer, .real, .string, .other:
            kind = .scalar(value)
        }
    }

    /// The value without positions. Of duplicate keys the last one is taken, as by Foundation.
    var propertyValue: PropertyValue {
        switch kind {
        case .scalar(let value): return value
        case .array(let array): return .array(array.map(\.propertyValue))
        case .dictionary(let entries):
            let pairs = entries.map { ($0.key, $0.value.propertyValue) }
            return .dictionary(Dictionary(pairs, uniquingKeysWith: { _, last in last }))
        }
    }

    /// The entries of a dictionary; nil for any other value.
    var entries: [Entry]? {
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
