import TransportSecurity

/// What a code means that an app or its log shows when a load failed.
public struct ErrorExplanation: Hashable, Sendable {
    /// The code.
    public var code: Int
    /// Apple's name for it, as headers spell it.
    public var name: String
    /// What it says, in one sentence.
    public var meaning: String
    /// What is likely behind it, most likely first.
    public var causes: [String]
    /// What to look at, or run.
    public var advice: [String]
    /// The rules whose findings end in this code.
    public var rules: [RuleID]

    /// The explanation of a code; nil for one that has nothing to do with ATS or TLS.
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

    /// Every code that can be explained.
    public static var knownCodes: [Int] { ErrorCatalogue.entries.map(\.code) }
}
