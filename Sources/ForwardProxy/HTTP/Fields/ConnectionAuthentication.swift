/// Authentication that a server takes for a whole connection and not for one request: NTLM and Negotiate (RFC 4559).
///
/// HTTP has no such thing, but servers do it, and RFC 4559 §6 asks proxies not to share connections that were
/// authenticated so.
enum ConnectionAuthentication {
    /// Whether a request, or a response, with those fields takes part in it.
    static func isPart(of fields: Fields) -> Bool {
        names(.authorization, in: fields) || names(.wwwAuthenticate, in: fields)
    }

    private static func names(_ field: FieldName, in fields: Fields) -> Bool {
        var isNamed = false
        // Challenges may have commas of their own; what follows one of those is no scheme.
        fields.forEachMember(of: field) { if isScheme($0.prefix { !$0.isBlank }) { isNamed = true } }
        return isNamed
    }

    private static func isScheme(_ name: ArraySlice<UInt8>) -> Bool {
        name.equals(ignoringCase: "ntlm") || name.equals(ignoringCase: "negotiate")
            || name.equals(ignoringCase: "kerberos")
    }
}
