@testable import Events
import Testing

import TLSMessages

@Suite struct FastHashTests {
    /// Keys of every length up to some words, and keys that differ from another one in one bit.
    private static let keys: [[UInt8]] = {
        var random = SplitMix64(seed: 1)
        var keys = (0...40).map { length in (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) } }
        for place in keys[40].indices {
            for bit in 0..<8 {
                var changed = keys[40]
                changed[place] ^= 1 << bit
                keys.append(changed)
            }
        }
        keys += [[0], [0, 0], Array(repeating: 0, count: 16), Array(repeating: 0, count: 32)]
        return keys
    }()

    /// With a hash of 64 bits, two of some hundred keys have the same one in less than one of 10^13 processes.
    @Test func differentBytesHaveDifferentHashes() {
        #expect(Set(Self.keys.map { $0.withUnsafeBytes { $0.fastHash } }).count == Self.keys.count)
    }
}
