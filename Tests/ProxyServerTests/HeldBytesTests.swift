import Testing

@testable import ProxyServer

@Suite struct HeldBytesTests {
    /// However the bytes arrive, they stay in order and take little more room than they need.
    @Test(arguments: [1, 7, 1023, 1024, 16_385, 200_000])
    func keepsBytesInOrderAndWithLittleRoom(readSize: Int) {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var held = HeldBytes()
        for start in stride(from: 0, to: bytes.count, by: readSize) {
            bytes[start..<min(start + readSize, bytes.count)].withUnsafeBytes { held.append($0) }
            #expect(held.pieces.reduce(0) { $0 + $1.capacity } <= start + readSize + 20 * 1024)
        }
        #expect(Array(held.pieces.joined()) == bytes)
        #expect(held.pieces.count <= 200)
    }
}
