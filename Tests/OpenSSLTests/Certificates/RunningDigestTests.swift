import OpenSSL
import Testing

@Suite struct RunningDigestTests {
    @Test func piecesHaveTheDigestOfTheWhole() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for _ in 0..<20 {
            let digest = try RunningDigest()
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 0...30_000))
                try bytes[start..<end].withUnsafeBufferPointer { piece throws(OpenSSLError) in try digest.append(piece)
                }
                #expect(try digest.value() == Digest.sha256(Array(bytes[..<end])))
                start = end
            }
        }
    }
}
