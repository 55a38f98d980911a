import TransportSecurity

/// A value whose JSON was written once, for values that stand in many events: what a policy demands of a host, an app, what
/// is known of a server.
///
/// Its members are those of the value.
@dynamicMemberLookup
public final class Rendered<Value: JSONWritable & Hashable & Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// Nil where it stands in one event, and is written there.
    private let json: [UInt8]?

    /// That value, written now.
    public init(_ value: Value) {
        self.value = value
        json = value.line
    }

    /// That value, for a single event.
    public init(once value: Value) {
        self.value = value
        json = nil
    }

    /// The value after that change.
    public func changed(_ change: (inout Value) -> Void) -> Rendered {
        var value = value
        change(&value)
        return Rendered(once: value)
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}

extension Rendered: JSONWritable {
    public func write(to json: inout JSONWriter) {
        if let rendered = self.json { json.rendered(rendered) } else { value.write(to: &json) }
    }
}

extension Rendered: Hashable {
    public static func == (left: Rendered, right: Rendered) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Rendered: Decodable where Value: Decodable {
    public convenience init(from decoder: any Decoder) throws {
        self.init(once: try Value(from: decoder))
    }
}
