/// The outcome of a batch.
enum BatchOutcome: Equatable {
    /// The store has it, without the decisions of days that were pruned.
    case added(prunedDecisions: Int)
    /// Another program has pushed another part of the recording meanwhile, and nothing of the batch was added.
    case overtaken
}
