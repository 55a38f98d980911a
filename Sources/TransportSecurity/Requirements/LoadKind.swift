/// The programming interface through which an app loads something, as `--api` names it.
public enum LoadKind: String, CaseIterable, Codable, Sendable {
    /// `URLSession`, `NSURLConnection`, `URLSessionWebSocketTask`.
    case urlSession = "URLSession"
    /// `WKWebView` and its elders: web content.
    case webView = "WebView"
    /// AVFoundation: media.
    case avFoundation = "AVFoundation"
    /// Network framework, sockets, a library of one's own: not subject to ATS
    /// (Apple, "Preventing Insecure Network Connections").
    case none

    /// Whether ATS judges such loads at all.
    public var isSubjectToATS: Bool { self != .none }
}
