import TransportSecurity

/// The explanation of an error code that an app or its log shows after a failed load.
public struct ErrorExplanation: Hashable, Sendable {
    /// The code.
    public var code: Int
    /// Apple's name for the code, as in its headers.
    public var name: String
    /// The meaning in one sentence.
    public var meaning: String
    /// Possible causes, most likely first.
    public var causes: [String]
    /// Steps to find or remove the cause.
    public var advice: [String]
    /// The rules whose violations lead to this code.
    public var rules: [RuleID]

    /// Creates the explanation of a code; nil if the code has nothing to do with ATS or TLS.
    public init?(code: Int) {
        guard let known = ErrorCatalogue.entries.first(where: { $0.code == code }) else { return nil }
        self = known
    }

    init(
        _ code: Int, _ name: String, _ meaning: String, causes: [String] = [], advice: [String] = [],
        rules: [RuleID] = []
    ) {
        self.code = code
        self.name = name
        self.meaning = meaning
        self.causes = causes
        self.advice = advice
        self.rules = rules
    }

    /// All codes that have an explanation.
    public static var knownCodes: [Int] { ErrorCatalogue.entries.map(\.code) }
}
