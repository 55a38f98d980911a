import InternetNames
import TransportSecurity

/// A verdict and all that led to it: the event that says what became of one load.
public struct DecisionEvent: Hashable, Decodable, Sendable {
    /// When the decision was made.
    public var time: Instant
    /// The name of the load; a second decision on the same load has the same.
    public var id: Spelled<EventID>
    /// Our address that the client connected to; nil in an event without a client, as `check` makes them.
    public var listener: String?
    /// The client's address and port.
    public var client: Spelled<Authority>?
    /// The proxy user, where users are asked for.
    public var user: String?
    /// The app, where the client sent a User-Agent.
    public var app: Rendered<ClientApp>?
    /// The method of the request to the proxy.
    public var method: WireText?
    /// The scheme of the load; `https` for CONNECT. Nil, as are host and port, where no target could be read.
    public var scheme: Load.Scheme?
    /// The host that the load addresses.
    public var host: Host?
    /// Its port.
    public var port: UInt16?
    /// The path, without its query unless the operator asked for that; nil where it is not visible.
    public var path: WireText?
    /// The address that was examined or connected to.
    public var address: IPAddress?
    /// Whether violations are enforced; nil in an event without a client.
    public var mode: Mode?
    /// What became of the load.
    public var decision: Decision
    /// What the policy demands of the host; nil where nothing was judged.
    public var policy: Rendered<PolicySummary>?
    /// The `id` of the `FactsEvent` that the verdict rests on.
    public var facts: String?
    /// The handshake that was judged.
    public var tls: Rendered<TLSSummary>?
    /// What passed in the tunnel, where that was judged.
    public var tunnel: TunnelSummary?
    /// What ATS refuses.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the app may override.
    public var warnings: [Finding]
    /// Advice, and what could not be determined.
    public var notes: [Note]
    /// What failed, where the decision is `failed`.
    public var error: Failure?

    /// A decision without a client, network facts or findings, to be filled in.
    public init(time: Instant, id: Spelled<EventID>, decision: Decision) {
        self.time = time
        self.id = id
        self.decision = decision
        (violations, warnings, notes) = ([], [], [])
    }

    /// What failed that is no judgement of ATS.
    public struct Failure: Hashable, Decodable, Sendable {
        /// A type of error of RFC 9209 §2.3 (`dns_error`, `connection_refused`), as `Proxy-Status` names it.
        public var kind: String
        /// What happened, in one sentence.
        public var message: String

        /// A failure of that kind.
        public init(kind: String, message: String) {
            self.kind = kind
            self.message = message
        }
    }
}

extension DecisionEvent: JSONWritable {
    /// Writes the event. The members that speak of a client are left out where there is none.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Writes the members alone, for an object that has others beside them.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("time", time)
        json.member("event", EventName.decision)
        json.member("id", id)
        if let listener { writeClient(of: listener, to: &json) }
        json.member("scheme", scheme)
        json.member("host", host)
        json.member("port", port)
        json.member("path", path)
        json.member("address", address)
        json.member("mode", mode)
        json.member("decision", decision)
        json.member("policy", policy)
        json.member("facts", facts)
        json.member("tls", tls)
        if let tunnel { json.member("tunnel", tunnel) }
        json.member("violations", violations)
        json.member("warnings", warnings)
        json.member("notes", notes)
        json.member("error", error)
    }

    private func writeClient(of listener: String, to json: inout JSONWriter) {
        json.member("listener", listener)
        json.member("client", client)
        json.member("user", user)
        json.member("app", app)
        json.member("method", method)
    }
}

extension DecisionEvent.Failure: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind)
            json.member("message", message)
        }
    }
}
