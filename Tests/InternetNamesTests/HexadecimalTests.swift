import Testing
import InternetNames

@Suite struct HexadecimalTests {
    @Test(
        arguments: [([], ""), ([0], "00"), ([9, 0x0A, 0xF0], "090af0"), ([0xFF, 0x10, 0x9A], "ff109a")]
            as [([UInt8], String)])
    func writesTwoDigitsForEachByte(bytes: [UInt8], text: String) {
        #expect(bytes.hexadecimal == text)
    }
}
