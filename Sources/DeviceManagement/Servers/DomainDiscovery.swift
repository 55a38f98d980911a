import InternetNames
import JSONWriting

/// The discovery for one domain: as a device asks, and without a query, as a person tries it with a browser.
public struct DomainDiscovery: Hashable, Sendable {
    /// The host and the port of the domain.
    public let domain: Authority
    /// The way of a device.
    public let device: DiscoverySession
    /// The way without a query.
    public let plain: DiscoverySession

    /// Creates the discovery of two sessions that have ended.
    public init(of domain: Authority, device: DiscoverySession, plain: DiscoverySession) {
        (self.domain, self.device, self.plain) = (domain, device, plain)
    }

    /// The findings about the way of a device, and a note if the way without a query differs.
    public var findings: [DiscoveryFinding] {
        guard device.outcome != plain.outcome else { return device.findings }
        let end = plain.hops.last.map { "\($0.url.shown) \($0.outcome)" } ?? "nothing was asked"
        return device.findings + [
            DiscoveryFinding(
                code: .differsWithoutQuery,
                "Without user-identifier and model-family the way is another one (\(end)); devices always send both."
            )
        ]
    }

    /// The name of the domain for readers.
    public var name: String { domain.port == 443 ? domain.host.description : domain.description }

    /// The uses of the servers on both ways, and of those that the documents name.
    public var uses: [ManagementUse] {
        [device, plain].flatMap { session in
            session.hops.map { ManagementUse(.discovery, of: $0.url, namedBy: "discovery for \(name)") }
                + session.enrollments.map {
                    ManagementUse(.enrollment, of: $0.url, namedBy: "BaseURL of \($0.version) for \(name)")
                }
        }
    }
}

extension DiscoverySession {
    /// The parts by which two ways are compared: paths without a query, statuses, the document, and the kinds of
    /// findings. The loss of a query is left out, because only the way of a device has a query.
    fileprivate var outcome: [String] {
        hops.map { "\($0.url.scheme) \($0.url.authority) \($0.url.path) \($0.status ?? 0)" }
            + (document?.servers ?? []).map { "\($0.version ?? "") \($0.baseURL ?? "")" }
            + findings.map(\.code).filter { $0 != .queryLostInRedirect }.map(\.rawValue)
    }
}

extension DomainDiscovery: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("event", "discovery")
            json.member("domain", name)
            json.member("hops", device.hops)
            json.name("servers")
            json.array { json in
                for server in device.document?.servers ?? [] {
                    json.object { json in
                        json.member("version", server.version?.visible(limit: 40))
                        json.member("baseURL", server.baseURL?.withoutSecrets.visible())
                    }
                }
            }
            json.member("findings", findings)
        }
    }
}
