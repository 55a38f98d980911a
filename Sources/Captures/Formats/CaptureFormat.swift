/// The format of a file with captured traffic.
public enum CaptureFormat: Hashable, Sendable {
    /// Packets as libpcap writes them (draft-ietf-opsawg-pcap).
    case pcap
    /// Packets in blocks (draft-ietf-opsawg-pcapng).
    case pcapng
    /// Requests of a browser or a debugging proxy as JSON (HTTP Archive 1.2).
    case httpArchive

    /// The number of bytes at the beginning of a file that always tell its format.
    public static let headLength = 4096

    /// The format of a file that begins with these bytes; nil for any other file. The name of the file does not count.
    public init?(beginning head: [UInt8]) {
        if PcapHeader.ByteOrder(magic: head.prefix(4)) != nil {
            self = .pcap
        } else if head.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            self = .pcapng
        } else if Self.beginsArchive(head) {
            self = .httpArchive
        } else {
            return nil
        }
    }

    /// Whether the bytes begin a JSON object whose first member is `log`. No event of a recording has that member.
    private static func beginsArchive(_ head: [UInt8]) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = head.starts(with: byteOrderMark) ? head.dropFirst(3) : head[...]
        let withoutSpace = text.lazy.filter { $0 > 0x20 }
        return withoutSpace.prefix(7).elementsEqual("{\"log\":".utf8)
    }
}

/// The reason for which the rest of a capture cannot be read.
public enum CaptureFault: Error, Hashable, Sendable {
    /// The file ends within its header, a block or a packet.
    case cut
    /// The bytes at this offset break the format.
    case malformed(offset: Int64, String)

    /// The fault as a clause about the file.
    public var clause: String {
        switch self {
        case .cut: "it ends too early"
        case .malformed(let offset, let reason): "at byte \(offset), \(reason)"
        }
    }
}
