/// The reason why the rest of a capture cannot be read.
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
