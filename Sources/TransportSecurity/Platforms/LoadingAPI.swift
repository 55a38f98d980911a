/// The API through which an app loads something, in the spelling of `--api`.
public enum LoadingAPI: String, CaseIterable, Codable, Sendable {
    /// `URLSession`, `NSURLConnection`, `URLSessionWebSocketTask`.
    case urlSession = "URLSession"
    /// `WKWebView` and its predecessors: web content.
    case webView = "WebView"
    /// AVFoundation: media.
    case avFoundation = "AVFoundation"
    /// Network framework, sockets or a third-party library, which are not subject to ATS (Apple, "Preventing Insecure
    /// Network Connections").
    case none

    /// Whether loads through this API are subject to ATS.
    public var isSubjectToATS: Bool { self != .none }
}
