/// The outcome of a batch.
enum BatchOutcome: Equatable {
    /// The batch was added, without the decisions of days that were pruned.
    case added(prunedDecisions: Int)
    /// Nothing was added, because another program has pushed a part of the recording meanwhile.
    case overtaken
}
