import Foundation
import Testing

@testable import Store

/// Tests of files that are not what the store has counted, or cannot be counted as a whole.
@Suite struct RefusedRecordingTests {
    private let folder: PushFolder
    private let store = MemoryStore()

    init() throws {
        folder = try PushFolder()
    }

    /// Pushes once, with a new pusher. Returns it, and what it said.
    private func push(_ paths: String...) throws -> (pusher: RecordingPusher, said: [String]) {
        let said = Sentences()
        let pusher = RecordingPusher(paths, batchSize: 1024) { said.all.append($0) }
        try pusher.push(to: store)
        return (pusher, said.all)
    }

    @Test func aCountedPartThatHasChangedIsRefused() throws {
        let recording = try folder.write("a", loads: 20)
        #expect(try push(recording.path).said.isEmpty)
        var text = PushFolder.text(loads: 30)
        text[200] = UInt8(ascii: "x")
        try folder.overwrite(recording.path, text)
        let (pusher, said) = try push(recording.path)
        #expect(said.count == 1 && said[0].contains("differs from what the store has counted"), "\(said)")
        #expect(pusher.total.refused == [recording.path] && store.decisions == 20)
    }

    @Test func aFileThatIsWrittenAnewInPlaceIsReadAgain() throws {
        let recording = try folder.write("a", loads: 3, id: 1)
        let said = Sentences()
        let pusher = RecordingPusher([folder.path], batchSize: 1 << 20) { said.all.append($0) }
        try pusher.push(to: store)
        // Longer than before, and with other loads.
        try folder.overwrite(recording.path, PushFolder.text(loads: 9, id: 2))
        try pusher.push(to: store)
        #expect(store.decisions == 12 && store.positions.count == 2 && said.all.isEmpty)
    }

    @Test func nothingOfADamagedFileIsPushedBeforeItIsWhole() throws {
        let packed = try PushFolder.compressed(PushFolder.text(loads: 60))
        let path = try folder.write("a.jsonl.gz", whole: packed.dropLast(9))
        let said = Sentences()
        let pusher = RecordingPusher([path], batchSize: 1024) { said.all.append($0) }
        for _ in 0..<2 { try pusher.push(to: store) }
        #expect(said.all.count == 1 && said.all[0].contains("is damaged, or was not copied"), "\(said.all)")
        #expect(store.decisions == 0)
        try folder.overwrite(path, packed)
        try pusher.push(to: store)
        #expect(store.decisions == 60 && said.all.count == 1)
        // One byte in the middle, so that the end is as it was.
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        let other = MemoryStore()
        try folder.overwrite(path, damaged)
        let second = RecordingPusher([path]) { _ in }
        try second.push(to: other)
        #expect(other.batches == 0 && second.total.refused == [path])
    }

    @Test func otherVersionsOfACountedRecordingAreNamed() throws {
        let text = PushFolder.text(loads: 20)
        let path = try folder.writeCompressed("a", text)
        #expect(try push(path).pusher.total.decisions == 20)
        #expect(try push(path).said.isEmpty)
        let longer = try folder.writeCompressed("longer", PushFolder.text(loads: 21))
        #expect(try push(longer).said.first?.contains("differs from") == true)
        let shorter = try folder.writeCompressed("shorter", PushFolder.text(loads: 19))
        #expect(try push(shorter).pusher.total.refused == [shorter])
        let part = try folder.write("part", PushFolder.text(loads: 5))
        let (pusher, said) = try push(part)
        #expect(said.first?.contains("holds less of its recording") == true && pusher.total.refused.isEmpty)
        // In two members, of which the last one states another size.
        let members = try folder.write(
            "members.jsonl.gz",
            whole: try PushFolder.compressed(Array(text.prefix(99))) + PushFolder.compressed(Array(text.dropFirst(99))))
        #expect(try push(members).said.isEmpty)
        #expect(store.decisions == 20)
    }

    @Test func aShorterCopyOfAGrowingRecordingIsNamed() throws {
        #expect(try push(try folder.write("a", loads: 20).path).said.isEmpty)
        let copy = try folder.write("copy", loads: 5)
        #expect(try push(copy.path).said.first?.contains("holds less of its recording") == true)
        let packed = try folder.writeCompressed("copy", PushFolder.text(loads: 5))
        #expect(try push(packed).said.first?.contains("differs from") == true && store.decisions == 20)
    }

    @Test func aNewFileThatHasTheNumberOfAnOldOneIsPushed() throws {
        let said = Sentences()
        let path = try folder.writeCompressed("a", PushFolder.text(loads: 3, id: 1))
        let pusher = RecordingPusher([folder.path]) { said.all.append($0) }
        try pusher.push(to: store)
        try folder.overwrite(path, try PushFolder.compressed(PushFolder.text(loads: 5, id: 2)))
        try pusher.push(to: store)
        #expect(store.decisions == 8 && said.all.isEmpty)
    }

    @Test func eachFaultOfAPathIsNamedOnce() throws {
        let packed = try PushFolder.compressed(PushFolder.text(loads: 60))
        let path = try folder.write("a.jsonl.gz", whole: packed.dropLast(9))
        let said = Sentences()
        let pusher = RecordingPusher([path]) { said.all.append($0) }
        for _ in 0..<2 { try pusher.push(to: store) }
        try folder.overwrite(path, try PushFolder.compressed(Array("no event\n".utf8)))
        for _ in 0..<2 { try pusher.push(to: store) }
        try #require(said.all.count == 2, "\(said.all)")
        #expect(said.all[0].contains("is damaged") && said.all[1].contains("is not a recording"), "\(said.all)")
    }

    @Test func aPipeIsRefusedAndNotWaitedFor() throws {
        let path = folder.path + "/a.jsonl"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try push(path).said.first?.contains("is not a regular file") == true)
    }

    @Test func whatHoldsNoLoadIsNamed() throws {
        let empty = try folder.write("empty", [])
        let unfinished = try folder.write("unfinished", PushFolder.text(loads: 3).dropLast(20) + [])
        let other = try PushFolder()
        let notes = try push(empty, unfinished, other.path).pusher.total.notes
        #expect(notes.count == 3, "\(notes)")
        #expect(notes.contains("\(empty) holds no load.") && notes.contains("\(other.path) holds no load."))
        #expect(notes.contains { $0.contains("The last line of \(unfinished)") })
    }
}

/// Sentences that were said.
private final class Sentences {
    var all: [String] = []
}
