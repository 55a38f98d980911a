import InternetNames
import JSONWriting
import TransportSecurity

/// The event with the offers in the `HTTPS` records of a destination (RFC 9460). Without such an event, the offers are
/// not known: there was no query, or no answer.
public struct ServiceEvent: Hashable, Sendable {
    /// The time of the answer.
    public var time: Instant
    /// The host.
    public var host: Host
    /// The port.
    public var port: UInt16
    /// The number of records in ServiceMode; 0 if the answer has none.
    public var records: Int
    /// The identifiers of protocols that are offered, such as `h3` and `h2`.
    public var protocols: [String]
    /// Whether keys for an encrypted ClientHello are offered.
    public var offersECH: Bool

    /// Creates an event.
    public init(time: Instant, host: Host, port: UInt16, records: Int, protocols: [String], offersECH: Bool) {
        self.time = time
        self.host = host
        self.port = port
        self.records = records
        self.protocols = protocols
        self.offersECH = offersECH
    }

    /// Whether HTTP/3 is offered (RFC 9114 §3.1). HTTP/3 runs over QUIC and does not pass through an HTTP proxy.
    public var offersHTTP3: Bool { protocols.contains("h3") }

    /// The destination.
    public var authority: Authority { Authority(host: host, port: port) }
}

extension ServiceEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.service)
            json.member("host", host)
            json.member("port", port)
            json.member("records", records)
            json.member("alpn", protocols)
            json.member("http3", offersHTTP3)
            json.member("ech", offersECH)
        }
    }
}

extension ServiceEvent: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            time: try members.decode(Instant.self, forKey: .time), host: try members.decode(Host.self, forKey: .host),
            port: try members.decode(UInt16.self, forKey: .port),
            records: try members.decode(Int.self, forKey: .records),
            protocols: try members.decode([String].self, forKey: .alpn),
            offersECH: try members.decode(Bool.self, forKey: .ech))
    }

    private enum CodingKeys: String, CodingKey {
        case time, host, port, records, alpn, ech
    }
}
