import TransportSecurity

/// The user name and the password in a field value of the scheme Basic (RFC 7617).
struct BasicCredentials: Hashable {
    var user: String
    var password: String

    /// Reads `Basic` and the Base64 of `user:password` in UTF-8; `nil` for any other value.
    init?(_ value: ArraySlice<UInt8>) {
        let parts = value.split(separator: 0x20)
        guard parts.count == 2, parts[0].equals(ignoringCase: "basic"),
            let pair = Base64.decode(utf8: parts[1], accepting: [.missingPadding, .spareBits]),
            let colon = pair.firstIndex(of: UInt8(ascii: ":")),
            let user = String(validating: pair[..<colon], as: UTF8.self),
            let password = String(validating: pair[(colon + 1)...], as: UTF8.self)
        else { return nil }
        self.user = user
        self.password = password
    }
}
