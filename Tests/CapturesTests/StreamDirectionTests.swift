import TLSMessages
import Testing

@testable import Captures

struct StreamDirectionTests {
    /// Segments in any order, with any repetitions, give the stream that was sent.
    @Test(arguments: 0..<300)
    func segmentsInAnyOrderFormTheStream(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let sent = (0..<Int.random(in: 1...4000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        // The numbers wrap around in most of the streams.
        let start = UInt32.max - UInt32.random(in: 0...2000, using: &random)
        var segments: [Range<Int>] = []
        var offset = 0
        while offset < sent.count {
            let end = min(sent.count, offset + Int.random(in: 1...600, using: &random))
            segments.append(offset..<end)
            // A retransmission may have other bounds.
            if Bool.random(using: &random) { segments.append(max(0, offset - 50)..<min(sent.count, end + 30)) }
            offset = end
        }
        segments.shuffle(using: &random)
        #expect(Self.delivered(segments, of: sent, from: start) == sent)
    }

    @Test func theFirstCapturedBytesCount() throws {
        var stream = StreamDirection()
        stream.begin(at: 100)
        stream.keep([2, 2, 2], at: 103, acknowledging: nil)
        stream.keep([1, 1, 1, 1, 9, 9, 3], at: 100, acknowledging: nil)
        var bytes: [UInt8] = []
        while let next = stream.takeNext(where: { _ in true }) { bytes += next }
        #expect(bytes == [1, 1, 1, 2, 2, 2, 3])
    }

    /// A segment waits until the bytes that its sender acknowledged were delivered.
    @Test func bytesWaitForTheAcknowledgedOnes() {
        var stream = StreamDirection()
        stream.begin(at: 5)
        stream.keep([1], at: 5, acknowledging: 77)
        #expect(stream.takeNext { $0 != 77 } == nil)
        #expect(stream.takeNext { $0 == 77 } == [1])
    }

    @Test func tooManyBytesBehindMissingOnesAreAGap() {
        var stream = StreamDirection()
        stream.begin(at: 0)
        for index in 0..<70 {
            stream.keep([UInt8](repeating: 0, count: 1000), at: UInt32(10 + index * 1000), acknowledging: nil)
        }
        #expect(stream.hasGap)
        #expect(stream.waitingByteCount == 0)
    }

    /// The bytes that a stream delivers when it gets these segments of the sent bytes.
    private static func delivered(_ segments: [Range<Int>], of sent: [UInt8], from start: UInt32) -> [UInt8] {
        var stream = StreamDirection()
        stream.begin(at: start)
        var bytes: [UInt8] = []
        for segment in segments {
            stream.keep(
                Array(sent[segment]), at: start &+ UInt32(segment.lowerBound), acknowledging: nil)
            while let next = stream.takeNext(where: { _ in true }) { bytes += next }
        }
        return bytes
    }
}
