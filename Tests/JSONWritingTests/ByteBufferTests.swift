import Testing

@testable import JSONWriting

@Suite struct ByteBufferTests {
    @Test func keepsAllBytesAsItGrows() {
        var buffer = ByteBuffer(reserving: 0)
        var expected: [UInt8] = []
        for length in 0..<200 {
            let piece = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
            piece.withUnsafeBufferPointer { buffer.append($0) }
            buffer.append(UInt8(length))
            expected += piece + [UInt8(length)]
        }
        let written = buffer.withBytes { Array($0) }
        #expect(written == expected)
        #expect(buffer.capacity >= buffer.count)
    }

    @Test func countsOnlyWrittenBytes() {
        var buffer = ByteBuffer(reserving: 8)
        buffer.append(atMost: 100_000) { room in
            (room[0], room[1]) = (1, 2)
            return 2
        }
        buffer.append(3)
        #expect(buffer.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func releasesLargeBuffers() {
        var buffer = ByteBuffer(reserving: 0)
        let piece = [UInt8](repeating: 7, count: 10_000)
        piece.withUnsafeBufferPointer { buffer.append($0) }
        let grown = buffer.capacity
        buffer.removeAll(keepingAtMost: grown)
        #expect(buffer.count == 0 && buffer.capacity == grown)
        piece.withUnsafeBufferPointer { buffer.append($0) }
        buffer.removeAll(keepingAtMost: 5000)
        #expect(buffer.count == 0 && buffer.capacity <= 5000)
        buffer.append(9)
        #expect(buffer.withBytes { Array($0) } == [9])
    }
}
