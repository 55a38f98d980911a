import JSONWriting

/// A ClientHello as it was sent and the answer as it arrived, in records of TLS.
///
/// The bytes differ from one probe to the next, because a hello has random parts. The identifier of facts therefore
/// does not depend on them.
public struct HelloExchange: Hashable, Sendable {
    /// The records that were sent until the server chose or refused: the ClientHello and, after a HelloRetryRequest,
    /// the second one. At most `sentLimit` bytes.
    public private(set) var sent: [UInt8] = []
    /// The records up to the end of the ServerHello or of the alert in its place; empty if the server sent nothing. Of
    /// a server that does not speak TLS, its first bytes. At most `receivedLimit` bytes.
    public private(set) var received: [UInt8] = []

    /// The most sent bytes that are kept. A hello with a key share of X25519MLKEM768 has up to 2,000.
    public static let sentLimit = 4096
    /// The most received bytes that are kept.
    public static let receivedLimit = 1024

    /// Creates an exchange with those bytes, as far as the limits permit.
    public init(sent: [UInt8] = [], received: [UInt8] = []) {
        addSent(sent)
        addReceived(received)
    }

    /// Appends bytes that were sent, as far as the limit permits.
    public mutating func addSent(_ bytes: some Collection<UInt8>) {
        sent += bytes.prefix(Self.sentLimit - sent.count)
    }

    /// Appends bytes that arrived, as far as the limit permits.
    public mutating func addReceived(_ bytes: some Collection<UInt8>) {
        received += bytes.prefix(Self.receivedLimit - received.count)
    }

    /// Removes the last bytes that arrived, until so many are left.
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
