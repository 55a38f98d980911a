import TransportSecurity

/// The roots that the systems from one version on trust, until the first version of the next store.
public struct SystemStore: Hashable, Sendable {
    /// The name of the first system, such as `iOS 18.4`.
    public var name: String
    /// The first version of iOS with this store. Other systems have the store of the iOS that was built from the same
    /// sources.
    public var first: OSVersion.Version
    /// The indices of the roots among those of all systems.
    public var roots: Set<Int>

    /// Creates a store.
    public init(name: String, first: OSVersion.Version, roots: Set<Int>) {
        (self.name, self.first, self.roots) = (name, first, roots)
    }
}
