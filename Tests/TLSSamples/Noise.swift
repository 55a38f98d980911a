/// A deterministic source of noise (SplitMix64), so that a failure can be run again.
package struct Noise: RandomNumberGenerator {
    private var state: UInt64

    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Changes, drops, doubles or cuts short some bytes of a script.
    package mutating func mutate(_ script: inout Script) {
        guard let index = script.indices.randomElement(using: &self), !script[index].bytes.isEmpty else { return }
        // Lengths and types are at the beginning, and there it hurts.
        let reach = Bool.random(using: &self) ? min(100, script[index].bytes.count) : script[index].bytes.count
        let position = Int.random(in: 0..<reach, using: &self)
        switch Int.random(in: 0..<7, using: &self) {
        case 0: script[index].bytes[position] = UInt8.random(in: 0...255, using: &self)
        case 1: script[index].bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &self)
        case 2: script[index].bytes[position] = [0, 0x7F, 0x80, 0xFF][Int.random(in: 0..<4, using: &self)]
        case 3: script[index].bytes.removeSubrange(position...)
        case 4: script[index].bytes.remove(at: position)
        case 5: script.insert(script[index], at: index)
        case _:
            script[index].bytes.insert(
                contentsOf: (0..<8).map { _ in UInt8.random(in: 0...255, using: &self) }, at: position)
        }
    }
}
