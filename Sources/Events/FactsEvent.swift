import InternetNames
import JSONWriting
import TransportSecurity

/// The event with the facts about one destination's server, which suffice to judge the server again without a network,
/// under another policy, OS, trust store or time.
public struct FactsEvent: Hashable, Sendable {
    /// The time of the last fact.
    public var time: Instant
    /// The identifier of these facts, `sha256:…`, to which decisions refer.
    public var id: String
    /// The probed host.
    public var host: Host
    /// The probed port.
    public var port: UInt16
    /// The address of the server; nil if it is not known.
    public var address: IPAddress?
    /// The ClientHellos and their results, in order. The first one is that by which the server is judged.
    public var attempts: [Attempt]
    /// The `id` of the `TrustEvent` with the trust store that the chain was evaluated against; nil if not recorded.
    public var trust: String?
    /// The roots in which chains ended, for judging the facts again elsewhere.
    public var roots: [Root] = []
    /// The server's answer to a hello of the size that systems send from version 26 on; nil if that is not known, as in
    /// older recordings.
    public var largeHello: LargeHelloAnswer?
    /// The large hello and its answer as they were on the wire; nil if they are not recorded.
    public var largeHelloExchange: HelloExchange?

    /// Creates the facts about a destination.
    public init(time: Instant, id: String, host: Host, port: UInt16, address: IPAddress?, attempts: [Attempt]) {
        self.time = time
        self.id = id
        self.host = host
        self.port = port
        self.address = address
        self.attempts = attempts
    }

    /// The facts without the bytes of handshakes, which differ in each probe.
    public var withoutExchanges: FactsEvent {
        var event = self
        event.attempts = attempts.map { Attempt(offer: $0.offer, result: $0.result) }
        event.largeHelloExchange = nil
        return event
    }

    /// A trusted root in which a chain ended.
    public struct Root: Hashable, Sendable {
        /// Whether the root is one of the system or of a user.
        public var anchor: ChainEvaluation.Anchor
        /// The root in DER.
        public var certificate: [UInt8]

        /// Creates a root.
        public init(anchor: ChainEvaluation.Anchor, certificate: [UInt8]) {
            self.anchor = anchor
            self.certificate = certificate
        }
    }

    /// One hello and its result.
    public struct Attempt: Hashable, Sendable {
        /// The offer of the hello.
        public var offer: Offer
        /// The handshake, or the reason why there is none.
        public var result: Result<Handshake, HandshakeFailure>
        /// The hello and its answer as they were on the wire; nil if they are not recorded.
        public var exchange: HelloExchange?

        /// Creates an attempt with its result.
        public init(offer: Offer, result: Result<Handshake, HandshakeFailure>) {
            self.offer = offer
            self.result = result
        }
    }
}

extension FactsEvent: JSONWritable {
    /// Writes the event. Servers answer most hellos with the same chain, so `certificates` has each certificate once,
    /// and handshakes refer to it by index.
    public func write(to json: inout JSONWriter) {
        var pool = CertificatePool()
        let chains = attempts.map { pool.insert($0.certificates) }
        let fetched = attempts.map { pool.insert($0.fetchedIssuers) }
        let rootIndices = pool.insert(roots.map(\.certificate))
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
            if let largeHello { json.member("largeHello", largeHello) }
            if let largeHelloExchange { json.member("largeHelloWire", largeHelloExchange) }
            if let trust { json.member("trust", trust) }
            guard !roots.isEmpty else { return }
            json.name("roots")
            json.array { json in
                for (root, index) in zip(roots, rootIndices) {
                    json.object { json in
                        json.member("anchor", root.anchor.rawValue)
                        json.member("certificate", index)
                    }
                }
            }
        }
    }

    /// A list of distinct certificates.
    private struct CertificatePool {
        /// The certificates in DER, in the order of their first occurrence.
        private(set) var certificates: [[UInt8]] = []
        /// The index of each certificate in the list.
        private var indices: [[UInt8]: Int] = [:]

        /// Appends the certificates that are not in the list, and returns the indices of all of them.
        mutating func insert(_ chain: [[UInt8]]) -> [Int] {
            chain.map { certificate in
                if let index = indices[certificate] { return index }
                certificates.append(certificate)
                indices[certificate] = certificates.count - 1
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
        trust = try members.decodeIfPresent(String.self, forKey: .trust)
        if let recorded = try members.decodeIfPresent(RecordedLargeHello.self, forKey: .largeHello) {
            guard let answer = recorded.answer else {
                throw DecodingError.dataCorruptedError(
                    forKey: .largeHello, in: members, debugDescription: "the answer has not all of its parts")
            }
            largeHello = answer
        }
        largeHelloExchange = try members.decodeIfPresent(HelloExchange.self, forKey: .largeHelloWire)
        let references = try members.decodeIfPresent([RootReference].self, forKey: .roots) ?? []
        roots = references.compactMap { reference in
            guard certificates.indices.contains(reference.certificate) else { return nil }
            return Root(anchor: reference.anchor, certificate: certificates[reference.certificate])
        }
    }

    /// A root in the member `roots`.
    private struct RootReference: Decodable {
        var anchor: ChainEvaluation.Anchor
        /// The index of the root in the member `certificates`.
        var certificate: Int
    }

    private enum CodingKeys: String, CodingKey {
        case time, id, host, port, address, certificates, handshakes, trust, roots, largeHello, largeHelloWire
    }
}
