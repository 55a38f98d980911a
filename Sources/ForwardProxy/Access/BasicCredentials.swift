import TransportSecurity

/// The user name and the password in a field value of the scheme Basic (RFC 7617).
public struct BasicCredentials: Hashable, Sendable {
    var user: String
    var password: String

    /// Reads `NAME:PASSWORD`; nil if there is no colon, or if a character is a control (RFC 7617 §2).
    public init?(_ text: some StringProtocol) {
        guard let colon = text.firstIndex(of: ":"),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
        user = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }

    /// The field value, in UTF-8.
    var fieldValue: [UInt8] {
        Array("Basic \(Base64.encode(Array("\(user):\(password)".utf8)))".utf8)
    }

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

extension BasicCredentials: CustomStringConvertible {
    /// The name. The description does not contain the password.
    public var description: String { user }
}
