import TransportSecurity

/// A file that was downloaded, and the handshake of the connection that carried it.
public struct DownloadedFile: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// The facts of the handshake, by which the connection can be judged again.
    public let handshake: Handshake
    /// The media type of the file; nil if the server names none.
    public let contentType: String?
}
