import Testing
import TransportSecurity
@testable import Recording

@Suite struct SegmentNameTests {
    private let proxy = ProxyName(ofHost: "lab-3")
    private let time = Instant(
        milliseconds: Instant(year: 2026, month: 11, day: 23, hour: 9, minute: 15).milliseconds + 123)

    @Test func hasTimeAndProxy() {
        let name = SegmentName(of: proxy, at: time)
        #expect(name.file == "20261123T091500.123Z-lab-3.jsonl")
        #expect(name.compressed == "20261123T091500.123Z-lab-3.jsonl.gz")
        #expect(name.temporary == "20261123T091500.123Z-lab-3.jsonl.gz.partial")
        #expect(SegmentName(name.file, of: proxy) == name)
        #expect(SegmentName(temporary: name.temporary, of: proxy) == name)
    }

    @Test func namesHaveTheOrderOfTimes() {
        let times: [Int64] = [0, 1, 10, 1000, 60_000, 3_600_000, 86_400_000, 400 * 86_400_000]
        let names = times.map { SegmentName(of: proxy, at: Instant(milliseconds: time.milliseconds + $0)).file }
        #expect(names == names.sorted())
    }

    /// A proxy touches no segment of another one, and nothing else in the directory.
    @Test(arguments: [
        "20261123T091500.123Z-lab-33.jsonl", "20261123T091500.123Z-lab-.jsonl", "20261123T091500.123Z-x-lab-3.jsonl",
        "20261123T091500.123Z-lab-3.jsonl.gz", "20261123T091500Z-lab-3.jsonl", "lab-3.jsonl", ".jsonl", "",
        "2026112xT091500.123Z-lab-3.jsonl", "20261123T091500.123Z-lab-3.jsonl.gz.partial",
    ]) func otherFilesAreNoSegments(file: String) {
        #expect(SegmentName(file, of: proxy) == nil)
    }

    @Test(arguments: [
        "20261123T091500.123Z-lab-3.jsonl", "20261123T091500.123Z-lab-3.jsonl.gz", "a.jsonl.gz.partial",
        "20261123T091500.123Z-lab-4.jsonl.gz.partial", ".jsonl.gz.partial",
    ]) func otherFilesAreNoTemporaryOnes(file: String) {
        #expect(SegmentName(temporary: file, of: proxy) == nil)
    }
}
