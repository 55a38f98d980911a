import TLSMessages
import TLSSamples
import Testing

@Suite struct TLSInspectorMutationTests {
    /// Bytes changed, dropped, doubled and cut short in recordings of real traffic: nothing crashes, nothing is held
    /// beyond the limit, and how the bytes are cut makes no difference.
    @Test(arguments: 0..<8)
    func survivesAnything(seed: Int) {
        var noise = Noise(state: UInt64(seed))
        for _ in 0..<250 {
            guard let conversation = Conversation.all.randomElement(using: &noise) else { return }
            var script = conversation.script
            for _ in 0..<Int.random(in: 1...4, using: &noise) { noise.mutate(&script) }
            var whole = TLSInspector()
            var cut = TLSInspector()
            var wholeEvents: [TLSInspector.Event] = []
            var cutEvents: [TLSInspector.Event] = []
            for (side, bytes) in script {
                wholeEvents += whole.observe(side, bytes[...])
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, start + Int.random(in: 1...200, using: &noise))
                    cutEvents += cut.observe(side, bytes[start..<end])
                    start = end
                    if cut.bufferedByteCount > 500_000 {
                        Issue.record("seed \(seed) holds \(cut.bufferedByteCount) bytes")
                    }
                }
            }
            for side in [TLSInspector.Side.client, .server] {
                whole.observeEnd(of: side, appendingTo: &wholeEvents)
                cut.observeEnd(of: side, appendingTo: &cutEvents)
            }
            if wholeEvents != cutEvents {
                Issue.record("seed \(seed), \(conversation.name): \(wholeEvents) \(cutEvents)")
            }
            #expect(whole.refusal(closedBy: .client) == cut.refusal(closedBy: .client))
            #expect(whole.isDone == cut.isDone)
        }
    }
}
