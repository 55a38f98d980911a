import InternetNames
import JSONWriting
import TransportSecurity

/// The decision on one load, with the verdict and its context:
///
///     {"time":"2026-11-28T09:15:00.300Z","event":"decision","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","kind":"5f0c…",…,
///      "scheme":"https","host":"api.example.com","port":443,…,"decision":"blocked",…,"violations":[{"rule":…}],…}
public struct DecisionEvent: Hashable, Sendable {
    /// The time of the decision.
    public var time: Instant
    /// The identifier of the load. A second decision on the same load has the same identifier. A recording that is read
    /// may have any text in its place.
    public var id: TextOrValue<EventID>
    /// The kind of the load; nil in an event without a client, and in recordings of earlier versions.
    public var kind: LoadKindID?
    /// The kind of the first decision on the load, `after` in JSON; nil in that decision itself.
    ///
    /// Each line can thus be counted without the lines before it. The first of these two lines counts a load. The
    /// second one counts another decision on that load. The end of the load counts with its last decision.
    ///
    ///     {…,"event":"decision","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","kind":"5f0c…","after":null,…}
    ///     {…,"event":"decision","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","kind":"a27e…","after":"5f0c…",…}
    public var firstKind: LoadKindID?
    /// The end of the load, if it came before this decision; else nil.
    public var ended: EndedLoad?
    /// The origin of the decision, with the members that only decisions of this origin have. The members of its client
    /// are also those of `client`.
    public var origin: Origin
    /// The scheme of the load, `https` for CONNECT; nil, like host and port, if no target could be parsed.
    public var scheme: Load.Scheme?
    /// The host of the load.
    public var host: Host?
    /// The port of the load.
    public var port: UInt16?
    /// The path, without its query by default; nil if it is not visible.
    public var path: ByteString?
    /// The address that was probed or connected to; with the route `upstream`, that of the upstream proxy.
    public var address: IPAddress?
    /// The way to the server; nil if there was no load, as where a client may not use the proxy, and in recordings of
    /// versions that knew no routes.
    public var route: Route?
    /// The action of the proxy.
    public var decision: Decision
    /// The requirements of the policy for the host; nil if nothing was judged.
    public var policy: CachedJSON<PolicySummary>?
    /// The `id` of the `FactsEvent` that the verdict is based on.
    public var facts: String?
    /// The handshake that was judged.
    public var tls: CachedJSON<TLSSummary>?
    /// The observation of the tunnel, if it was judged.
    public var tunnel: TunnelSummary?
    /// Whether the client accepted the server of the tunnel: true if application data followed in both directions,
    /// false if the client ended the connection instead. Nil if the tunnel does not show either, or if the certificates
    /// of the server pass, so the client had nothing to accept.
    public var accepted: Bool?
    /// The violations of ATS.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the app may override.
    public var warnings: [Finding]
    /// Advice, and facts that could not be determined.
    public var notes: [Note]
    /// The failure, if the decision is `failed`.
    public var error: Failure?

    /// Creates a decision whose other members are to be filled in.
    public init(time: Instant, id: TextOrValue<EventID>, from origin: Origin, decision: Decision) {
        self.time = time
        self.id = id
        self.origin = origin
        self.decision = decision
        (violations, warnings, notes) = ([], [], [])
    }

    /// A failure of the network or the request.
    public struct Failure: Hashable, Decodable, Sendable {
        /// An error type of RFC 9209 §2.3, such as `dns_error` or `connection_refused`, as in `Proxy-Status`.
        public var kind: String
        /// The failure in one sentence.
        public var message: String
        /// The host and port of the upstream proxy that failed, as in `Proxy-Status`; nil for any other failure.
        public var nextHop: String?
        /// The status code that the upstream proxy sent; nil without one.
        public var receivedStatus: Int?

        /// Creates a failure of a type.
        public init(kind: String, message: String, nextHop: String? = nil, receivedStatus: Int? = nil) {
            self.kind = kind
            self.message = message
            self.nextHop = nextHop
            self.receivedStatus = receivedStatus
        }
    }
}

extension DecisionEvent: JSONWritable {
    /// Writes the event. Members about a client are omitted if there is none.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Writes the members without the braces, for an object with additional members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("time", time)
        json.member("event", EventName.decision)
        json.member("id", id)
        if let kind {
            json.member("kind", kind)
            json.member("after", firstKind)
            json.member("ended", ended)
        }
        if let client { client.write(to: &json) }
        json.member("scheme", scheme)
        json.member("host", host)
        json.member("port", port)
        json.member("path", path)
        json.member("address", address)
        json.member("route", route)
        json.member("mode", client?.mode)
        json.member("decision", decision)
        json.member("policy", policy)
        json.member("facts", facts)
        json.member("tls", tls)
        if let tunnel {
            json.member("tunnel", tunnel)
            json.member("accepted", accepted)
        } else if let accepted {
            // Only an event that was read can have the member without a tunnel. Others would have null here, which
            // tells nothing.
            json.member("accepted", accepted)
        }
        json.member("violations", violations)
        json.member("warnings", warnings)
        json.member("notes", notes)
        json.member("error", error)
        if case .check(let serverFacts) = origin, !serverFacts.isEmpty { json.member("serverFacts", serverFacts) }
    }
}

extension DecisionEvent: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try members.decodeIfPresent(Value.self, forKey: key)
        }
        time = try members.decode(Instant.self, forKey: .time)
        id = try members.decode(TextOrValue.self, forKey: .id)
        origin = try Origin(from: decoder)
        kind = try member(.kind)
        firstKind = try member(.firstKind)
        ended = try member(.ended)
        scheme = try member(.scheme)
        host = try member(.host)
        port = try member(.port)
        path = try member(.path)
        address = try member(.address)
        route = try member(.route)
        decision = try members.decode(Decision.self, forKey: .decision)
        policy = try member(.policy)
        facts = try member(.facts)
        tls = try member(.tls)
        tunnel = try member(.tunnel)
        accepted = try member(.accepted)
        violations = try members.decode([Finding].self, forKey: .violations)
        warnings = try members.decode([Finding].self, forKey: .warnings)
        notes = try members.decode([Note].self, forKey: .notes)
        error = try member(.error)
    }

    private enum CodingKeys: String, CodingKey {
        case firstKind = "after"
        case time, id, kind, ended, scheme, host, port, path, address, route, decision, policy, facts, tls
        case tunnel, accepted, violations, warnings, notes, error
    }
}

extension DecisionEvent.Failure: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind)
            json.member("message", message)
            if let nextHop { json.member("nextHop", nextHop) }
            if let receivedStatus { json.member("receivedStatus", receivedStatus) }
        }
    }
}
