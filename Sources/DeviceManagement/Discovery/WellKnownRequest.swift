import InternetNames

/// The request of a device for the document that names the management service of a domain.
///
/// The path and the query are those of Apple's "Implementing the simple authentication account-driven enrollment flow",
/// step 2: `/.well-known/com.apple.remotemanagement?user-identifier=anna@example.com&model-family=iPhone`.
public struct WellKnownRequest: Hashable, Sendable {
    /// The host and the port of the domain.
    public var domain: Authority
    /// The account of the user; nil for a request without a query, as a person sends it with a browser.
    public var userIdentifier: String?
    /// The family of the device.
    public var modelFamily: ModelFamily

    /// Creates a request.
    public init(to domain: Authority, for userIdentifier: String?, modelFamily: ModelFamily = .iPhone) {
        self.domain = domain
        self.userIdentifier = userIdentifier
        self.modelFamily = modelFamily
    }

    /// The path of the document.
    public static let path = "/.well-known/com.apple.remotemanagement"

    /// The URL of the request; nil if the account is too long for a URL.
    public var url: LoadURL? {
        let destination = domain.port == 443 ? domain.host.bracketed : domain.description
        return try? LoadURL("https://\(destination)\(Self.path)\(query)")
    }

    private var query: String {
        guard let userIdentifier else { return "" }
        return "?user-identifier=\(Self.encoded(userIdentifier))&model-family=\(modelFamily.rawValue)"
    }

    /// The text in percent-encoding, except unreserved characters and the at sign (RFC 3986 §2.1, §3.4).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~@".contains(character) {
                encoded.append(character)
            } else {
                encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}

/// A family of devices, as a device names its own to the well-known service of a domain.
///
/// The names are those of Apple's "Implementing the simple authentication account-driven enrollment flow", step 2.
public enum ModelFamily: String, CaseIterable, Sendable {
    case appleTV = "AppleTV"
    case iPad
    case iPhone
    case mac = "Mac"
    case realityDevice = "RealityDevice"
    case watch = "Watch"
}
