import InternetNames
import JSONWriting
import TransportSecurity

/// The event at the end of a load's connection:
///
///     {"time":"2026-11-28T09:15:01.123Z","event":"closed","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","kind":"5f0c…",…,
///      "bytesFromClient":517,"bytesFromServer":4096,"durationMilliseconds":823,"endedBy":"client","how":"finished",…}
public struct ClosedEvent: Hashable, Decodable, Sendable {
    /// The time of the end.
    public var time: Instant
    /// The identifier of the load, the same as in its decision.
    public var id: TextOrValue<EventID>
    /// The kind of the load by its last decision; nil if there was none yet, and in recordings of earlier versions.
    public var kind: LoadKindID?
    /// The kind of the load by its first decision, `after` in JSON; nil if `kind` is that of the first decision.
    public var firstKind: LoadKindID?
    /// The client's address and port.
    public var client: TextOrValue<Authority>?
    /// The proxy user, if authentication is required.
    public var user: String?
    /// The test case that the load belongs to; nil without one.
    public var label: String?
    /// The host of the load; nil, like the port, if no target could be parsed.
    public var host: Host?
    /// The port of the load.
    public var port: UInt16?
    /// The number of bytes of the load from the client.
    public var bytesFromClient: Int64
    /// The number of bytes of the load from the server.
    public var bytesFromServer: Int64
    /// The duration of the load in milliseconds.
    public var durationMilliseconds: Int64
    /// The party that ended the connection.
    public var endedBy: Party
    /// The manner in which the connection ended.
    public var how: Manner
    /// The signs that the device itself refused the server, if there are any.
    public var clientRefusal: ClientRefusal?

    /// Creates the event for the end of a load.
    public init(
        time: Instant, id: TextOrValue<EventID>, host: Host?, port: UInt16?, bytesFromClient: Int64,
        bytesFromServer: Int64, durationMilliseconds: Int64, endedBy: Party, how: Manner,
        clientRefusal: ClientRefusal? = nil
    ) {
        self.time = time
        self.id = id
        self.host = host
        self.port = port
        self.bytesFromClient = bytesFromClient
        self.bytesFromServer = bytesFromServer
        self.durationMilliseconds = durationMilliseconds
        self.endedBy = endedBy
        self.how = how
        self.clientRefusal = clientRefusal
    }

    private enum CodingKeys: String, CodingKey {
        case firstKind = "after"
        case time, id, kind, client, user, label, host, port, bytesFromClient, bytesFromServer, durationMilliseconds
        case endedBy, how, clientRefusal
    }

    /// The party that ends a connection.
    public enum Party: String, CaseIterable, Codable, JSONWritable, Sendable {
        case client, server, proxy
    }

    /// The manner in which a connection ends.
    public enum Manner: String, CaseIterable, Codable, JSONWritable, Sendable {
        /// The connection ended regularly, after everything was sent and received.
        case finished
        /// The connection was reset.
        case reset
        /// The connection ended after a time without data that was too long.
        case timeout
        /// The proxy ended the connection, because the content of the tunnel is not permitted.
        case blocked
        /// The proxy ended the connection, because the proxy was stopped.
        case drained
    }

    /// A sign that the device refused the server's certificate or parameters.
    public struct ClientRefusal: Hashable, Decodable, JSONWritable, Sendable {
        /// The registered name of the client's TLS alert; nil if none could be read.
        public var alert: String?
        /// The observation in one sentence.
        public var evidence: String

        /// Creates a refusal with its evidence.
        public init(alert: String? = nil, evidence: String) {
            self.alert = alert
            self.evidence = evidence
        }

        /// Writes the refusal as a JSON object.
        public func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("alert", alert)
                json.member("evidence", evidence)
            }
        }
    }
}

extension ClosedEvent: JSONWritable {
    /// Writes the event. Members about a client are omitted if there is none.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.closed)
            json.member("id", id)
            if let client {
                json.member("kind", kind)
                json.member("after", firstKind)
                json.member("client", client)
                json.member("user", user)
                if let label { json.member("label", label) }
            }
            json.member("host", host)
            json.member("port", port)
            json.member("bytesFromClient", bytesFromClient)
            json.member("bytesFromServer", bytesFromServer)
            json.member("durationMilliseconds", durationMilliseconds)
            json.member("endedBy", endedBy)
            json.member("how", how)
            json.member("clientRefusal", clientRefusal)
        }
    }
}
