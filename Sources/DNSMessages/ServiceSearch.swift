/// The search for the services of an HTTPS origin (RFC 9460 §3, §9.1).
///
/// The owner asks a name server for the `HTTPS` records of `name`, and tells the search the answer. Aliases lead to
/// further names.
public struct ServiceSearch: Sendable {
    /// The name to ask for next.
    public private(set) var name: DNSName
    private var questions = 1

    /// The next step after an answer.
    public enum Step: Hashable, Sendable {
        /// Ask for `name`, which an alias leads to.
        case ask
        /// The services are known.
        case found(ServiceOffer)
        /// The services stay unknown, because there are too many aliases, or aliases in a loop.
        case unknown
    }

    /// The largest number of aliases that are followed, of each kind.
    static let aliasLimit = 8

    /// Creates a search for the services at a port of a host; nil if the DNS cannot have the host's name.
    public init?(host: String, port: UInt16) {
        let isDefaultPort = port == 443
        guard let host = DNSName(host), !host.labels.isEmpty,
            let name = isDefaultPort ? host : host.prefixed(by: ["_\(port)", "_https"])
        else { return nil }
        self.name = name
    }

    /// Takes the records of the answer to the question for `name`.
    public mutating func answered(_ records: [DNSRecord]) -> Step {
        guard let owner = Self.canonicalName(of: name, in: records) else { return .unknown }
        let services = records.compactMap { record -> ServiceBinding? in
            guard record.owner == owner, case .service(let service) = record.content, service.isCompatible
            else { return nil }
            return service
        }
        guard let alias = services.first(where: \.isAlias) else { return .found(ServiceOffer(services)) }
        // An alias to the root says that there is no service (§2.5.1).
        guard alias.target != .root else { return .found(ServiceOffer([])) }
        guard questions <= Self.aliasLimit, alias.target != name, alias.target != owner else { return .unknown }
        questions += 1
        name = alias.target
        return .ask
    }

    /// The name at the end of the chain of `CNAME` records; nil if the chain is too long or a loop.
    private static func canonicalName(of name: DNSName, in records: [DNSRecord]) -> DNSName? {
        var owner = name
        for _ in 0...aliasLimit {
            let next = records.lazy.compactMap { record -> DNSName? in
                guard record.owner == owner, case .canonicalName(let name) = record.content else { return nil }
                return name
            }.first
            guard let next else { return owner }
            owner = next
        }
        return nil
    }
}
