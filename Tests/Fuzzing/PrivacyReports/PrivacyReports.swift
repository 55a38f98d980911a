import Harness
import Reports

/// The input is a file of expected hosts: an App Privacy Report or a list.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    examineExpectedHosts(bytes)
    let report = AppPrivacyReport(bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    claim(report.hosts.count + report.unreadableLines + report.omitted <= lines, "more results than lines")
    claim(report.firstUnreadableLines.count <= 10, "too many numbers of lines")
    claim(report.firstUnreadableLines.allSatisfy { (1...lines).contains($0) }, "a line that there is not")
    claim(report.hosts.isEmpty || report.isRecognised, "hosts without network activity")
    for host in report.hosts {
        claim(host.host?.description == host.name, "\(host.name) is no host in its final form")
        claim(host.bundleIdentifier?.isEmpty == false, "a host without an app")
        claim((host.contacts ?? 0) >= 0, "a negative number of contacts")
    }
    // Two copies have the same hosts, and twice as many damaged lines.
    guard bytes.last == UInt8(ascii: "\n"), !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return 0 }
    let twice = AppPrivacyReport(bytes + bytes)
    claim(twice.hosts.map(\.name) == report.hosts.map(\.name), "other hosts in two copies")
    claim(twice.unreadableLines == 2 * report.unreadableLines, "other damaged lines in two copies")
    return 0
}

/// Claims that a file with hosts has each host of a list once, and that any other has an error with a sentence.
private func examineExpectedHosts(_ bytes: [UInt8]) {
    do throws(ExpectedHosts.Malformed) {
        let expected = try ExpectedHosts(bytes, source: "hosts") { $0 }
        claim(!expected.isEmpty, "a file without hosts")
        guard !expected.isPrivacyReport else { return }
        claim(Set(expected.hosts.map(\.name)).count == expected.hosts.count, "a host twice")
        claim(expected.hosts.allSatisfy { $0.host != nil }, "a name that is no host")
    } catch {
        claim(!error.sentence.isEmpty, "an error without a sentence")
    }
}
