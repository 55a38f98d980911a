/// The link type of an interface (draft-ietf-opsawg-pcaplinktype), which tells the header before a packet of IP.
struct LinkType: Hashable {
    /// The registered number.
    let rawValue: UInt16

    /// The headers that can be read, by the number of their link type.
    private enum Header: UInt16 {
        // The loopback interface of BSD and macOS: an address family in four bytes.
        case null = 0
        case loop = 108
        case ethernet = 1
        // No header: the packet of IP begins at once.
        case rawBSD = 12
        case rawOpenBSD = 14
        case raw = 101
        case ipv4 = 228
        case ipv6 = 229
        // The device `any` of Linux.
        case linuxCooked = 113
        case linuxCooked2 = 276
        // Packets that the packet filter of Linux has logged.
        case nflog = 239
        // Packets of any interface of macOS, behind a header of their own.
        case pktap = 258
    }

    /// The protocol behind a header of Ethernet (IANA, "EtherTypes").
    private enum EtherType: UInt16 {
        case ipv4 = 0x0800
        case ipv6 = 0x86DD
        // Tags of VLANs.
        case tag = 0x8100
        case serviceTag = 0x88A8
        case outerTag = 0x9100
        // PPPoE sessions.
        case session = 0x8864
    }

    /// Whether the link type of a packet is one that can be read. A packet of `pktap` has a second link type in its
    /// header.
    func isKnown(in bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        guard let header = Header(rawValue: rawValue) else { return false }
        guard header == .pktap, range.count >= 16 else { return true }
        return Header(rawValue: Self.innerType(in: bytes, at: range).rawValue) != nil
    }

    /// The offset at which a packet of IP begins; nil if there is none.
    func internetOffset(in bytes: Span<UInt8>, at range: Range<Int>) -> Int? {
        let begin = range.lowerBound
        switch Header(rawValue: rawValue) {
        case .ethernet: return Self.behindEthernet(in: bytes, at: range)
        case .raw, .rawBSD, .rawOpenBSD, .ipv4, .ipv6: return begin
        case .null, .loop:
            // Four bytes of an address family, whose numbers and order differ. The packet itself has its version.
            return range.count > 4 ? begin + 4 : nil
        case .linuxCooked:
            guard range.count >= 16 else { return nil }
            return Self.behindTags(of: bytes.uint16(at: begin + 14), in: bytes, from: begin + 16, to: range.upperBound)
        case .linuxCooked2:
            guard range.count >= 20 else { return nil }
            return Self.behindTags(of: bytes.uint16(at: begin), in: bytes, from: begin + 20, to: range.upperBound)
        case .pktap: return Self.behindPKTAP(in: bytes, at: range)
        case .nflog: return LoggedPacket(bytes, at: range).begin
        case nil: return nil
        }
    }

    /// Whether the packets are those of a log of the packet filter.
    var isLog: Bool { Header(rawValue: rawValue) == .nflog }

    /// Whether a packet was logged because a gateway refused it.
    func isRefused(in bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        isLog && LoggedPacket(bytes, at: range).isRefused
    }

    /// The offset behind the header of Ethernet: two addresses of six bytes, and the type.
    private static func behindEthernet(in bytes: Span<UInt8>, at range: Range<Int>) -> Int? {
        guard range.count >= 14 else { return nil }
        let begin = range.lowerBound
        return behindTags(of: bytes.uint16(at: begin + 12), in: bytes, from: begin + 14, to: range.upperBound)
    }

    /// The largest number of types that are read: those of at most three tags, and the type behind these. More tags are
    /// not in use.
    private static let typeLimit = 4

    /// The offset behind tags of VLANs (IEEE 802.1Q and 802.1ad) and the header of PPPoE sessions (RFC 2516).
    private static func behindTags(of type: UInt16, in bytes: Span<UInt8>, from begin: Int, to end: Int) -> Int? {
        var (type, offset) = (type, begin)
        for _ in 0..<typeLimit {
            switch EtherType(rawValue: type) {
            case .ipv4, .ipv6: return offset < end ? offset : nil
            case .tag, .serviceTag, .outerTag:
                guard end - offset >= 4 else { return nil }
                type = bytes.uint16(at: offset + 2)
                offset += 4
            // The header of PPPoE has six bytes. The two of the protocol of PPP are not checked.
            case .session: return end - offset > 8 ? offset + 8 : nil
            case nil: return nil
            }
        }
        return nil
    }

    /// The offset behind the header that macOS writes for `pktap` interfaces, whose length and inner link type are in
    /// its first two fields, little-endian.
    private static func behindPKTAP(in bytes: Span<UInt8>, at range: Range<Int>) -> Int? {
        guard range.count >= 16 else { return nil }
        let begin = range.lowerBound
        let length = Int(bytes.uint32(at: begin).byteSwapped)
        let inner = innerType(in: bytes, at: range)
        guard length >= 16, length < range.count, inner.rawValue != Header.pktap.rawValue else { return nil }
        return inner.internetOffset(in: bytes, at: begin + length..<range.upperBound)
    }

    /// The link type behind the header of a `pktap` interface, which has at least 16 bytes.
    private static func innerType(in bytes: Span<UInt8>, at range: Range<Int>) -> LinkType {
        LinkType(rawValue: UInt16(truncatingIfNeeded: bytes.uint32(at: range.lowerBound + 8).byteSwapped))
    }
}

/// A packet that Linux has logged with attributes (`nfnetlink_log`), in a capture of the link type NFLOG.
///
/// A header of four bytes comes first. Each attribute has its length (two bytes, which also counts these four bytes),
/// its type (two bytes), its value, and padding up to a multiple of four bytes.
struct LoggedPacket {
    /// The offset at which the packet begins; nil if there is none.
    private(set) var begin: Int?
    /// Whether `config/gateway` refused the packet: the prefix of its log entry says so.
    private(set) var isRefused = false

    /// The prefix of the packets that `config/gateway` refuses.
    static let refusalPrefix = "atsproxy-refused"

    private enum Attribute: UInt16 {
        /// `NFULA_PAYLOAD`, the packet.
        case payload = 9
        /// `NFULA_PREFIX`, the text of the rule that logged the packet, followed by a zero byte.
        case prefix = 10
    }

    /// Reads the attributes in a range, up to the first malformed one.
    init(_ bytes: Span<UInt8>, at range: Range<Int>) {
        var offset = range.lowerBound + 4
        var hasPrefix = false
        // The byte order is that of the machine, which is little-endian nearly everywhere.
        while range.upperBound - offset >= 4 {
            let length = Int(bytes.uint16(at: offset).byteSwapped)
            // The uppermost bit of the type is a flag.
            let type = bytes.uint16(at: offset + 2).byteSwapped & 0x7FFF
            guard length >= 4, length <= range.upperBound - offset else { return }
            switch Attribute(rawValue: type) {
            case .payload: if begin == nil, length > 4 { begin = offset + 4 }
            case .prefix where !hasPrefix:
                hasPrefix = true
                let text = bytes.bytes(in: offset + 4..<offset + length)
                isRefused = text.prefix { $0 != 0 }.elementsEqual(Self.refusalPrefix.utf8)
            case .prefix, nil: break
            }
            offset += (length + 3) & ~3
        }
    }
}
