import InternetNames
import TransportSecurity

/// A file to download, and the bounds.
public struct DownloadRequest {
    /// The host and the port.
    public var authority: Authority
    /// The request target in origin form.
    public var target: String
    /// The largest body, in bytes.
    public var sizeLimit: Int
    /// The time for all of it, from the lookup to the last byte, in milliseconds. This limit also ends
    /// downloads from servers that send too slowly.
    public var milliseconds: Int
    /// The rules by which the connection is judged.
    public var rules: RuleSet
    /// The findings that do not count.
    public var waivers: [Waiver]
    /// The system whose hello is sent, and by whose rules the connection is judged.
    public var os = OSVersion.newest
    /// The accepted media types, as in the field `Accept`.
    public var accept = "*/*"
    /// The address to connect to; nil for those of the host. An upstream proxy chooses the address itself.
    public var address: IPAddress?
    /// Whether the connection is judged. False if the server was judged before.
    public var isJudged = true

    /// A request with these parts.
    public init(
        of authority: Authority, target: String, sizeLimit: Int, milliseconds: Int, rules: RuleSet,
        waivers: [Waiver] = []
    ) {
        self.authority = authority
        self.target = target
        self.sizeLimit = sizeLimit
        self.milliseconds = milliseconds
        self.rules = rules
        self.waivers = waivers
    }

    /// ATS as it is without any exception. Hosts that a system exempts, such as addresses and
    /// hosts of Apple, are not exempt here.
    var requirements: Requirements {
        Requirements(host: authority.host, os: os)
    }

    /// The largest number of bytes that a connection may bring: twice the largest body, for the coding in chunks, and 1
    /// MiB for the handshake and the header section.
    var byteLimit: Int { 2 * sizeLimit + 1 << 20 }

    /// The bytes of the request.
    var bytes: [UInt8] {
        let host = authority.port == 443 ? authority.host.bracketed : authority.description
        return Array(
            """
            GET \(target) HTTP/1.1\r
            Host: \(host)\r
            User-Agent: atsproxy\r
            Accept: \(accept)\r
            Accept-Encoding: identity\r
            Connection: close\r
            \r

            """.utf8)
    }
}

/// A file that was downloaded, and the handshake of the connection that carried it.
public struct DownloadedFile: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// The facts of the handshake, by which the connection can be judged again.
    public let handshake: Handshake
    /// The media type of the file; nil if the server names none.
    public let contentType: String?
}
