import Testing

@testable import atsproxy

@Suite struct ExistingRecordingTests {
    @Test(
        arguments: [
            (#"{"time":"2026-11-27T08:00:00Z","event":"policy"}"# + "\n", true),
            (#" {"event": "policy", "time": "2026-11-27T08:00:00Z"}"# + "\n{", true),
            (#"{"time":"2026-11-27T08:00:00Z","ev"#, true), (#"{"time":"2026-11-27T08:00:00Z","ev"# + "\n", false),
            (#"[{"event":"policy"}]"#, false), (#"{"NSAllowsArbitraryLoads": true}"#, false),
            ("{\n\"event\": 1}", false), ("<plist/>", false), ("\n", false), ("event", false),
        ])
    func aRecordingBeginsWithAnEvent(text: String, isRecording: Bool) {
        #expect(ExistingRecording.isRecording(Array(text.utf8)) == isRecording)
    }
}
