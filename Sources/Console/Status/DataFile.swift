import TransportSecurity

/// A data file that verdicts depend on, such as the list of CT logs, with its age.
public struct DataFile: Hashable, Sendable {
    /// The name, as a phrase.
    public var name: String
    /// The date; nil if the file names none.
    public var date: Instant?
    /// The age in days after which the file is too old.
    public var oldestUsefulDays: Int
    /// The sentence on how to replace an old file.
    public var fix: String

    /// Creates the description of a file.
    public init(name: String, date: Instant?, oldestUsefulDays: Int, fix: String) {
        self.name = name
        self.date = date
        self.oldestUsefulDays = oldestUsefulDays
        self.fix = fix
    }

    /// The age in whole days; nil without a date. A date in the future is 0.
    public func age(at time: Instant) -> Int? {
        date.map { max(0, Int((time.seconds - $0.seconds) / 86_400)) }
    }

    /// Whether the file is too old, or of no date.
    public func isOld(at time: Instant) -> Bool {
        age(at: time).map { $0 > oldestUsefulDays } ?? true
    }
}
