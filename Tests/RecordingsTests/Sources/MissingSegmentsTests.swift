import TLSMessages
import Testing
@testable import Recordings

@Suite struct MissingSegmentsTests {
    /// Segments of one run of a proxy, each with the one before it.
    private static func run(of proxy: String, numbers: Range<Int>) -> [RecordingSource] {
        numbers.map { number in
            var source = RecordingSource(name: "\(proxy)-\(number)")
            source.proxy = proxy
            source.id = "01JD4Q0Y7ZK8M3T5V9W2X6R\(100 + number)"
            source.previous = number == numbers.lowerBound ? nil : "01JD4Q0Y7ZK8M3T5V9W2X6R\(99 + number)"
            return source
        }
    }

    /// Each hole between segments is found, in any order of the files. Segments that are missing before the first one or
    /// behind the last one are no hole, and neither is the start of another run.
    @Test(arguments: UInt64(1)...40) func eachHoleIsFound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let all = Self.run(of: "lab-1", numbers: 0..<10) + Self.run(of: "lab-1", numbers: 10..<20)
        let kept = all.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        let others = Self.run(of: "lab-2", numbers: 30..<33)
        let expected = zip(kept, kept.dropFirst()).compactMap { earlier, later in
            later.previous == nil || later.previous == earlier.id ? nil : later.name
        }
        let found = RecordingSource.followingMissingSegments(in: (kept + others).shuffled(using: &random))
        #expect(found.map(\.name).sorted() == expected.sorted())
    }
}
