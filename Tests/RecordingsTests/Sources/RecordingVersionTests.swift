import Testing
@testable import Recordings

@Suite struct RecordingVersionTests {
    @Test func theLongerVersionIsTheGreater() {
        let ordered = [
            RecordingVersion(lines: 1, bytes: 900, name: "a"), RecordingVersion(lines: 2, bytes: 300, name: "b"),
            // Its last line is half written.
            RecordingVersion(lines: 3, bytes: 350, name: "a"),
            RecordingVersion(lines: 3, bytes: 400, isDamaged: true, name: "0"),
            RecordingVersion(lines: 3, bytes: 400, name: "b"), RecordingVersion(lines: 3, bytes: 400, name: "a"),
        ]
        #expect(ordered.shuffled().sorted() == ordered)
    }
}
