/// Which app, of which system, sent a request, and through which API, as far as its User-Agent tells.
///
/// No document of Apple's defines these strings; the forms are those seen in the field (matomo device-detector,
/// ua-parser, access logs). A User-Agent can lie: what is read here says whose rules to look at, and is no proof.
public struct ClientApp: Hashable, Codable, Sendable {
    /// The app's name, or that of the system's process that loads for it (`AppleCoreMedia`,
    /// `com.apple.WebKit.Networking`); nil where only the web engine is named.
    public var name: String?
    /// The version that goes with the name; of an app that is its `CFBundleVersion`.
    public var version: String?
    /// The API that the load goes through; `urlSession` where the string does not tell.
    public var api: LoadKind
    /// The system; nil where the string does not tell, or tells a number that is frozen.
    public var os: OSVersion?
    /// The string as sent, cut after `maximumLength` bytes.
    public var userAgent: String

    /// An app with these facts.
    public init(name: String?, version: String?, api: LoadKind, os: OSVersion?, userAgent: String) {
        self.name = name
        self.version = version
        self.api = api
        self.os = os
        self.userAgent = userAgent
    }

    /// How much of a User-Agent is read and kept, in bytes of UTF-8.
    public static let maximumLength = 512

    /// Reads a User-Agent (RFC 9110 §10.1.5); any text is accepted.
    public init(userAgent: String) {
        let text = String(decoding: userAgent.utf8.prefix(Self.maximumLength), as: UTF8.self)
        let tokens = UserAgentTokens(text)
        let form = Form(tokens)
        let (name, version) = form.product(of: tokens)
        self.init(
            name: name, version: version, api: form.api, os: OSVersion(tokens), userAgent: text)
    }

    /// Whether Safari, or Safari inside an app (SFSafariViewController), sent this: no app's policy holds for it.
    public var isSafari: Bool {
        api == .none && name == "Safari"
    }
}

extension ClientApp {
    /// The kinds of User-Agents that tell something about the API.
    private enum Form {
        /// `MyApp/42 CFNetwork/… Darwin/…`, or whatever an app sets for itself.
        case app
        /// `AppleCoreMedia/…`: the system's media process, for AVFoundation.
        case coreMedia
        /// `com.apple.WebKit.Networking/…`, `NetworkingExtension/…`: the network process of web views.
        case webProcess
        /// `Mozilla/5.0 (iPhone; …) AppleWebKit/… Mobile/…` without Safari's own tokens.
        case webView
        /// The same with `Version/…` and `Safari/…`, which only Safari sends.
        case safari

        init(_ tokens: UserAgentTokens) {
            switch tokens.first?.name {
            case "AppleCoreMedia":
                self = .coreMedia
            case "NetworkingExtension":
                self = .webProcess
            case "Mozilla" where tokens["AppleWebKit"] != nil && tokens.namesAppleDevice:
                self = tokens["Version"] != nil && tokens["Safari"] != nil ? .safari : .webView
            case let name?:
                self = name.hasPrefix("com.apple.WebKit") ? .webProcess : .app
            case nil:
                self = .app
            }
        }

        var api: LoadKind {
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
                let own = tokens.products.last { !Self.engineTokens.contains($0.name) }
                return (own?.name, own?.version)
            case .safari:
                return ("Safari", tokens["Version"])
            }
        }

        /// What WebKit itself puts into the string; an app's `applicationNameForUserAgent` stands beside it.
        private static let engineTokens: Set<String> = ["Mozilla", "AppleWebKit", "Version", "Mobile", "Safari"]
    }
}
