/// The names of fields that the proxy acts on or protects. All other fields are only passed on.
public enum FieldName: UInt8, Sendable {
    // For one hop (RFC 9110 §7.6.1), or for the hop to a proxy (§11.7).
    case connection, proxyConnection, keepAlive, te, upgrade, http2Settings
    case proxyAuthorization, proxyAuthenticate, proxyAuthenticationInfo
    // Framing and routing.
    case host, contentLength, transferEncoding, trailer, expect, via, maxForwards
    // Read here, or protected from being nominated by Connection.
    case accept, userAgent, authorization, cookie, setCookie, contentType, contentEncoding, contentRange
    case cacheControl, date, range, location, wwwAuthenticate

    /// Reads a name in any case; `nil` for any other name.
    public init?(_ name: ArraySlice<UInt8>) {
        let found: FieldName?
        switch name.count {
        case 2: found = name.means(.te, "te")
        case 3: found = name.means(.via, "via")
        case 4: found = name.means(.host, "host") ?? name.means(.date, "date")
        case 5: found = name.means(.range, "range")
        case 6: found = name.means(.accept, "accept") ?? name.means(.cookie, "cookie") ?? name.means(.expect, "expect")
        case 7: found = name.means(.upgrade, "upgrade") ?? name.means(.trailer, "trailer")
        case 8: found = name.means(.location, "location")
        case 10:
            found =
                name.means(.connection, "connection") ?? name.means(.userAgent, "user-agent") ?? name.means(
                    .keepAlive, "keep-alive") ?? name.means(.setCookie, "set-cookie")
        case 12:
            found = name.means(.contentType, "content-type") ?? name.means(.maxForwards, "max-forwards")
        case 13:
            found =
                name.means(.authorization, "authorization") ?? name.means(.cacheControl, "cache-control")
                ?? name.means(.contentRange, "content-range")
        case 14:
            found = name.means(.contentLength, "content-length") ?? name.means(.http2Settings, "http2-settings")
        case 16:
            found =
                name.means(.proxyConnection, "proxy-connection") ?? name.means(.contentEncoding, "content-encoding")
                ?? name.means(.wwwAuthenticate, "www-authenticate")
        case 17: found = name.means(.transferEncoding, "transfer-encoding")
        case 18: found = name.means(.proxyAuthenticate, "proxy-authenticate")
        case 19: found = name.means(.proxyAuthorization, "proxy-authorization")
        case 25: found = name.means(.proxyAuthenticationInfo, "proxy-authentication-info")
        case _: found = nil
        }
        guard let found else { return nil }
        self = found
    }

    /// The bit of this name in a bit set.
    var bit: UInt32 { 1 << UInt32(rawValue) }

    /// Whether the field is for one hop only, and is never passed on unchanged.
    var isHopByHop: Bool {
        switch self {
        case .connection, .proxyConnection, .keepAlive, .te, .upgrade, .http2Settings, .proxyAuthorization,
            .proxyAuthenticate, .proxyAuthenticationInfo:
            return true
        case .host, .contentLength, .transferEncoding, .trailer, .expect, .via, .maxForwards, .accept, .userAgent,
            .authorization, .cookie, .setCookie, .contentType, .contentEncoding, .contentRange, .cacheControl, .date,
            .range, .location, .wwwAuthenticate:
            return false
        }
    }
}

extension ArraySlice<UInt8> {
    /// The field if the octets are its name.
    fileprivate func means(_ field: FieldName, _ name: StaticString) -> FieldName? {
        equals(ignoringCase: name) ? field : nil
    }
}
