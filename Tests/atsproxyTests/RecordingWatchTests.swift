import Console
import Foundation
import Testing

@testable import StandardStreams
@testable import atsproxy

@Suite struct RecordingWatchTests {
    private final class Disk {
        var state = RecordingWatch.FileState(identity: .init(device: 1, number: 1), free: 1 << 40)
    }

    private func kinds(_ notices: [ProxyState.Notice]) -> [String] {
        notices.map { "\($0.kind) \($0.severity)" }
    }

    @Test func nothingIsSaidWhileAllIsWell() {
        let disk = Disk()
        var watch = RecordingWatch(path: "e.jsonl") { _ in disk.state }
        #expect(watch.check(lost: 0, reason: nil).isEmpty)
    }

    @Test func lossesAndDisks() {
        let disk = Disk()
        var watch = RecordingWatch(path: "e.jsonl") { _ in disk.state }
        disk.state.free = 1 << 20
        #expect(kinds(watch.check(lost: 0, reason: nil)) == ["disk warning"])
        // That there is little room is no news once a write has failed.
        let notices = watch.check(lost: 1, reason: "No space left on device")
        #expect(kinds(notices) == ["disk error", "loss error"])
        #expect(
            notices.map(\.message) == [
                "Events cannot be written to e.jsonl: No space left on device.", "1 event is missing in e.jsonl.",
            ])
        disk.state.free = 1 << 40
        #expect(watch.check(lost: 2, reason: nil).map(\.message) == ["2 events are missing in e.jsonl."])
    }

    /// A directory of segments is no file that could be moved away, and its disk may be full.
    @Test func directoriesOfSegments() {
        let folder = NSTemporaryDirectory()
        let path = folder.hasSuffix("/") ? folder : folder + "/"
        let state = RecordingWatch.FileState(at: path)
        #expect(state.identity == nil && state.free != nil)
        var watch = RecordingWatch(path: path) { _ in RecordingWatch.FileState(identity: nil, free: 1 << 20) }
        #expect(kinds(watch.check(lost: 0, reason: nil)) == ["disk warning"])
    }

    @Test func filesThatSomebodyMoved() {
        let disk = Disk()
        var watch = RecordingWatch(path: "e.jsonl") { _ in disk.state }
        disk.state.identity = nil
        #expect(
            watch.check(lost: 0, reason: nil).map(\.message) == [
                "e.jsonl was moved or removed, and events go on into the old file."
            ])
        disk.state.identity = .init(device: 1, number: 2)
        #expect(
            watch.check(lost: 0, reason: nil).map(\.message) == [
                "e.jsonl is another file now, and events go on into the old file."
            ])
        watch.expectAnotherFile()
        #expect(watch.check(lost: 0, reason: nil).isEmpty)
        disk.state.identity = .init(device: 1, number: 3)
        #expect(kinds(watch.check(lost: 0, reason: nil)) == ["rotated warning"])
    }

    @Test func whatIsNoFileIsNotWatched() {
        var watch = RecordingWatch(path: "/dev/null")
        #expect(watch.check(lost: 0, reason: nil).isEmpty)
    }
}
