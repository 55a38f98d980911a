import InternetNames

/// The password of a Wi-Fi network. The description leaves the password out, and no message can show it by accident.
public struct WiFiPassword: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The password.
    public let secret: String

    /// Reads a password: 8 to 63 bytes of visible text in UTF-8 (passphrase), or 64 hexadecimal digits (key).
    public init(_ text: String) throws(ProfileFault) {
        let isKey = text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isKey || (8...63).contains(text.utf8.count), text.unicodeScalars.allSatisfy(\.isVisible) else {
            throw ProfileFault(
                sentence: "The password of a Wi-Fi network is 8 to 63 bytes of visible text, or 64 hexadecimal digits.")
        }
        secret = text
    }

    /// A text without the password.
    public var description: String { "a password" }

    /// A mirror without the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
