import InternetNames
import Testing
import TransportSecurity

@testable import DeviceManagement

/// Tests of the failures that are read in a device's log.
@Suite struct DeviceLogTests {
    /// The log of a text that comes in parts of some bytes.
    private func log(_ text: String, part: Int = 7) -> DeviceLog {
        var log = DeviceLog()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: part) {
            Array(bytes[start..<min(start + part, bytes.count)]).withUnsafeBufferPointer { log.read($0) }
        }
        log.finish()
        return log
    }

    private let message =
        "boringssl_context_check(512) [C1:1][0x1] Error [ATS FCPv2.1 violation]: TLS 1.2 negotiated without extended "
        + "master secret (EMS) for server: mdm.example.com"

    @Test func eachStyleOfLogShowIsRead() {
        let json =
            #"{"timestamp":"2026-11-20 10:00:00.000000+0000","processImagePath":"\/usr\/libexec\/mdmclient","eventMessage":"\#(message)"}"#
        let syslog =
            "2026-11-20 10:00:00.000000+0000  localhost mdmclient[123]: (libboringssl.dylib) [com.apple.network:boringssl] \(message)"
        let compact = "2026-11-20 10:00:00.000 E  mdmclient[123:4567] [com.apple.network:boringssl] \(message)"
        let usual =
            "2026-11-20 10:00:00.000000+0000 0x1f2 Error       0x0  123    0    mdmclient: (libboringssl.dylib) \(message)"
        for line in [json, syslog, compact, usual] {
            let log = log(line + "\n")
            #expect(log.complaints.map(\.host.description) == ["mdm.example.com"], "\(line)")
            #expect(log.complaints.map(\.process) == ["mdmclient"], "\(line)")
            #expect(log.complaints.map(\.rules) == [[.niapExtendedMasterSecret]])
            #expect((log.lines, log.understood, log.notUnderstood) == (1, 1, 0))
        }
    }

    /// A line without a date begins with its process or its message. Words of the message may have a colon as well.
    @Test func aLineWithoutADateBeginsWithItsProcess() {
        let message = "Error [ATS violation]: Leaf certificate is absent for server: never.example.com"
        #expect(log("mdmclient[7]: \(message)").complaints.map(\.process) == ["mdmclient"])
        #expect(log("profiled: \(message)").complaints.map(\.process) == ["profiled"])
        #expect(log(message).complaints.map(\.process) == [nil])
    }

    @Test func equalLinesAreCounted() {
        let log = log("\(message)\n\n\(message)\nnothing\n\(message)")
        #expect(log.complaints.map(\.count) == [3])
        #expect(log.complaints.map(\.firstLine) == [1])
        #expect((log.lines, log.understood) == (4, 3))
    }

    @Test func emptyLinesHaveNumbers() {
        #expect(log("\n\nnothing\n\(message)\n").complaints.map(\.firstLine) == [4])
    }

    @Test func partsOfAnySizeGiveTheSameLog() {
        let text = "\(message)\nx [ATS violation] unheard of\n\(message.replacing("mdm.", with: "b."))\n"
        for part in [1, 2, 50, 10_000] { #expect(log(text, part: part) == log(text)) }
    }

    @Test func redactedHostsAndUnknownFormsAreCounted() {
        let log = log(
            """
            Error [ATS violation]: Leaf certificate is absent for server: <private>
            a potential ATS violation of a new kind at c.example
            Task finished successfully
            """)
        #expect(log.complaints.isEmpty)
        #expect((log.withoutHost, log.notUnderstood) == (1, 1))
        #expect(log.firstNotUnderstood == ["a potential ATS violation of a new kind at c.example"])
    }

    @Test func aViolationOfAnUnknownKindIsNotUnderstood() {
        let log = log("mdmclient[7]: Error [ATS violation]: new wording api.example.com\n")
        #expect(log.complaints.isEmpty)
        #expect((log.understood, log.withoutHost, log.notUnderstood) == (0, 0, 1))
        #expect(log.firstNotUnderstood.first?.contains("new wording") == true)
    }

    @Test func onlyFormsOfLogShowAreKnown() {
        let clean = [
            #"{"eventMessage":"Task finished","processImagePath":"\/usr\/libexec\/mdmclient"}"#,
            "2026-11-20 10:00:00.000 E  mdmclient[123:4567] Task finished",
            #"  "eventMessage" : "Task finished","#,
        ]
        for line in clean { #expect(log("Timestamp\n" + line + "\n").hasKnownForm, "\(line)") }
        let other = log("one\ntwo: three\n\nfour\nfive\n")
        #expect(!other.hasKnownForm)
        #expect(other.firstLines == ["one", "two: three", "four"])
    }

    @Test func marksAreFoundInAnyCase() {
        for text in ["VIOLATION]", "an Ats Violation", "NSURLErrorDomain", "x Trust evaluate failure: y"] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { DeviceLogMarks.mayConcern($0) }, "\(text)")
        }
        for text in ["", "violation", "v", "evaluate failure:", "Task finished"] {
            #expect(!Array(text.utf8).withUnsafeBufferPointer { DeviceLogMarks.mayConcern($0) }, "\(text)")
        }
    }

    @Test func binaryFilesHaveAFault() {
        #expect(DeviceLogFault(inBeginning: [0x1F, 0x8B, 8, 0]) == .compressed)
        #expect(DeviceLogFault(inBeginning: [0xFF, 0xFE, 0x61, 0]) == .utf16)
        #expect(DeviceLogFault(inBeginning: [0x61, 0, 0x62, 0]) == .utf16)
        #expect(DeviceLogFault(inBeginning: [0x61, 0x62, 0x63, 0x64, 0x65, 0]) == .binary)
        #expect(DeviceLogFault(inBeginning: (1...255).map { UInt8($0) }) == .binary)
        #expect(DeviceLogFault(inBeginning: Array("a line, täglich\n".utf8)) == nil)
        #expect(DeviceLogFault(inBeginning: []) == nil)
    }

    @Test func longLinesAreCut() {
        let log = log(String(repeating: "a", count: DeviceLog.lineLimit + 1) + "\n\(message)\n", part: 4096)
        #expect((log.lines, log.cutLines, log.understood) == (2, 1, 1))
    }

    @Test func otherErrorsOfTheSystemAreUnderstood() {
        let log = log(
            "profiled: Task <1> finished with error [-1200] Error Domain=NSURLErrorDomain Code=-1200 "
                + "\"An SSL error\" UserInfo={NSErrorFailingURLStringKey=https://p.example/a}\n")
        #expect(log.complaints.map(\.host.description) == ["p.example"])
        #expect(log.complaints.map(\.ports) == [[443]])
    }
}
