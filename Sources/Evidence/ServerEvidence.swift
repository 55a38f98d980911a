import InternetNames
import Judging
import TransportSecurity

/// The facts about one server, or one chain, and the decisions on it: the input of an evidence bundle.
public struct ServerEvidence: Sendable {
    /// The host of the loads.
    public var host: Host
    /// The port; nil for a chain from a file.
    public var port: UInt16?
    /// The address of the server; nil if it is not known.
    public var address: IPAddress?
    /// The time of the verdict.
    public var time: Instant
    /// The verdict for readers, in lines.
    public var verdict: [String] = []
    /// The sentences of the notes that leave a rule without a verdict, each once.
    public private(set) var openPoints: [String] = []
    /// The decisions, and the facts, policies and trust stores that these are based on.
    public var events = EvidenceEvents()
    /// The handshake that was judged; nil if there is none.
    public var handshake: Handshake?
    /// The chain that was judged; nil if there is none.
    public var chain: ChainEvaluation?
    /// The logs that issued timestamps, by log ID.
    public var logs: [[UInt8]: TransparencyLogList.Log] = [:]
    /// OpenSSL's own verification of the same chain; nil if there is no certificate.
    public var verification: Verification?
    /// The hellos that the server refused.
    public var refusals: [Refusal] = []
    /// The route on which the server was reached.
    public var route = Route.direct

    /// Creates evidence about a host, whose other members are to be filled in.
    public init(host: Host, port: UInt16?, address: IPAddress?, time: Instant) {
        self.host = host
        self.port = port
        self.address = address
        self.time = time
    }

    /// Adds the open points of a verdict with the given notes.
    public mutating func addOpenPoints(of notes: [Note]) {
        for note in notes where note.leavesRuleOpen && !openPoints.contains(note.message) {
            openPoints.append(note.message)
        }
    }

    /// A hello that the server refused, in OpenSSL's terms.
    public struct Refusal: Hashable, Sendable {
        /// The name of the hello.
        public var name: String
        /// The options of `openssl s_client` for the hello.
        public var helloOptions: [String]

        /// Creates a refusal.
        public init(name: String, helloOptions: [String]) {
            (self.name, self.helloOptions) = (name, helloOptions)
        }
    }

    /// The route to a server.
    public enum Route: Hashable, Sendable {
        /// A connection to the address of the server.
        case direct
        /// Through the upstream proxy `HOST:PORT`.
        case through(String)
        /// Through an upstream proxy whose port is not recorded.
        case throughUnknownProxy
    }

    /// OpenSSL's own verification, for the expected results in the commands of the bundle.
    public struct Verification: Hashable, Sendable {
        /// The error of `openssl verify`; nil if it accepts the chain.
        public var error: String?
        /// The stapled OCSP response in readable form.
        public var stapleText: String?
        /// The options of `openssl s_client` for the hello that was judged; nil if OpenSSL cannot make it.
        public var helloOptions: [String]?
        /// OpenSSL's name of the suite that was agreed on.
        public var suite: String?

        /// Creates a verification.
        public init(
            error: String?, stapleText: String? = nil, helloOptions: [String]? = nil,
            suite: String? = nil
        ) {
            self.error = error
            self.stapleText = stapleText
            self.helloOptions = helloOptions
            self.suite = suite
        }
    }
}

extension ServerEvidence {
    /// The certificates to show, leaf first: the path, or the sent certificates if there is no path.
    var certificates: [Certificate] {
        guard let chain else { return [] }
        return chain.path.isEmpty ? chain.presented : chain.path
    }

    /// The certificates as the server sent them, in DER.
    var sent: [[UInt8]] { handshake?.certificates ?? chain?.presented.map(\.der) ?? [] }

    /// Whether the last certificate of the path is trusted: it is the root.
    var hasAnchor: Bool { chain.map { $0.anchor != .none } ?? false }

    /// The certificates between the leaf and the root; without a root, all behind the leaf.
    var intermediates: ArraySlice<Certificate> { certificates.dropFirst().dropLast(hasAnchor ? 1 : 0) }
}
