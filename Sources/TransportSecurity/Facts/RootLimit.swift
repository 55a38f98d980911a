/// A limit that Apple has set to a root of its trust stores without removing it (Apple Root Program, section 5.1).
public struct RootLimit: Hashable, Codable, Sendable {
    /// The end of the last day on which a server's certificate below the root may have been issued; nil for no such
    /// limit.
    public var issuedUntil: Instant?
    /// The largest validity period of a server's certificate below the root, in seconds; nil for no such limit.
    public var largestLifetime: Int64?
    /// The domains for which certificates below the root are accepted; nil for all.
    public var domains: [String]?
    /// The first version of iOS that observes the limit.
    public var since: OSVersion.Version
    /// The publisher of the limit, such as `Apple`.
    public var decidedBy: String
    /// The document that states the limit.
    public var source: String

    /// Creates a limit.
    public init(
        issuedUntil: Instant? = nil, largestLifetime: Int64? = nil, domains: [String]? = nil,
        since: OSVersion.Version, decidedBy: String, source: String
    ) {
        self.issuedUntil = issuedUntil
        self.largestLifetime = largestLifetime
        self.domains = domains
        self.since = since
        self.decidedBy = decidedBy
        self.source = source
    }

    /// The limits that a certificate below the root exceeds, as clauses that name it; empty if it is within all.
    public func faults(of leaf: Certificate, on os: OSVersion) -> [String] {
        guard os.equivalentIOS >= since else { return [] }
        var faults: [String] = []
        if let issuedUntil, leaf.notBefore > issuedUntil {
            faults.append("\(leaf.title) was issued on \(leaf.notBefore.date), after \(issuedUntil.date)")
        }
        let lifetime = leaf.notAfter.seconds - leaf.notBefore.seconds
        if let largestLifetime, lifetime > largestLifetime {
            faults.append("\(leaf.title) is valid for more than \(largestLifetime / 86_400) days")
        }
        if let domains {
            let names = leaf.subjectAltNames?.dnsNames ?? []
            let outside = names.first { name in
                !domains.contains { name.lowercased() == $0 || name.lowercased().hasSuffix(".\($0)") }
            }
            if let outside { faults.append("\(leaf.title) is for \(outside.visible())") }
        }
        return faults
    }
}
