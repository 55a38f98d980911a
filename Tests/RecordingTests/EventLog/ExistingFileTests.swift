import Foundation
import Testing

@testable import Recording

@Suite struct ExistingFileTests {
    @Test(
        arguments: [
            (#"{"time":"2026-11-27T08:00:00Z","event":"policy"}"# + "\n", true),
            (#" {"event": "policy", "time": "2026-11-27T08:00:00Z"}"# + "\n{", true),
            (#"{"time":"2026-11-27T08:00:00Z","ev"#, true), (#"{"time":"2026-11-27T08:00:00Z","ev"# + "\n", false),
            (#"[{"event":"policy"}]"#, false), (#"{"NSAllowsArbitraryLoads": true}"#, false),
            ("{\n\"event\": 1}", false), ("<plist/>", false), ("\n", false), ("event", false),
        ])
    func aRecordingBeginsWithAnEvent(text: String, isRecording: Bool) throws {
        let directory = try TemporaryDirectory()
        try directory.write("a", text)
        #expect(ExistingFile(at: "\(directory.path)/a")?.isRecording == isRecording)
    }

    @Test func emptyAndMissingFilesAndDirectoriesHaveNoBeginning() throws {
        let directory = try TemporaryDirectory()
        try directory.write("empty", "")
        for name in ["empty", "missing", ""] { #expect(ExistingFile(at: "\(directory.path)/\(name)") == nil) }
    }
}
