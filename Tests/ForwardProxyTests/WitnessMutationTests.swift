import ForwardProxy
import Testing

/// A deterministic source of noise (SplitMix64), so that a failure can be run again.
struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite struct WitnessMutationTests {
    /// Bytes changed, dropped, doubled and cut short in recordings of real traffic: nothing crashes, nothing is held
    /// beyond the limit, and how the bytes are cut makes no difference.
    @Test(arguments: 0..<8)
    func survivesAnything(seed: Int) throws {
        var noise = Noise(state: UInt64(seed))
        for _ in 0..<250 {
            let conversation = try #require(Conversation.all.randomElement(using: &noise))
            var script = conversation.script
            for _ in 0..<Int.random(in: 1...4, using: &noise) { Self.mutate(&script, &noise) }
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

    static func mutate(_ script: inout Script, _ noise: inout Noise) {
        guard let index = script.indices.randomElement(using: &noise), !script[index].bytes.isEmpty else { return }
        // Lengths and types are at the beginning, and there it hurts.
        let reach = Bool.random(using: &noise) ? min(100, script[index].bytes.count) : script[index].bytes.count
        let position = Int.random(in: 0..<reach, using: &noise)
        switch Int.random(in: 0..<7, using: &noise) {
        case 0: script[index].bytes[position] = UInt8.random(in: 0...255, using: &noise)
        case 1: script[index].bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &noise)
        case 2: script[index].bytes[position] = [0, 0x7F, 0x80, 0xFF][Int.random(in: 0..<4, using: &noise)]
        case 3: script[index].bytes.removeSubrange(position...)
        case 4: script[index].bytes.remove(at: position)
        case 5: script.insert(script[index], at: index)
        case _:
            script[index].bytes.insert(
                contentsOf: (0..<8).map { _ in UInt8.random(in: 0...255, using: &noise) }, at: position)
        }
    }
}
