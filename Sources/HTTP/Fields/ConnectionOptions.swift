/// The options in Connection and Proxy-Connection (RFC 9110 §7.6.1).
public struct ConnectionOptions: Sendable {
    /// Whether the sender closes after this message.
    public private(set) var close = false
    /// Whether the sender would keep the connection open. An HTTP/1.0 sender has to say so.
    private(set) var keepAlive = false
    /// Whether the sender's Upgrade field is for this hop.
    public private(set) var upgrade = false
    /// The fields that the sender nominates as being for this hop only.
    private var nominated: [ArraySlice<UInt8>] = []

    /// The largest number of options in a head. Each option is compared with each field.
    private static let limit = 32

    /// Reads the options in the given fields; `nil` if there are too many.
    public init?(_ fields: Fields) {
        guard fields.has(.connection) || fields.has(.proxyConnection) else { return }
        var count = 0
        fields.forEachMember(of: .connection) { option in
            count += 1
            if count <= Self.limit { read(option) }
        }
        // No standard has Proxy-Connection, but clients send it to proxies instead of Connection.
        fields.forEachMember(of: .proxyConnection) { option in
            if option.equals(ignoringCase: "close") { close = true }
            if option.equals(ignoringCase: "keep-alive") { keepAlive = true }
        }
        guard count <= Self.limit else { return nil }
    }

    private mutating func read(_ option: ArraySlice<UInt8>) {
        if option.equals(ignoringCase: "close") {
            close = true
        } else if option.equals(ignoringCase: "keep-alive") {
            keepAlive = true
        } else if option.equals(ignoringCase: "upgrade") {
            upgrade = true
        } else {
            nominated.append(option)
        }
    }

    /// Whether the sender of a message of the given version keeps the connection open after it.
    ///
    /// RFC 9112 §9.3 tells a proxy to close the connection of every HTTP/1.0 client, because old proxies in between may
    /// pass on `Connection` unread. Such proxies are gone, and clients that send `keep-alive` rely on it.
    public func persist(_ version: HTTPVersion) -> Bool {
        switch version {
        case .http1_0: return keepAlive && !close
        case .http1_1: return !close
        }
    }

    /// Whether a field is removed at this hop, because it is for one hop or because Connection nominates it.
    ///
    /// A nomination of a field that the proxy knows, such as one for framing, routing or authentication, has no effect.
    /// Otherwise a client could remove the field, and the origin would read the request differently.
    public func drops(_ name: ArraySlice<UInt8>, known: FieldName?) -> Bool {
        if let known { return known.isHopByHop }
        return nominated.contains { $0.equals(ignoringCase: name) }
    }
}

/// Authentication of a whole connection instead of one request: NTLM and Negotiate (RFC 4559).
///
/// HTTP does not define such authentication, but servers use it. RFC 4559 §6 forbids proxies to share such a connection
/// between clients.
public enum ConnectionAuthentication {
    /// Whether a request or a response with the given fields is part of such authentication.
    public static func isPart(of fields: Fields) -> Bool {
        names(.authorization, in: fields) || names(.wwwAuthenticate, in: fields)
    }

    private static func names(_ field: FieldName, in fields: Fields) -> Bool {
        var isNamed = false
        // A quoted parameter of a challenge may contain commas. A member therefore need not begin with a scheme.
        fields.forEachMember(of: field) { if isScheme($0.prefix { !$0.isBlank }) { isNamed = true } }
        return isNamed
    }

    private static func isScheme(_ name: ArraySlice<UInt8>) -> Bool {
        name.equals(ignoringCase: "ntlm") || name.equals(ignoringCase: "negotiate")
            || name.equals(ignoringCase: "kerberos")
    }
}
