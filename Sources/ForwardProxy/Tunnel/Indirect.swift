/// A large optional value that is stored elsewhere. A copy of its owner costs one reference, and none without a value.
@propertyWrapper
public struct Indirect<Value: Equatable & Sendable>: Equatable, Sendable {
    private var storage: Storage

    private indirect enum Storage: Equatable, Sendable {
        case none
        case some(Value)
    }

    /// Stores a value; nil stores nothing.
    public init(wrappedValue: Value?) {
        storage = wrappedValue.map(Storage.some) ?? .none
    }

    /// The value.
    public var wrappedValue: Value? {
        get {
            switch storage {
            case .none: nil
            case .some(let value): value
            }
        }
        set { self = Indirect(wrappedValue: newValue) }
    }
}

extension Indirect: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
