/// A pcap file that a test writes: packets of TCP and UDP over IPv4, without a link header or as Linux logs them.
struct PacketFile {
    private(set) var bytes: [UInt8]
    /// The offsets at which the packets end.
    private(set) var ends: [Int] = []
    private let isBigEndian: Bool
    /// The prefix with which Linux logged the packets; nil for packets without a link header.
    private let logPrefix: String?

    static let client: [UInt8] = [192, 0, 2, 1]
    static let server: [UInt8] = [198, 51, 100, 7]

    init(isBigEndian: Bool = false, hasNanoseconds: Bool = false, logPrefix: String? = nil) {
        (self.isBigEndian, self.logPrefix) = (isBigEndian, logPrefix)
        bytes = []
        add(UInt32(hasNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4))
        add(UInt32(isBigEndian ? 0x0002_0004 : 0x0004_0002))
        for value in [0, 0, 262_144, logPrefix == nil ? 101 : 239] as [UInt32] { add(value) }
    }

    /// Adds a segment of the client, or of the server.
    ///
    /// - Parameter flags: The flags of the segment without ACK: 1 is FIN, 2 is SYN.
    mutating func add(
        _ payload: [UInt8], fromClient: Bool, port: UInt16 = 50_000, to serverPort: UInt16 = 443, at sequence: UInt32,
        acknowledging acknowledged: UInt32? = nil, flags: UInt8 = 0
    ) {
        let ports = fromClient ? [port, serverPort] : [serverPort, port]
        let allFlags = flags | (acknowledged == nil ? 0 : 0x10)
        let header =
            ports.flatMap(Self.big) + Self.big(sequence) + Self.big(acknowledged ?? 0) + [
                0x50, allFlags, 255, 255, 0, 0, 0, 0,
            ]
        addPacket(header + payload, of: 6, fromClient: fromClient)
    }

    /// Adds a datagram of the client, or of the server.
    mutating func addDatagram(_ payload: [UInt8], fromClient: Bool, ports: [UInt16]) {
        let header = ports.flatMap(Self.big) + Self.big(UInt16(payload.count + 8)) + [0, 0]
        addPacket(header + payload, of: 17, fromClient: fromClient)
    }

    private mutating func addPacket(_ content: [UInt8], of transport: UInt8, fromClient: Bool) {
        let ends = fromClient ? Self.client + Self.server : Self.server + Self.client
        let packet =
            linkHeader(before: 20 + content.count) + [0x45, 0] + Self.big(UInt16(20 + content.count)) + [
                0, 0, 0x40, 0, 64, transport, 0, 0,
            ] + ends + content
        for value in [1_700_000_000, 5, UInt32(packet.count), UInt32(packet.count)] { add(value) }
        bytes += packet
        self.ends.append(bytes.count)
    }

    /// The attributes of a logged packet (`nfnetlink_log`): the prefix, and the head of the payload.
    private func linkHeader(before length: Int) -> [UInt8] {
        guard let logPrefix else { return [] }
        func head(_ type: UInt8, _ length: Int) -> [UInt8] { [UInt8(length & 255), UInt8(length >> 8), type, 0] }
        let text = Array(logPrefix.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: -text.count & 3)
        return [2, 0, 0, 7] + head(10, 4 + text.count) + text + padding + head(9, 4 + length)
    }

    private mutating func add(_ value: UInt32) {
        bytes += isBigEndian ? Self.big(value) : Self.big(value).reversed()
    }

    /// The bytes of an integer, most significant first.
    static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
