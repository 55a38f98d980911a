import DeviceManagement
import Foundation
import JSONWriting
import Judging
import Networking
import Recording
import Recordings
import Reports
import Settings
import TransportSecurity

/// The verdicts of `check` as a recording, from which reports in the formats of `report` are made.
struct CheckReport {
    private var reader: RecordingReader

    /// Creates a report without verdicts.
    init() {
        reader = RecordingReader(keepingFacts: false, RecordedEventDecoder.make())
        reader.begin("check")
    }

    /// Adds a verdict.
    mutating func add(_ serverVerdict: CheckResult.ServerVerdict) {
        let line = Self.line(serverVerdict, nil) + "\n"
        Array(line.utf8).withUnsafeBufferPointer { reader.read($0) }
    }

    /// The report.
    ///
    /// - Parameters:
    ///   - path: The policy in which SARIF and Xcode locate findings; nil for no file.
    ///   - faults: A sentence for each line of standard input that names no host.
    mutating func text(
        in format: ReportFormat, policyPath path: String?, listFaults faults: [String]
    ) throws(CommandFailure) -> String {
        reader.end()
        let traffic = reader.traffic
        var report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: WallClock.now))
        report.note(listFaults: faults)
        let place = try path.map { (path) throws(CommandFailure) in try FindingPlace(ofPolicyAt: path) }
        return format.text(
            of: report, by: Terminal.renderer, at: place ?? FindingPlace(path: "check", text: ""),
            from: place == nil ? nil : FileManager.default.currentDirectoryPath, version: ServerVersion.number,
            publicSuffixes: CurrentData.publicSuffixes)
    }

    /// A verdict as a line of JSON: the event with the facts that it is based on, and the tests of `--diagnose`.
    static func line(
        _ serverVerdict: CheckResult.ServerVerdict, _ diagnosis: Diagnosis?, usedBy uses: [ManagementUse] = []
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            var event = serverVerdict.event
            if !serverVerdict.facts.isEmpty { event.serverFacts = serverVerdict.facts }
            event.writeMembers(to: &json)
            if let diagnosis { json.member("diagnosis", diagnosis) }
            if !uses.isEmpty { json.member("uses", uses) }
            let cautions = serverVerdict.event.violations.map(\.rule).filter(\.mayExceedSystem)
            if serverVerdict.event.isOfSystemProcesses, !cautions.isEmpty {
                json.member("mayExceedSystem", cautions)
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
