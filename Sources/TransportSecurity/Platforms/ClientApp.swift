/// The app, the system and the API that sent a request, as far as its User-Agent tells.
///
/// Apple does not document these strings. The forms are those seen in practice (matomo device-detector, ua-parser,
/// access logs). A User-Agent can lie: it selects the policy to apply, and proves nothing.
public struct ClientApp: Hashable, Codable, Sendable {
    /// The app's name, or the name of the system process that loads for the app (`AppleCoreMedia`,
    /// `com.apple.WebKit.Networking`); nil if only the web engine is named.
    public var name: String?
    /// The version after the name; for an app, its `CFBundleVersion`.
    public var version: String?
    /// The API that the load goes through; `urlSession` if the string does not tell.
    public var api: LoadingAPI
    /// The system; nil if the string does not tell, or has one of the frozen version numbers.
    public var os: OSVersion?
    /// The string as sent, truncated after `maximumLength` bytes.
    public var userAgent: String

    /// Creates an app with the given facts.
    public init(name: String?, version: String?, api: LoadingAPI, os: OSVersion?, userAgent: String) {
        self.name = name
        self.version = version
        self.api = api
        self.os = os
        self.userAgent = userAgent
    }

    /// The number of bytes of UTF-8 of a User-Agent that are read and kept.
    public static let maximumLength = 512

    /// Creates an app from a User-Agent (RFC 9110 §10.1.5). Any text is accepted.
    public init(userAgent: String) {
        let text = String(decoding: userAgent.utf8.prefix(Self.maximumLength), as: UTF8.self)
        let tokens = UserAgentTokens(text)
        let form = Form(tokens)
        let (name, version) = form.product(of: tokens)
        self.init(
            name: name, version: version, api: form.api, os: OSVersion(tokens), userAgent: text)
    }
}

extension ClientApp {
    /// The kinds of User-Agents that tell something about the API.
    private enum Form {
        /// `MyApp/42 CFNetwork/… Darwin/…`, or any string that an app sets itself.
        case app
        /// `AppleCoreMedia/…`: the system's media process, for AVFoundation.
        case coreMedia
        /// `com.apple.WebKit.Networking/…`, `NetworkingExtension/…`: the network process of web views.
        case webProcess
        /// `Mozilla/5.0 (iPhone; …) AppleWebKit/… Mobile/…` without Safari's own tokens.
        case webView
        /// The form of `webView` with `Version/…` and `Safari/…`, which only Safari sends.
        case safari

        init(_ tokens: UserAgentTokens) {
            switch tokens.first?.name {
            case "AppleCoreMedia":
                self = .coreMedia
            case "NetworkingExtension":
                self = .webProcess
            case "Mozilla" where tokens["AppleWebKit"] != nil && tokens.namesAppleDevice:
                let isSafari = tokens["Version"] != nil && tokens["Safari"] != nil && Self.own(tokens) == nil
                self = isSafari ? .safari : .webView
            case let name?:
                self = name.hasPrefix("com.apple.WebKit") ? .webProcess : .app
            case nil:
                self = .app
            }
        }

        var api: LoadingAPI {
            switch self {
            case .app: return .urlSession
            case .coreMedia: return .avFoundation
            case .webProcess, .webView: return .webView
            case .safari: return .none
            }
        }

        func product(of tokens: UserAgentTokens) -> (name: String?, version: String?) {
            switch self {
            case .app, .coreMedia, .webProcess:
                return (tokens.first?.name, tokens.first?.version)
            case .webView:
                let own = Self.own(tokens)
                return (own?.name, own?.version)
            case .safari:
                return ("Safari", tokens["Version"])
            }
        }

        /// The app that a web view names beside WebKit's products: `[FBAN/FBIOS;FBAV/450.0]`, `[LinkedInApp]`,
        /// `Instagram 300.0`, `Twitter for iPhone/7.52`, `MicroMessenger/8.0`.
        private static func own(_ tokens: UserAgentTokens) -> UserAgentTokens.Product? {
            var rest = tokens.products.drop { engineTokens.contains($0.name) }
            guard var own = rest.popFirst() else { return nil }
            if own.name.hasPrefix("[") { return bracketed(own) }
            if let joined = underscored(own) { return joined }
            while own.version == nil, let next = rest.popFirst(), !engineTokens.contains(next.name) {
                if next.version == nil, next.name.first?.isNumber == true {
                    own.version = next.name
                } else {
                    own = UserAgentTokens.Product(name: own.name + " " + next.name, version: next.version)
                }
            }
            return own
        }

        /// The name and the version that an underscore joins, as in `musical_ly_21.1.0 JsSdk/2.0` of TikTok.
        private static func underscored(_ product: UserAgentTokens.Product) -> UserAgentTokens.Product? {
            guard product.version == nil, let mark = product.name.lastIndex(of: "_") else { return nil }
            let version = product.name[mark...].dropFirst()
            guard version.first?.isNumber == true, version.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
            return UserAgentTokens.Product(name: String(product.name[..<mark]), version: String(version))
        }

        private static func bracketed(_ product: UserAgentTokens.Product) -> UserAgentTokens.Product {
            let text = (product.name + (product.version.map { "/" + $0 } ?? "")).filter { $0 != "[" && $0 != "]" }
            let parts = text.split(separator: ";").map { $0.split(separator: "/", maxSplits: 1) }
            let values = Dictionary(
                parts.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
                uniquingKeysWith: { first, _ in first })
            let name = values["FBAN"] ?? parts.first?.first.map(String.init) ?? text
            return UserAgentTokens.Product(name: name, version: values["FBAV"])
        }

        /// The products that WebKit itself names, and that of a library around it. An app's
        /// `applicationNameForUserAgent` stands beside them.
        private static let engineTokens: Set<String> = [
            "Mozilla", "AppleWebKit", "Version", "Mobile", "Safari", "BytedanceWebview",
        ]
    }
}
