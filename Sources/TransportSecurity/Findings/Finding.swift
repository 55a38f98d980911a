/// A violation of one rule, with the expected and the actual value, the error that an app gets, and the exception for
/// the load.
public struct Finding: Hashable, Codable, Sendable {
    /// The rule that is violated.
    public var rule: RuleID
    /// The violation in one sentence.
    public var message: String
    /// The required value.
    public var expected: String
    /// The value of the server.
    public var actual: String
    /// The code below the `URLError` that an app can see, such as -9802; nil if none is known. See `StatusCode`.
    public var status: Int?
    /// The code of the `URLError` that an app would see; nil if the app would see none. A load ends with one error, which
    /// all findings of its verdict have.
    public var urlError: Int?
    /// The text of the `URLError`.
    public var urlErrorText: String?
    /// The exception that would permit the load, or only leave it to the app; nil if there is none.
    public var exception: Remedy?
    /// The cause, where the rule alone does not tell what would remove the finding; nil for all others, and in recordings
    /// of versions that told no causes.
    public var cause: Cause?

    /// Creates a finding of a rule.
    public init(
        rule: RuleID, message: String, expected: String, actual: String, error: LoadError? = nil,
        exception: Remedy? = nil, cause: Cause? = nil
    ) {
        self.rule = rule
        self.message = message
        self.expected = expected
        self.actual = actual
        status = error?.status?.rawValue
        urlError = error?.code.rawValue
        urlErrorText = error?.text
        self.exception = exception
        self.cause = cause
    }

    /// Replaces the error, if the finding has one, by that of another finding.
    mutating func takeError(of other: Finding) {
        guard urlError != nil else { return }
        (status, urlError, urlErrorText) = (other.status, other.urlError, other.urlErrorText)
    }

    /// An entry of `NSExceptionDomains` under whose keys the rule has no objection to the load.
    public struct Remedy: Hashable, Codable, Sendable {
        /// The key of the entry: a host name or an address.
        public var domain: String
        /// The keys of the entry, including the relaxations that already hold for this host. The most specific entry
        /// replaces all others, so that any key that is not repeated would be lost.
        public var keys: [String: Value]
        /// True if the keys only leave a failure of trust to the app's own code: the load does not succeed unless that
        /// code accepts the server.
        public var overridable: Bool?

        /// Creates a remedy for a domain.
        public init(domain: String, keys: [String: Value], overridable: Bool = false) {
            self.domain = domain
            self.keys = keys
            self.overridable = overridable ? true : nil
        }

        /// The value of a key.
        public enum Value: Hashable, Sendable {
            /// YES or NO.
            case boolean(Bool)
            /// A string, such as `TLSv1.0`.
            case string(String)
        }
    }
}

extension Finding.Remedy: CustomStringConvertible {
    /// The entry in one line, such as `example.com { NSExceptionAllowsInsecureHTTPLoads = YES }`.
    public var description: String {
        let pairs = keys.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .boolean(let isTrue): return "\(key) = \(isTrue ? "YES" : "NO")"
            case .string(let text): return "\(key) = \(text)"
            }
        }
        return "\(domain) { \(pairs.joined(separator: "; ")) }"
    }
}

extension Finding.Remedy.Value: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        }
    }
}
