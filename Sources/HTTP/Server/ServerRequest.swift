import InternetNames

/// A request to a server of this program other than the proxy, such as the console.
public struct ServerRequest: Sendable {
    /// The method, as spelled.
    public let method: ByteString
    /// The path, as spelled: neither decoded nor normalized.
    public let path: ByteString
    /// The query without its question mark; nil if there is none.
    public let query: ByteString?
    /// The value of `Host`, read as an authority whose default port is 80; nil if it is missing or empty.
    public let authority: Authority?
    /// All fields.
    public let fields: Fields
    /// Whether the method is HEAD, whose response has no body.
    public let isHead: Bool
    /// Whether the client keeps the connection open for further requests.
    public let keepsAlive: Bool
    /// The body without its framing, empty until the whole request has come.
    public internal(set) var body: [UInt8] = []

    /// The request of a head; nil unless its target is a path. No browser sends another target to a server.
    public init?(_ head: RequestHead) {
        guard case .origin(let path, let query) = head.target else { return nil }
        method = ByteString(head.method)
        self.path = ByteString(path)
        self.query = query.map { ByteString($0) }
        authority = head.fields.first(.host).flatMap { Authority(parsing: $0, defaultPort: 80) }
        fields = head.fields
        isHead = head.isHead
        keepsAlive = head.version == .http1_1 && !head.options.close
    }

    /// The only value of the field with a name, in any case; nil if there is no such field. Throws an error for several
    /// values, because two programs could choose different ones.
    public func only(_ name: String) throws(AmbiguousField) -> ByteString? {
        let values = fields.all(name)
        guard values.count <= 1 else { throw AmbiguousField() }
        return values.first.map { ByteString($0) }
    }

    /// Whether a value of `Origin` (RFC 6454 §7) is that of a page which this server has sent without TLS.
    public func isForServer(ofOrigin origin: ByteString) -> Bool {
        let prefix = Array("http://".utf8)
        guard origin.octets.starts(with: prefix), let authority else { return false }
        return Authority(parsing: origin.octets.dropFirst(prefix.count), defaultPort: 80) == authority
    }

    /// The error for a head in which a field that may occur once occurs several times.
    public struct AmbiguousField: Error {}
}
