import PostgreSQL

/// The state of the push of one recording: a machine that decides the next step. `RecordingPusher` carries it out.
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

    /// Notes whether the file holds a recording with loads.
    mutating func identified(hasLoads: Bool) {
        next = hasLoads ? .ask : .wait
    }

    /// Notes the answer of the store.
    ///
    /// - Parameters:
    ///   - isCounted: Whether the store has counted the recording to its end.
    ///   - isClosed: Whether the file cannot grow.
    mutating func answered(isCounted: Bool, isClosed: Bool) {
        guard isCounted else { return next = .read }
        // A plain file with a complete recording is about to be replaced by a compressed one, and is looked at again.
        next = isClosed ? .end(.counted) : .wait
    }

    /// Notes whether there is something new.
    mutating func read(hasBatch: Bool) {
        next = hasBatch ? .add : .wait
    }

    /// Notes that the store has the batch.
    ///
    /// - Parameter isLast: Whether the recording is closed and ends with the batch.
    mutating func added(isLast: Bool) {
        conflicts = 0
        next = isLast ? .end(.counted) : .read
    }

    /// Notes that another program has pushed a part of the recording.
    mutating func overtaken() {
        conflicts = 0
        next = .identify
    }

    /// Notes that the store has failed to add the batch.
    mutating func failed(_ recovery: PostgreSQLError.Recovery) -> Consequence {
        switch recovery {
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

    private mutating func setAside() -> Consequence {
        next = .end(.setAside)
        return .setAside
    }

    private mutating func stop() -> Consequence {
        conflicts = 0
        next = .identify
        return .stop
    }
}
