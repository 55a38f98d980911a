import JSONWriting
import TransportSecurity

/// A value with its cached JSON text. The cache is for values that occur in many events, such as the requirements for a
/// host, an app or the facts about a server.
///
/// The members of the value are accessible directly.
@dynamicMemberLookup
public final class CachedJSON<Value: JSONWritable & Hashable & Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The cached text; nil for a value that occurs in one event only.
    private let json: [UInt8]?

    /// Creates the value and its cached text.
    public init(_ value: Value) {
        self.value = value
        json = value.line
    }

    /// Creates the value without a cached text, for a single event.
    public init(uncached value: Value) {
        self.value = value
        json = nil
    }

    /// A changed copy of the value, without a cached text.
    public func changed(_ change: (inout Value) -> Void) -> CachedJSON {
        var value = value
        change(&value)
        return CachedJSON(uncached: value)
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}

extension CachedJSON: JSONWritable {
    public func write(to json: inout JSONWriter) {
        if let rendered = self.json { json.rendered(rendered) } else { value.write(to: &json) }
    }
}

extension CachedJSON: Hashable {
    public static func == (left: CachedJSON, right: CachedJSON) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension CachedJSON: Decodable where Value: Decodable {
    public convenience init(from decoder: any Decoder) throws {
        self.init(uncached: try Value(from: decoder))
    }
}
