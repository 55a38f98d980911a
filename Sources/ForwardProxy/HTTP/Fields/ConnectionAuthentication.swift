/// Authentication of a whole connection instead of one request: NTLM and Negotiate (RFC 4559).
///
/// HTTP does not define it, but servers use it. RFC 4559 §6 requires proxies not to share such connections between
/// clients.
enum ConnectionAuthentication {
    /// Whether a request or a response with the given fields is part of such authentication.
    static func isPart(of fields: Fields) -> Bool {
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
