import JSONWriting
import TransportSecurity

/// The bytes of a ClientHello and of the server's answer, in records of TLS.
///
/// The bytes differ from one probe to the next, because a hello has random parts. The identifier of facts therefore
/// does not depend on them.
public struct HelloExchange: Hashable, Sendable {
    /// The records that were sent before the server's choice or refusal, at most `sentLimit` bytes: the ClientHello
    /// and, after a HelloRetryRequest, the second one.
    public private(set) var sent: [UInt8] = []
    /// The records that were received, at most `receivedLimit` bytes, up to the end of the ServerHello or of the alert
    /// that the server sent instead. For a server that does not speak TLS, they are its first bytes. Empty if the
    /// server sent nothing.
    public private(set) var received: [UInt8] = []

    /// The largest number of sent bytes that are kept. A ClientHello with a key share of X25519MLKEM768 has up to
    /// 2,000.
    public static let sentLimit = 4096
    /// The largest number of received bytes that are kept. A ServerHello with a key share of X25519MLKEM768, of 1,120
    /// bytes, has about 1,220.
    public static let receivedLimit = 2048

    /// Creates an exchange with these bytes, up to the limits.
    public init(sent: [UInt8] = [], received: [UInt8] = []) {
        addSent(sent)
        addReceived(received)
    }

    /// Appends bytes that were sent, up to the limit.
    public mutating func addSent(_ bytes: some Collection<UInt8>) {
        sent += bytes.prefix(Self.sentLimit - sent.count)
    }

    /// Appends bytes that were received, up to the limit.
    public mutating func addReceived(_ bytes: some Collection<UInt8>) {
        received += bytes.prefix(Self.receivedLimit - received.count)
    }

    /// Removes the last received bytes until a number of bytes is left.
    public mutating func cutReceived(to count: Int) {
        received.removeLast(max(0, received.count - count))
    }
}

extension HelloExchange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sent", Base64Bytes(sent))
            json.member("received", Base64Bytes(received))
        }
    }
}

extension HelloExchange: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sent: try members.decode(Base64Bytes.self, forKey: .sent).bytes,
            received: try members.decode(Base64Bytes.self, forKey: .received).bytes)
    }

    private enum CodingKeys: String, CodingKey {
        case sent, received
    }
}

/// Bytes that are a string in Base64 in JSON.
struct Base64Bytes: Decodable, JSONWritable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Base64.decode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a value is not base64")
        }
        self.bytes = bytes
    }

    func write(to json: inout JSONWriter) {
        json.base64(bytes)
    }
}
