import PostgreSQL

/// The state of the push of one recording, which decides the next step. `RecordingPusher` carries out the steps.
///
/// A recording is identified by its content, the store is asked how much of it is counted, and then batches are read
/// and added in turn:
///
///     identify ──▶ ask ──▶ read ◀──▶ add ──▶ end
///        ▲          ▲       │         │
///        └── wait ◀─┴───────┴─────────┘
///
/// After a failure that leaves the position of the store unknown, the recording is read again from its beginning,
/// because only the store knows where to go on.
struct RecordingPushState: Equatable {
    /// The next step.
    private(set) var next = Step.identify
    /// The number of times in a row that the batch conflicted with another transaction.
    private var conflicts = 0

    /// The steps.
    enum Step: Equatable {
        /// Find out which recording the file holds.
        case identify
        /// Ask the store how much of it is counted.
        case ask
        /// Read the next batch.
        case read
        /// Add the batch.
        case add
        /// Do nothing before the next round.
        case wait
        /// Do nothing any more.
        case end(Ending)
    }

    /// The reasons for which nothing more is to be done.
    enum Ending: Equatable {
        /// The store has all of the recording.
        case counted
        /// The server refuses the content.
        case setAside
    }

    /// The consequence of a failure of the store.
    enum Consequence: Equatable {
        /// The next step is taken, which may be the same one again.
        case tryAgain
        /// The recording is set aside, and others are pushed.
        case setAside
        /// No recording can be pushed now.
        case stop
    }

    /// Decides the step after the file was identified.
    ///
    /// - Parameter hasLoads: Whether the file holds a recording with loads.
    mutating func finishIdentifying(hasLoads: Bool) {
        next = hasLoads ? .ask : .wait
    }

    /// Decides the step after the answer of the store.
    ///
    /// - Parameters:
    ///   - isCounted: Whether the store has counted the recording to its end.
    ///   - isClosed: Whether the file cannot grow.
    mutating func finishAsking(isCounted: Bool, isClosed: Bool) {
        guard isCounted else { return next = .read }
        // A plain file with a complete recording will soon be replaced by a compressed one, and is read again.
        next = isClosed ? .end(.counted) : .wait
    }

    /// Decides the step after an attempt to read a batch.
    ///
    /// - Parameter hasBatch: Whether the file had a new part.
    mutating func finishReading(hasBatch: Bool) {
        next = hasBatch ? .add : .wait
    }

    /// Decides the step after the store has added the batch.
    ///
    /// - Parameter isLast: Whether the recording is closed and ends with the batch.
    mutating func finishAdding(isLast: Bool) {
        conflicts = 0
        next = isLast ? .end(.counted) : .read
    }

    /// Identifies the recording again, because another program has pushed a part of it.
    mutating func restart() {
        conflicts = 0
        next = .identify
    }

    /// Decides the step after the store has failed to add the batch.
    mutating func recover(from failure: PostgreSQLError.Recovery) -> Consequence {
        switch failure {
        case .repetition(let contentMayBeFault):
            conflicts += 1
            if conflicts <= TransactionRetry.limit { return .tryAgain }
            return contentMayBeFault ? setAside() : stop()
        case .otherContent: return setAside()
        case .none, .reconnection: return stop()
        }
    }

    /// Begins another round.
    ///
    /// - Parameter isReading: Whether the reader of the file was kept.
    mutating func beginRound(isReading: Bool) {
        switch next {
        case .end: return
        case .identify, .ask, .read, .add, .wait: next = isReading ? .read : .identify
        }
    }

    /// Gives the recording up, because its content is at fault.
    private mutating func setAside() -> Consequence {
        next = .end(.setAside)
        return .setAside
    }

    /// Begins again with the next attempt to push, because the failure does not concern the recording.
    private mutating func stop() -> Consequence {
        conflicts = 0
        next = .identify
        return .stop
    }
}
