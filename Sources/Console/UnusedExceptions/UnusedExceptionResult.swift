/// The result of a search for exceptions that no load has needed.
public enum UnusedExceptionResult: Hashable, Sendable {
    /// No search has ended yet.
    case nothingYet
    /// There is too much traffic to look for exceptions.
    case tooMuch
    /// These exceptions were not needed.
    case found([UnusedException])

    /// The exceptions; nil if they are not known.
    public var exceptions: [UnusedException]? {
        switch self {
        case .nothingYet, .tooMuch: return nil
        case .found(let exceptions): return exceptions
        }
    }
}
