import InternetNames
import TransportSecurity

/// What is known of one destination's server: enough to judge it again, without a network, under another policy, OS,
/// trust store or time.
public struct FactsEvent: Hashable, Sendable {
    /// When the last of it was found out.
    public var time: Instant
    /// The name of these facts, `sha256:…`; decisions refer to it.
    public var id: String
    /// The host that was examined.
    public var host: Host
    /// Its port.
    public var port: UInt16
    /// The address that was connected to; nil where it is not known.
    public var address: IPAddress?
    /// What each hello got, in the order of the attempts; the judging hello comes first.
    public var attempts: [Attempt]

    /// Facts about that destination.
    public init(time: Instant, id: String, host: Host, port: UInt16, address: IPAddress?, attempts: [Attempt]) {
        self.time = time
        self.id = id
        self.host = host
        self.port = port
        self.address = address
        self.attempts = attempts
    }

    /// One hello and what came of it.
    public struct Attempt: Hashable, Sendable {
        /// What was offered.
        public var offer: Offer
        /// The handshake that it led to, or why there is none.
        public var result: Result<Handshake, HandshakeFailure>

        /// What came of that offer.
        public init(offer: Offer, result: Result<Handshake, HandshakeFailure>) {
            self.offer = offer
            self.result = result
        }
    }
}

extension FactsEvent: JSONWritable {
    /// Writes the event. Servers answer most hellos with the same chain, so `certificates` holds each certificate
    /// once, and a handshake names its own by their positions there.
    public func write(to json: inout JSONWriter) {
        var pool = CertificatePool()
        let chains = attempts.map { pool.positions(of: $0.certificates) }
        let fetched = attempts.map { pool.positions(of: $0.fetchedIssuers) }
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.facts)
            json.member("id", id)
            json.member("host", host)
            json.member("port", port)
            json.member("address", address)
            json.name("certificates")
            json.array { json in
                for certificate in pool.certificates { json.base64(certificate) }
            }
            json.name("handshakes")
            json.array { json in
                for (index, attempt) in attempts.enumerated() {
                    attempt.write(chain: chains[index], fetched: fetched[index], to: &json)
                }
            }
        }
    }

    /// Certificates, each once.
    private struct CertificatePool {
        private(set) var certificates: [[UInt8]] = []
        private var known: [[UInt8]: Int] = [:]

        mutating func positions(of chain: [[UInt8]]) -> [Int] {
            chain.map { certificate in
                if let position = known[certificate] { return position }
                certificates.append(certificate)
                known[certificate] = certificates.count - 1
                return certificates.count - 1
            }
        }
    }
}

extension FactsEvent: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let certificates = try members.decode([Base64Bytes].self, forKey: .certificates).map(\.bytes)
        self.init(
            time: try members.decode(Instant.self, forKey: .time), id: try members.decode(String.self, forKey: .id),
            host: try members.decode(Host.self, forKey: .host), port: try members.decode(UInt16.self, forKey: .port),
            address: try members.decodeIfPresent(IPAddress.self, forKey: .address), attempts: [])
        var elements = try members.nestedUnkeyedContainer(forKey: .handshakes)
        while !elements.isAtEnd {
            attempts.append(try Attempt(from: try elements.superDecoder(), certificates: certificates))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case time, id, host, port, address, certificates, handshakes
    }
}
