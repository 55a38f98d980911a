import InternetNames
import JSONWriting
import TransportSecurity

extension DecisionEvent {
    /// The origin of a decision.
    public enum Origin: Hashable, Sendable {
        /// A client of the proxy, in a recording. A request that is refused before there is a load has this origin,
        /// too. Indirect, because an event is copied often.
        indirect case client(Client)
        /// The command `check` or `certificate`. Its output carries the facts themselves, first those in `facts`;
        /// recordings have events of their own for facts.
        case check(serverFacts: [FactsEvent])
    }

    /// A client of the proxy, with its own words about itself and its request.
    public struct Client: Hashable, Sendable {
        /// The address of the listener that the client connected to; empty where a log shipper has left it out.
        public var listener: String
        /// The client's address and port.
        public var address: TextOrValue<Authority>?
        /// The proxy user, if authentication is required.
        public var user: String?
        /// The app, if the client sent a User-Agent.
        public var app: CachedJSON<ClientApp>?
        /// The test case that the load belongs to; nil without one.
        public var label: String?
        /// The method of the request to the proxy.
        public var method: ByteString?
        /// The mode of the listener: whether violations are enforced. Nil only where a log shipper has left it out.
        public var mode: Mode?

        /// Creates the client of a listener.
        public init(
            listener: String = "", address: TextOrValue<Authority>? = nil, user: String? = nil,
            app: CachedJSON<ClientApp>? = nil, label: String? = nil, method: ByteString? = nil, mode: Mode? = nil
        ) {
            (self.listener, self.address, self.user, self.app) = (listener, address, user, app)
            (self.label, self.method, self.mode) = (label, method, mode)
        }
    }

    /// The client; nil in the output of `check`, which becomes an event of a client if one is assigned.
    public var client: Client? {
        get { if case .client(let client) = origin { client } else { nil } }
        set { origin = newValue.map(Origin.client) ?? .check(serverFacts: []) }
    }

    /// The app; nil if none is known.
    public var app: ClientApp? { client?.app?.value }

    /// Whether the proxy lets the load pass and records an event at its end. Decisions without a route are those of
    /// refusals and of earlier versions.
    package var isFollowedByEnd: Bool {
        guard case .client = origin, route != nil else { return false }
        switch decision {
        case .allowed, .wouldBlock: return true
        case .blocked, .failed: return false
        }
    }
}

extension DecisionEvent.Client {
    /// Writes the members of an event that come before those about the destination. The mode comes later.
    func write(to json: inout JSONWriter) {
        json.member("listener", listener)
        json.member("client", address)
        json.member("user", user)
        json.member("app", app)
        if let label { json.member("label", label) }
        json.member("method", method)
    }
}

extension DecisionEvent.Origin: Decodable {
    /// Reads the members of an event. An event without any member about a client is one of `check`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let client = DecisionEvent.Client(
            listener: try members.decodeIfPresent(String.self, forKey: .listener) ?? "",
            address: try members.decodeIfPresent(TextOrValue.self, forKey: .client),
            user: try members.decodeIfPresent(String.self, forKey: .user),
            app: try members.decodeIfPresent(CachedJSON.self, forKey: .app),
            label: try members.decodeIfPresent(String.self, forKey: .label),
            method: try members.decodeIfPresent(ByteString.self, forKey: .method),
            mode: try members.decodeIfPresent(Mode.self, forKey: .mode))
        let facts = try members.decodeIfPresent([FactsEvent].self, forKey: .serverFacts)
        self = client == DecisionEvent.Client() ? .check(serverFacts: facts ?? []) : .client(client)
    }

    private enum CodingKeys: CodingKey {
        case listener, client, user, app, label, method, mode, serverFacts
    }
}
