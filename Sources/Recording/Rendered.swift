import TransportSecurity

/// A value whose JSON was written once, for values that stand in many events: what a policy demands of a host, an app, a
/// certificate.
///
/// Its members are those of the value.
@dynamicMemberLookup
public final class Rendered<Value: JSONWritable & Hashable & Sendable>: Sendable {
    /// The value.
    public let value: Value
    private let json: [UInt8]

    /// That value, written now.
    public init(_ value: Value) {
        self.value = value
        json = value.line
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}

extension Rendered: JSONWritable {
    public func write(to json: inout JSONWriter) { json.rendered(self.json) }
}

extension Rendered: Hashable {
    public static func == (left: Rendered, right: Rendered) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Rendered: Decodable where Value: Decodable {
    public convenience init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }
}
