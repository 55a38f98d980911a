import JSONWriting

/// A fault in the way by which devices find a management service, or a note about that way.
public struct DiscoveryFinding: Hashable, Sendable {
    /// The stable name of the finding.
    public var code: Code
    /// The finding in one sentence, with its fix.
    public var sentence: String

    /// Creates a finding.
    public init(code: Code, _ sentence: String) {
        (self.code, self.sentence) = (code, sentence)
    }

    /// The effect of a finding on the enrolment.
    public enum Severity: String, Sendable {
        /// Devices refuse the answer, and enrol nowhere.
        case failure
        /// Whether devices can enrol is not known, because an answer is missing or unusual.
        case open
        /// Advice.
        case note
    }

    /// The kinds of findings, in the order in which a summary names them. The raw values are those in output.
    public enum Code: String, CaseIterable, Sendable {
        // The answer of a server.
        case notFound = "not-found"
        case httpStatus = "http-status"
        case tooSlow = "too-slow"
        case tooLarge = "too-large"
        case contentCoding = "content-coding"
        case brokenAnswer = "broken-answer"
        // A server that was not asked, because a device would not connect or the server was not judged.
        case notRequested = "not-asked"
        // A URL of a request or of a document of device management.
        case unreadableURL = "unreadable-url"
        // The document of the domain, and its servers.
        case webPage = "html"
        case contentType = "content-type"
        case notJSON = "not-json"
        case noServers = "no-servers"
        case unknownVersion = "unknown-version"
        case noBaseURL = "no-base-url"
        case baseURLNotHTTPS = "base-url-not-https"
        // Redirections.
        case unusableRedirectTarget = "redirect-target"
        case redirectToHTTP = "redirect-to-http"
        case redirectLoop = "redirect-loop"
        case tooManyRedirects = "too-many-redirects"
        // Notes on a document with several servers, and on the query with account and model.
        case severalServers = "several-servers"
        case queryLostInRedirect = "lost-query"
        case differsWithoutQuery = "without-query"

        /// The effect on the enrolment.
        public var severity: Severity {
            switch self {
            case .webPage, .notJSON, .noServers, .noBaseURL, .baseURLNotHTTPS, .unusableRedirectTarget,
                .redirectToHTTP, .redirectLoop, .tooManyRedirects:
                .failure
            case .notFound, .httpStatus, .tooSlow, .tooLarge, .contentCoding, .brokenAnswer, .notRequested,
                .unreadableURL, .contentType, .unknownVersion:
                .open
            case .severalServers, .queryLostInRedirect, .differsWithoutQuery: .note
            }
        }
    }
}

extension DiscoveryFinding: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code.rawValue)
            json.member("severity", code.severity.rawValue)
            json.member("message", sentence)
        }
    }
}
