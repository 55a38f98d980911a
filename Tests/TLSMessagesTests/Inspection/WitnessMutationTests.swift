import TLSMessages
import TLSSamples
import Testing

@Suite struct WitnessMutationTests {
    /// Bytes changed, dropped, doubled and cut short in recordings of real traffic: nothing crashes, nothing is held
    /// beyond the limit, and how the bytes are cut makes no difference.
    @Test(arguments: 0..<8)
    func survivesAnything(seed: Int) {
        var noise = Noise(state: UInt64(seed))
        for _ in 0..<250 {
            guard let conversation = Conversation.all.randomElement(using: &noise) else { return }
            var script = conversation.script
            for _ in 0..<Int.random(in: 1...4, using: &noise) { noise.mutate(&script) }
            var whole = Witness()
            var cut = Witness()
            var wholeFacts: [Witness.Fact] = []
            var cutFacts: [Witness.Fact] = []
            for (side, bytes) in script {
                wholeFacts += whole.observe(side, bytes[...])
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, start + Int.random(in: 1...200, using: &noise))
                    cutFacts += cut.observe(side, bytes[start..<end])
                    start = end
                    if cut.heldByteCount > 500_000 { Issue.record("seed \(seed) holds \(cut.heldByteCount) bytes") }
                }
            }
            for side in [Witness.Side.client, .server] {
                whole.observeEnd(of: side, appendingTo: &wholeFacts)
                cut.observeEnd(of: side, appendingTo: &cutFacts)
            }
            if wholeFacts != cutFacts { Issue.record("seed \(seed), \(conversation.name): \(wholeFacts) \(cutFacts)") }
            #expect(whole.refusal(closedBy: .client) == cut.refusal(closedBy: .client))
            #expect(whole.hasNothingMoreToLearn == cut.hasNothingMoreToLearn)
        }
    }
}
