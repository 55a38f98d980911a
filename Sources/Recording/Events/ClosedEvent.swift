import InternetNames
import TransportSecurity

/// The end of a load's connection.
public struct ClosedEvent: Hashable, Decodable, Sendable {
    /// When it ended.
    public var time: Instant
    /// The name of the load, that of its decision.
    public var id: Spelled<EventID>
    /// The host that the load addressed; nil, as is the port, where no target could be read.
    public var host: Host?
    /// Its port.
    public var port: UInt16?
    /// How many bytes of the load the client sent.
    public var bytesFromClient: Int64
    /// How many bytes of the load the server sent.
    public var bytesFromServer: Int64
    /// How long the load lasted, in milliseconds.
    public var durationMilliseconds: Int64
    /// Who ended it.
    public var endedBy: Party
    /// In which way.
    public var how: Manner
    /// Where the device itself seems to have refused the server: what speaks for that.
    public var clientRefusal: ClientRefusal?

    /// The end of that load.
    public init(
        time: Instant, id: Spelled<EventID>, host: Host?, port: UInt16?, bytesFromClient: Int64,
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

    /// Who ends a connection.
    public enum Party: String, CaseIterable, Codable, JSONWritable, Sendable {
        case client, server, proxy
    }

    /// How a connection ends.
    public enum Manner: String, CaseIterable, Codable, JSONWritable, Sendable {
        /// In order: all was sent and received.
        case finished
        /// Broken off.
        case reset
        /// Nothing came for too long.
        case timeout
        /// What was seen inside the tunnel is not permitted.
        case blocked
        /// The proxy stopped.
        case drained
    }

    /// A sign that the device refused the server's certificate or parameters.
    public struct ClientRefusal: Hashable, Decodable, JSONWritable, Sendable {
        /// The registered name of the TLS alert that the client sent; nil where none was readable.
        public var alert: String?
        /// What was seen, in one sentence.
        public var evidence: String

        /// A refusal with that evidence.
        public init(alert: String? = nil, evidence: String) {
            self.alert = alert
            self.evidence = evidence
        }

        /// Writes the refusal as an object.
        public func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("alert", alert)
                json.member("evidence", evidence)
            }
        }
    }
}

extension ClosedEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.closed)
            json.member("id", id)
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
