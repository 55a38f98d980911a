/// The error for a recording of which more kinds of loads came at once than are kept.
struct TooManyKindsError: Error, CustomStringConvertible {
    var description: String { "there are more than \(CondensingState.entryLimit) kinds of loads at once" }
}
