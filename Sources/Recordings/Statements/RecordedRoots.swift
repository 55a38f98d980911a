import Events
import TransportSecurity

/// The roots in which recorded chains of one server ended, in DER.
public struct RecordedRoots: Hashable, Sendable {
    /// The roots of the system.
    public private(set) var system: Set<[UInt8]> = []
    /// The roots that a user installed.
    public private(set) var user: Set<[UInt8]> = []

    /// The largest number of roots of either kind. Only a recording that was tampered with has more for a server.
    static let limit = 100

    /// Creates a collection without roots.
    public init() {}

    /// Whether there is no root.
    public var isEmpty: Bool { system.isEmpty && user.isEmpty }

    /// Adds the root of a chain, unless there are too many.
    mutating func add(_ root: FactsEvent.Root) {
        switch root.anchor {
        case .system: if system.count < Self.limit { system.insert(root.certificate) }
        case .user: if user.count < Self.limit { user.insert(root.certificate) }
        case .none: break
        }
    }
}
