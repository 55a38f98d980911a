/// A violation of one rule, with the expected and the actual value, the error that an app gets, and the exception for
/// the load.
public struct Finding: Hashable, Decodable, Sendable {
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
    /// The code of the `URLError` that an app would see; nil if the app would see none. A load ends with one error,
    /// which all findings of its verdict have.
    public var urlError: Int?
    /// The text of the `URLError`.
    public var urlErrorText: String?
    /// The exception that would permit the load, or only leave it to the app; nil if there is none.
    public var exception: Exception?
    /// The cause, where the rule does not determine the fix; nil for all others, and in recordings of versions that
    /// told no causes.
    public var cause: Cause?

    /// Creates a finding of a rule.
    public init(
        rule: RuleID, message: String, expected: String, actual: String, error: LoadError? = nil,
        exception: Exception? = nil, cause: Cause? = nil
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
}
