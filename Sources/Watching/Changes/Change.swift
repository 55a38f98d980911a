import TransportSecurity

/// A difference between the states of a server in two passes of a watch.
public struct Change: Hashable, Codable, Sendable {
    /// The title of the server's URL.
    public var server: String
    /// The direction of the change.
    public var grade: Grade
    /// The subject of the change.
    public var subject: Subject
    /// The name of the condition, such as that of a rule; nil for other subjects.
    public var name: String?
    /// The change in a sentence.
    public var text: String
    /// The time of the pass that found the change; nil before `WatchState.take`.
    public var time: Instant?

    /// Creates a change.
    public init(server: String, grade: Grade, subject: Subject, name: String? = nil, text: String) {
        self.server = server
        self.grade = grade
        self.subject = subject
        self.name = name
        self.text = text
    }

    /// Creates a change for the worse: a condition has appeared.
    init(_ condition: Condition, of server: String) {
        self.init(
            server: server, grade: .worse, subject: Subject(condition.kind), name: condition.name, text: condition.text)
    }

    /// The directions of changes.
    public enum Grade: String, CaseIterable, Codable, Sendable {
        case worse, better, neutral
    }

    /// The subjects of changes.
    public enum Subject: String, CaseIterable, Codable, Sendable {
        /// The server is down, or is back.
        case reach
        /// The server is no longer in the list.
        case list
        /// A condition of this kind has appeared or ended.
        case violation, warning, unjudged, discovery, openDiscovery, renewal, staple, coming, pin
        /// The key of the certificate.
        case key
        /// The issuer of the certificate.
        case issuer
        /// The version of TLS.
        case version
        /// The cipher suite.
        case cipher
        /// The group of the key exchange.
        case group

        /// The subject of a change of a condition.
        init(_ kind: Condition.Kind) {
            switch kind {
            case .violation: self = .violation
            case .warning: self = .warning
            case .unjudged: self = .unjudged
            case .discovery: self = .discovery
            case .openDiscovery: self = .openDiscovery
            case .renewal: self = .renewal
            case .staple: self = .staple
            case .coming: self = .coming
            case .pin: self = .pin
            }
        }
    }

    /// The subject for readers: the rule of a finding, else a few words.
    public var title: String {
        switch subject {
        case .reach: grade == .worse ? "down" : "back"
        case .list: "list"
        case .violation, .warning: name ?? subject.rawValue
        case .unjudged: "not judged"
        case .discovery, .openDiscovery: "discovery"
        case .renewal: "renewal"
        case .staple: "stapled OCSP response"
        case .coming: "coming refusal"
        case .pin: "pins"
        case .key, .issuer, .version, .group: subject.rawValue
        case .cipher: "cipher suite"
        }
    }

    /// Whether the change says that something is at fault now. A server that is down or not judged, and a discovery
    /// whose result is not known, are gaps in the knowledge.
    var isFault: Bool {
        switch subject {
        case .reach, .unjudged, .openDiscovery: false
        case .list, .violation, .warning, .discovery, .renewal, .staple, .coming, .pin, .key, .issuer, .version,
            .cipher, .group:
            grade == .worse
        }
    }
}

extension [Change] {
    /// At most `limit` of the changes, in order. Neutral changes are left out first, and changes for the worse last.
    /// Among changes of one grade, the oldest are left out first.
    func bounded(to limit: Int) -> [Change] {
        var kept = self
        for grade in [Change.Grade.neutral, .better, .worse] {
            var excess = kept.count - limit
            guard excess > 0 else { break }
            kept = kept.filter { change in
                guard excess > 0, change.grade == grade else { return true }
                excess -= 1
                return false
            }
        }
        return kept
    }
}
