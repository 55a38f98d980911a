import PostgreSQL
import Testing

@testable import Store

/// Tests of what is next for one recording.
@Suite struct RecordingPushStateTests {
    /// A recording whose batch is about to be added.
    private static var adding: RecordingPushState {
        var recording = RecordingPushState()
        recording.finishIdentifying(hasLoads: true)
        recording.finishAsking(isCounted: false, isClosed: false)
        recording.finishReading(hasBatch: true)
        return recording
    }

    @Test func aRecordingIsIdentifiedAskedForReadAndAdded() {
        var recording = RecordingPushState()
        #expect(recording.next == .identify)
        recording.finishIdentifying(hasLoads: true)
        #expect(recording.next == .ask)
        recording.finishAsking(isCounted: false, isClosed: true)
        #expect(recording.next == .read)
        recording.finishReading(hasBatch: true)
        #expect(recording.next == .add)
        recording.finishAdding(isLast: false)
        #expect(recording.next == .read)
        recording.finishReading(hasBatch: true)
        recording.finishAdding(isLast: true)
        #expect(recording.next == .end(.counted))
        recording.beginRound(isReading: true)
        #expect(recording.next == .end(.counted))
    }

    @Test func aGrowingRecordingIsReadOnInTheNextRound() {
        var recording = Self.adding
        recording.finishAdding(isLast: false)
        recording.finishReading(hasBatch: false)
        #expect(recording.next == .wait)
        recording.beginRound(isReading: true)
        #expect(recording.next == .read)
    }

    @Test func whoseReaderWasGivenUpIsIdentifiedAgain() {
        var recording = Self.adding
        recording.beginRound(isReading: false)
        #expect(recording.next == .identify)
    }

    @Test func aRecordingWithoutLoadsWaits() {
        var recording = RecordingPushState()
        recording.finishIdentifying(hasLoads: false)
        #expect(recording.next == .wait)
    }

    @Test(arguments: [(true, RecordingPushState.Step.end(.counted)), (false, .wait)])
    func whatIsCountedIsNotRead(isClosed: Bool, next: RecordingPushState.Step) {
        var recording = RecordingPushState()
        recording.finishIdentifying(hasLoads: true)
        recording.finishAsking(isCounted: true, isClosed: isClosed)
        #expect(recording.next == next)
    }

    @Test func theStoreIsAskedAgainAfterAnotherProgramHasPushed() {
        var recording = Self.adding
        recording.restart()
        #expect(recording.next == .identify)
    }

    @Test(arguments: [PostgreSQLError.Recovery.none, .reconnection])
    func otherFailuresStopTheRound(recovery: PostgreSQLError.Recovery) {
        var recording = Self.adding
        #expect(recording.recover(from: recovery) == .stop && recording.next == .identify)
    }

    @Test func refusedContentIsSetAside() {
        var recording = Self.adding
        #expect(recording.recover(from: .otherContent) == .setAside && recording.next == .end(.setAside))
        recording.beginRound(isReading: true)
        #expect(recording.next == .end(.setAside))
    }

    @Test(arguments: [(true, RecordingPushState.Consequence.setAside), (false, .stop)])
    func conflictsAreRepeatedForAWhile(contentMayBeFault: Bool, last: RecordingPushState.Consequence) {
        var recording = Self.adding
        for _ in 1...TransactionRetry.limit {
            #expect(
                recording.recover(from: .repetition(contentMayBeFault: contentMayBeFault)) == .tryAgain
                    && recording.next == .add)
        }
        #expect(recording.recover(from: .repetition(contentMayBeFault: contentMayBeFault)) == last)
    }

    @Test func anAddedBatchEndsTheConflicts() {
        var recording = Self.adding
        for _ in 1...TransactionRetry.limit { _ = recording.recover(from: .repetition(contentMayBeFault: true)) }
        recording.finishAdding(isLast: false)
        recording.finishReading(hasBatch: true)
        #expect(recording.recover(from: .repetition(contentMayBeFault: true)) == .tryAgain)
    }
}
