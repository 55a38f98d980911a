import Testing

@testable import Captures

struct CaptureFormatTests {
    @Test func theFirstBytesTellTheFormat() {
        #expect(CaptureFormat(beginning: [0xD4, 0xC3, 0xB2, 0xA1, 2, 0]) == .pcap)
        #expect(CaptureFormat(beginning: [0xA1, 0xB2, 0x3C, 0x4D, 0, 2]) == .pcap)
        #expect(CaptureFormat(beginning: [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0]) == .pcapng)
        #expect(CaptureFormat(beginning: Array("\u{FEFF} {\n  \"log\" : {".utf8)) == .httpArchive)
        #expect(CaptureFormat(beginning: Array("{\"time\":\"2026-11-20T22:54:00.123Z\"".utf8)) == nil)
        #expect(CaptureFormat(beginning: []) == nil)
    }

    /// The unit is a negative power of ten, or of two if the most significant bit of the resolution is set.
    @Test(
        arguments: [(6, 1_500_000, 1500), (0x8A, 1536, 1500), (0xC1, 1 << 63, 250), (127, .max, 0)]
            as [(UInt8, UInt64, Int64)])
    func timesHaveTheUnitOfTheirInterface(resolution: UInt8, ticks: UInt64, milliseconds: Int64) {
        #expect(PcapngClock(resolution: resolution).milliseconds(ticks) == milliseconds)
    }
}
