/// The error if decisions were not counted, because a part of a recording has more kinds of loads, or rows, than
/// `CondensingState.entryLimit`.
struct TooManyKindsError: Error, CustomStringConvertible {
    var description: String { "there are more than \(CondensingState.entryLimit) kinds of loads at once" }
}
