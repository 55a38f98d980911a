import Foundation
import Testing

@testable import Store

/// Tests of pushing to a store in memory that fails as a server may.
@Suite struct RecordingPusherTests {
    private let folder: PushFolder

    init() throws {
        folder = try PushFolder()
    }

    @Test func eachLoadCountsOnceWhateverFails() throws {
        var random = SystemRandomNumberGenerator()
        for round in 0..<12 {
            let recordings = try (0..<3).map { number in
                try folder.write("\(round)-\(number)", loads: Int.random(in: 1..<25, using: &random), id: number)
            }
            let store = MemoryStore()
            store.failureShare = 0.3
            let pusher = RecordingPusher(recordings.map(\.path), batchSize: 1024) { Issue.record("\($0)") }
            var attempts = 0
            while true {
                attempts += 1
                do throws(StoreFailure) {
                    try pusher.push(to: store)
                    break
                } catch {
                    #expect(error.isTransient && attempts < 1000)
                    pusher.closeRecordings()
                }
            }
            #expect(store.decisions == recordings.reduce(0) { $0 + $1.loads })
            #expect(store.batches > 3)
        }
    }

    @Test func aRecordingGrowsFromRoundToRound() throws {
        let recording = try folder.write("growing", loads: 3)
        let store = MemoryStore()
        let pusher = RecordingPusher([folder.path], batchSize: 1 << 20) { Issue.record("\($0)") }
        try pusher.push(to: store)
        #expect(store.decisions == 3 && pusher.total.text == "pushed 3 decisions of 1 recording.")
        let text = PushFolder.text(loads: 9)
        // Not at the end of a line.
        try folder.append(text.dropFirst(recording.size).dropLast(40), to: recording.path)
        try pusher.push(to: store)
        try folder.append(text.suffix(40), to: recording.path)
        try pusher.push(to: store)
        #expect(store.decisions == 9 && store.positions.count == 1)
        let batches = store.batches
        try pusher.push(to: store)
        #expect(store.batches == batches)
        let other = RecordingPusher([folder.path]) { Issue.record("\($0)") }
        try other.push(to: store)
        #expect(store.batches == batches && other.total.text == "nothing new to push.")
    }

    /// A copy of a recording under another name brings nothing.
    @Test func aCopyOfARecordingIsNothingNew() throws {
        let store = MemoryStore()
        let recording = try folder.write("first", loads: 3)
        try RecordingPusher([recording.path]) { Issue.record("\($0)") }.push(to: store)
        let copy = try folder.write("second", loads: 3)
        let pusher = RecordingPusher([copy.path]) { Issue.record("\($0)") }
        try pusher.push(to: store)
        #expect(store.decisions == 3 && pusher.total.text == "nothing new to push.")
    }

    @Test func aFileThatReplacesAnotherOneIsPushedAfterIt() throws {
        let recording = try folder.write("events", loads: 3, id: 1)
        let store = MemoryStore()
        let pusher = RecordingPusher([recording.path], batchSize: 1 << 20) { Issue.record("\($0)") }
        try pusher.push(to: store)
        let text = PushFolder.text(loads: 5, id: 1)
        try folder.append(text.dropFirst(recording.size), to: recording.path)
        try FileManager.default.moveItem(atPath: recording.path, toPath: recording.path + ".1")
        try folder.append(Data(PushFolder.text(loads: 4, id: 2)), to: recording.path)
        try pusher.push(to: store)
        #expect(store.decisions == 9 && store.positions.count == 2)
    }

    @Test func whatTheServerRefusesForItsContentIsSetAsideAndTheRestPushed() throws {
        let recordings = try (0..<3).map { try folder.write("\($0)", loads: 4, id: $0) }
        let store = MemoryStore()
        store.refusedRecording = PushFolder.identifier(1, load: 0)
        var sentences: [String] = []
        let pusher = RecordingPusher(recordings.map(\.path)) { sentences.append($0) }
        for _ in 1...3 { try pusher.push(to: store) }
        #expect(store.decisions == 8 && pusher.total.refused == [recordings[1].path])
        #expect(sentences == ["\(recordings[1].path) is set aside: the server refuses it (SQLSTATE 22021)."])
    }

    @Test func conflictsAreRepeatedWithoutAWord() throws {
        let recording = try folder.write("one", loads: 4)
        let store = MemoryStore()
        store.conflicts = TransactionRetry.limit
        let pusher = RecordingPusher([recording.path]) { Issue.record("\($0)") }
        try pusher.push(to: store)
        #expect(store.decisions == 4 && store.batches == 1)
    }

    @Test func aPushGoesOnWhereAnotherProgramHasPushedMeanwhile() throws {
        let segment = PushFolder.segment("01KAAAAAAAAAAAAAAAAAAAAAA1")
        let path = try folder.write("shared", segment + PushFolder.text(loads: 40))
        for otherSize in [1 << 10, 1 << 14, 1 << 20] as [Int64] {
            let store = MemoryStore()
            let pusher = RecordingPusher([path], batchSize: 1024) { Issue.record("\($0)") }
            let other = RecordingPusher([path], batchSize: otherSize) { Issue.record("\($0)") }
            store.beforeNextBatch = { () throws(StoreFailure) in try other.push(to: store) }
            try pusher.push(to: store)
            #expect(store.decisions == 40 && store.positions.count == 1)
        }
    }

    @Test func segmentsThatWereJoinedAreRefused() throws {
        let first = PushFolder.segment("01KAAAAAAAAAAAAAAAAAAAAAA1") + PushFolder.text(loads: 3, id: 1)
        let second = PushFolder.segment("01KAAAAAAAAAAAAAAAAAAAAAA2") + PushFolder.text(loads: 3, id: 2)
        let alone = try folder.write("alone", first)
        let joined = try folder.write("joined", first + second)
        let tail = try folder.write("tail", PushFolder.text(loads: 3, id: 3) + second)
        for (path, count) in [(alone, 3), (joined, 0), (tail, 0)] {
            let store = MemoryStore()
            var sentences: [String] = []
            let pusher = RecordingPusher([path]) { sentences.append($0) }
            try pusher.push(to: store)
            #expect(store.decisions == count && sentences.count == (count == 0 ? 1 : 0))
            #expect(sentences.allSatisfy { $0.hasPrefix("\(path) holds more than one segment") })
        }
    }

    @Test func aFirstLoadBehindAWholeBatchIsPushed() throws {
        let policy = #"{"time":"2026-11-20T10:00:00.000Z","event":"lost","count":0}"# + "\n"
        let path = try folder.write("a", Array(String(repeating: policy, count: 100).utf8) + PushFolder.text(loads: 5))
        let store = MemoryStore()
        let pusher = RecordingPusher([path], batchSize: 1024) { Issue.record("\($0)") }
        try pusher.push(to: store)
        #expect(store.decisions == 5 && store.batches > 5)
    }

    /// What is kept to recognize loads alone takes more memory than a batch may.
    @Test func aRecordingOfMoreKindsThanABatchHoldsIsPushed() throws {
        let text = (0..<20).flatMap { part in
            PushFolder.text(loads: 50, id: part) { "host-\(part)-\($0).example.com" }
        }
        let path = try folder.write("a", text)
        let store = MemoryStore()
        for _ in 0..<2 {
            let pusher = RecordingPusher([path], batchSize: 1 << 16) { Issue.record("\($0)") }
            pusher.sizeLimit = 1 << 14
            try pusher.push(to: store)
            #expect(store.decisions == 1000)
        }
        try folder.append(PushFolder.text(loads: 50, id: 77), to: path)
        let pusher = RecordingPusher([path], batchSize: 1 << 16) { Issue.record("\($0)") }
        pusher.sizeLimit = 1 << 14
        try pusher.push(to: store)
        #expect(store.decisions == 1050)
    }

    /// A last line without its line feed is counted once the recording is complete, by a batch that adds no bytes.
    @Test func aLastLineWithoutItsLineFeedCountsOnce() throws {
        let text = PushFolder.text(loads: 2).split(separator: 0x0A).dropLast().joined(separator: [0x0A])
        let store = MemoryStore()
        try RecordingPusher([try folder.write("a", Array(text))]) { Issue.record("\($0)") }.push(to: store)
        #expect(store.decisions == 1)
        let path = try folder.writeCompressed("b", Array(text))
        let (pusher, other) = (RecordingPusher([path]) { Issue.record("\($0)") }, RecordingPusher([path]) { _ in })
        store.beforeNextBatch = { () throws(StoreFailure) in try other.push(to: store) }
        try pusher.push(to: store)
        #expect(store.decisions == 2 && pusher.total.decisions + other.total.decisions == 1)
    }

    /// The name of a recording that was compressed names the compressed one.
    @Test func aCompressedRecordingIsPushedUnderItsFirstName() throws {
        _ = try folder.writeCompressed("empty", [])
        let empty = RecordingPusher([folder.path + "/empty.jsonl"]) { Issue.record("\($0)") }
        try empty.push(to: MemoryStore())
        #expect(empty.total.empty == [folder.path + "/empty.jsonl"])
        let store = MemoryStore()
        let growing = try folder.write("growing", loads: 3)
        let pusher = RecordingPusher([growing.path]) { Issue.record("\($0)") }
        try pusher.push(to: store)
        _ = try folder.writeCompressed("growing", PushFolder.text(loads: 5))
        try FileManager.default.removeItem(atPath: growing.path)
        try pusher.push(to: store)
        #expect(store.decisions == 5 && store.positions.values.map(\.isComplete) == [true])
    }

    /// Between the end of a file and the beginning of the next one, as when it is renamed, there is none.
    @Test func aFileThatIsGoneIsWaitedFor() throws {
        let store = MemoryStore()
        let recording = try folder.write("a", loads: 3)
        let pusher = RecordingPusher([recording.path]) { Issue.record("\($0)") }
        try pusher.push(to: store)
        try FileManager.default.moveItem(atPath: recording.path, toPath: recording.path + ".1")
        try pusher.push(to: store)
        _ = try folder.write("a", loads: 4, id: 2)
        try pusher.push(to: store)
        #expect(store.decisions == 7)
    }
}
