import Testing
@testable import Recording

@Suite struct EventBatchTests {
    private func batch(_ text: String) -> EventBatch {
        var batch = EventBatch()
        var lines = Array(text.utf8)
        batch.refill(with: &lines, count: lines.count { $0 == 0x0A })
        return batch
    }

    @Test func countsALineWhenItsEndIsWritten() {
        var batch = batch("ab\ncd\n")
        #expect(batch.advance(by: 2) == 0)
        #expect(batch.incompleteBytes == 2)
        #expect(batch.advance(by: 2) == 1)
        #expect(batch.incompleteBytes == 1)
        batch.restartLine()
        #expect(Array(batch.remaining) == Array("cd\n".utf8))
        #expect(batch.advance(by: 3) == 1)
        #expect(batch.isFinished && batch.incompleteBytes == 0)
    }

    @Test func aBatchWithoutLinesIsFinished() {
        #expect(batch("").isFinished && EventBatch().isFinished)
    }

    @Test func doesNotCountALossEvent() {
        var batch = EventBatch()
        batch.refill(withLossReport: [1, 2], of: 7)
        #expect(batch.unreportedLosses == 7)
        #expect(batch.advance(by: 2) == 0)
        #expect(batch.unreportedLosses == 7)
        #expect(batch.advance(by: 1) == 0)
        #expect(batch.isFinished && batch.unreportedLosses == 0)
    }
}
