/// The name of a setting of `serve`: an option without its dashes, and a key of the configuration file.
enum SettingName: String, CaseIterable {
    case listen
    case listenTransparent = "listen-transparent"
    case appOf = "app-of"
    case policy
    case policies
    case os
    case linkedSDK = "linked-sdk"
    case api
    case mode
    case strictTunnel = "strict-tunnel"
    case app
    case ignore
    case allowClient = "allow-client"
    case authFile = "auth-file"
    case allowDestination = "allow-destination"
    case denyDestination = "deny-destination"
    case pacHost = "pac-host"
    case upstreamProxy = "upstream-proxy"
    case upstreamAuth = "upstream-auth"
    case noUpstream = "no-upstream"

    case roots
    case certificateFile = "ca-file"
    case revocationList = "crl"
    case logList = "ct-log-list"
    case updateData = "update-data"
    case dataSource = "data-source"
    case resolve
    case handshakeTimeout = "handshake-timeout"
    case connectTimeout = "connect-timeout"
    case noAIA = "no-aia"
    case events
    case segmentSize = "segment-size"
    case segmentAge = "segment-age"
    case proxyName = "proxy-name"
    case logQuery = "log-query"
    case workers
    case verdictTTL = "verdict-ttl"
    case examine
    case drainTimeout = "drain-timeout"
    case pidFile = "pid-file"
    case console
    case consoleHost = "console-host"
    case metrics
    case profileCertificate = "profile-cert"
    case profileKey = "profile-key"
    case systemProxy = "system-proxy"

    /// Whether entries of `listeners` can set it. Other settings hold for the whole process.
    var isOfListener: Bool {
        switch self {
        case .listen, .listenTransparent, .appOf, .policy, .policies, .os, .linkedSDK, .api, .mode, .strictTunnel, .app,
            .ignore, .allowClient,
            .authFile,
            .allowDestination, .denyDestination, .pacHost, .upstreamProxy, .upstreamAuth, .noUpstream:
            return true
        case .roots, .certificateFile, .revocationList, .logList, .updateData, .dataSource, .resolve,
            .handshakeTimeout, .connectTimeout,
            .noAIA, .events, .segmentSize, .segmentAge, .proxyName, .logQuery, .workers, .verdictTTL, .examine,
            .drainTimeout, .pidFile,
            .console, .consoleHost, .metrics, .profileCertificate, .profileKey, .systemProxy:
            return false
        }
    }

    /// The value of `policy` that leaves the choice to `policies`, by the names of their bundles.
    static let automaticPolicy = "auto"

    /// The form of the value in a configuration file.
    var shape: Shape {
        switch self {
        case .listen, .listenTransparent, .appOf, .policies, .app, .ignore, .allowClient, .allowDestination,
            .denyDestination, .pacHost, .resolve, .consoleHost, .noUpstream, .dataSource:
            return Shape(.text, isRepeatable: true)
        case .certificateFile, .revocationList:
            return Shape(.path, isRepeatable: true)
        case .policy, .authFile, .upstreamAuth, .roots, .logList, .events, .pidFile, .profileCertificate, .profileKey:
            return Shape(.path)
        case .os, .linkedSDK, .api, .mode, .examine, .console, .metrics, .upstreamProxy, .segmentSize, .segmentAge,
            .proxyName, .updateData:
            return Shape(.text)
        case .handshakeTimeout, .connectTimeout, .workers, .verdictTTL, .drainTimeout:
            return Shape(.number)
        case .logQuery, .noAIA, .strictTunnel, .systemProxy:
            return Shape(.boolean)
        }
    }

    /// The type of a setting's value, and whether a list of values is permitted.
    struct Shape: Hashable {
        var kind: Kind
        var isRepeatable: Bool

        init(_ kind: Kind, isRepeatable: Bool = false) {
            self.kind = kind
            self.isRepeatable = isRepeatable
        }

        enum Kind: Hashable {
            case text
            /// A path; in a file, relative to that file.
            case path
            case number
            case boolean
        }
    }
}
