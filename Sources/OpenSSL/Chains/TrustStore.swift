import TransportSecurity

/// The trusted data as bytes: roots, their limits, revocation lists and the keys of Certificate Transparency logs.
///
/// Threads share this value, and each creates its own `ChainEvaluator` from it.
public struct TrustStore: Hashable, Sendable {
    /// The roots of the trust stores of all systems, in DER.
    public var systemRoots: [[UInt8]]
    /// The stores of the systems, oldest first; empty if every system trusts all of `systemRoots`.
    public var systemStores: [SystemStore]
    /// The limits of system roots, by the SHA-256 of the root.
    public var limits: [[UInt8]: RootLimit]
    /// Keys that no path may have, by the SHA-256 of their SubjectPublicKeyInfo, with the reason as a clause.
    public var refusedKeys: [[UInt8]: String]
    /// Additional roots that a user or an administrator installed, in DER. A root that the system also has counts as a
    /// system root.
    public var userRoots: [[UInt8]]
    /// Certificate revocation lists, in DER.
    public var revocationLists: [[UInt8]]
    /// The public keys of logs by log ID (RFC 6962 §3.2), each a SubjectPublicKeyInfo in DER.
    public var logKeys: [[UInt8]: [UInt8]]

    /// The largest number of stores.
    public static let storeLimit = 64

    /// Creates a store with the given data, of which at most `storeLimit` stores are used.
    public init(
        systemRoots: [[UInt8]] = [], systemStores: [SystemStore] = [], limits: [[UInt8]: RootLimit] = [:],
        refusedKeys: [[UInt8]: String] = [:], userRoots: [[UInt8]] = [], revocationLists: [[UInt8]] = [],
        logKeys: [[UInt8]: [UInt8]] = [:]
    ) {
        self.systemRoots = systemRoots
        self.systemStores = Array(systemStores.prefix(Self.storeLimit))
        self.limits = limits
        self.refusedKeys = refusedKeys
        self.userRoots = userRoots
        self.revocationLists = revocationLists
        self.logKeys = logKeys
    }

    /// The index of the store that a system uses: the last one whose first system is not newer. Systems before the
    /// first store use that one. Without stores, the index is 0.
    public func storeIndex(for os: OSVersion) -> Int {
        systemStores.lastIndex { $0.first <= os.equivalentIOS } ?? 0
    }

    /// The oldest system with the same store, which stands for all of them.
    public func system(for os: OSVersion) -> OSVersion {
        guard !systemStores.isEmpty else { return .newest }
        let first = systemStores[storeIndex(for: os)].first
        return .iOS(first.major, first.minor)
    }

    /// Adds roots that every system trusts.
    public mutating func addSystemRoots(_ roots: [[UInt8]]) {
        let added = systemRoots.count..<(systemRoots.count + roots.count)
        systemRoots += roots
        for index in systemStores.indices { systemStores[index].roots.formUnion(added) }
    }
}

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
