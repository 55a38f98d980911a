/// The error for a recording with more kinds of loads in one part than the memory is meant for.
struct TooManyKindsError: Error, CustomStringConvertible {
    var description: String { "there are more than \(CondensingState.entryLimit) kinds of loads at once" }
}
