import Testing

@testable import QRCode

@Suite struct QRMaskTests {
    /// Annex C: the format information of level M, before the bits are inverted by the fixed pattern.
    @Test(
        arguments: [
            0b101_0100_0001_0010, 0b101_0001_0010_0101, 0b101_1110_0111_1100, 0b101_1011_0100_1011,
            0b100_0101_1111_1001, 0b100_0000_1100_1110, 0b100_1111_1001_0111, 0b100_1010_1010_0000,
        ].enumerated().map { ($0, $1) })
    func formatInformationIsThatOfTheStandard(reference: Int, drawn: Int) throws {
        #expect(try #require(QRMask(rawValue: reference)).formatInformation ^ 0b101_0100_0001_0010 == drawn)
    }

    /// Annex D: the version information of version 7.
    @Test func versionInformationIsThatOfTheStandard() {
        #expect(7 << 12 | QRMask.remainder(of: 7 << 12, by: 0x1F25, degree: 12) == 0b00_0111_1100_1001_0100)
    }

    /// Of the eight drawings, none has a lower penalty than the one that is taken.
    @Test func theMaskWithTheLowestPenaltyIsTaken() throws {
        let bytes = Array("http://192.168.1.20:8080/".utf8)
        let version = try #require(QRVersion.smallest(for: bytes.count))
        let codewords = QRCodewords(bytes, in: version).interleaved
        let penalties = QRMask.allCases.map { QRPenalty(QRGrid(of: codewords, in: version, maskedBy: $0)).total }
        let mask = try #require(QRCode(bytes: bytes)?.mask)
        #expect(penalties[mask] == penalties.min() && Set(penalties).count > 1)
    }
}
