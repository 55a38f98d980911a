import TransportSecurity

/// The age of a file of data, and the effect of this age on verdicts.
public struct DataFileAge: Hashable, Sendable {
    /// The kind of the file.
    public let kind: DataFileKind
    /// The age in whole days; 0 for a date in the future, nil without a date.
    public let days: Int64?

    /// Whether the age makes verdicts less reliable.
    public let isTooOld: Bool

    /// Computes the age of a file at a time.
    ///
    /// - Parameter date: The date that the file states; nil if it states none.
    public init(of kind: DataFileKind, date: Instant?, at now: Instant) {
        self.kind = kind
        days = date.map { max(0, (now.seconds - $0.seconds) / 86_400) }
        isTooOld =
            switch kind {
            case .logList: TransparencyLogList(date: date, logs: []).isStale(at: now)
            case .roots, .publicSuffixes: days.map { $0 > Self.yearInDays } ?? false
            }
    }

    /// The checks that the age switches off or makes uncertain, in one sentence; nil if there are none.
    public var effect: String? {
        guard isTooOld else { return nil }
        switch kind {
        case .logList:
            return
                "Certificate Transparency is not enforced: a certificate with too few timestamps gets a note in place "
                + "of a violation, because the list is more than 60 days old or says no date."
        case .roots:
            return "Nothing is switched off, but roots that Apple has added or removed since then are judged wrongly."
        case .publicSuffixes:
            return "Nothing is switched off, but wildcards directly below suffixes that are newer count as valid."
        }
    }

    /// The age from which roots and public suffixes are too old.
    private static let yearInDays: Int64 = 365
}
