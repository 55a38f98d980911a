import Testing

@testable import QRCode

@Suite struct QRCodewordTests {
    /// Annex I of the standard: "01234567" in numeric mode, version 1, level M.
    @Test func correctionIsThatOfTheStandard() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        #expect(
            ReedSolomonCode(length: 10).remainder(of: data) == [
                0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
            ])
    }

    /// Annex A: the generator polynomial of degree 7.
    @Test func generatorIsThatOfTheStandard() {
        #expect(ReedSolomonCode(length: 7).generator == [127, 122, 154, 164, 11, 68, 117])
    }

    @Test func dataIsPadded() throws {
        let version = try #require(QRVersion.smallest(for: 1))
        #expect(
            QRCodewords([0x61], in: version).blocks == [
                [0x40, 0x16, 0x10, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC]
            ])
    }

    /// Blocks of different lengths: the last codeword of the data is that of the longer blocks alone.
    @Test func blocksAreInterleaved() throws {
        let version = try #require(QRVersion.smallest(for: 152))
        let codewords = QRCodewords(Array(0..<152), in: version)
        #expect(version.number == 8 && codewords.blocks.map(\.count) == [38, 38, 39, 39])
        let all = codewords.interleaved
        #expect(all.count == 154 + 4 * 22)
        #expect(
            Array(all.prefix(8)) == codewords.blocks.map { $0[$0.startIndex] }
                + codewords.blocks.map { $0[$0.startIndex + 1] })
        #expect(Array(all[152..<154]) == codewords.blocks.suffix(2).compactMap(\.last))
    }
}
