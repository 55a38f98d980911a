import AppBundle
import DataInUse
import DeviceManagement
import Foundation
import JSONWriting
import Judging
import Networking
import Recording
import Recordings
import Reports
import Settings
import StandardStreams
import TransportSecurity

/// A report on the verdicts of `check` in one of the formats of `report`. The verdicts are read like a recording.
struct CheckReport {
    private var reader: RecordingReader
    private let failsOnRenewal: Bool
    private var renewals: [HostRenewal] = []

    /// Creates a report without verdicts.
    init(failsOnRenewal: Bool) {
        self.failsOnRenewal = failsOnRenewal
        reader = RecordingReader(keepingFacts: false, RecordedEventDecoder.make())
        reader.begin("check")
    }

    /// Adds a verdict.
    mutating func add(_ serverVerdict: CheckResult.ServerVerdict) {
        let authority = serverVerdict.judged.entry.authority
        if let authority, let notice = serverVerdict.renewal ?? serverVerdict.earlyRenewal,
            !renewals.contains(where: { $0.authority == authority })
        {
            let isFailing = failsOnRenewal && serverVerdict.renewal != nil
            renewals.append(HostRenewal(authority: authority, notice: notice, isFailing: isFailing))
        }
        var recordedVerdict = serverVerdict
        // A recording does not have these members.
        recordedVerdict.renewal = nil
        recordedVerdict.earlyRenewal = nil
        recordedVerdict.configuration = nil
        let line = Self.line(recordedVerdict, diagnosis: nil) + "\n"
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
        var options = ReportOptions(time: WallClock.now)
        options.renewals = renewals
        var report = Report(traffic, traffic.asRecorded, options: options)
        report.noteChecks()
        report.note(listFaults: faults)
        if format == .csvHosts { report.sayRenewals() }
        if format == .junit {
            return JUnitReport(report, destinations: Self.destinations(of: traffic, options: options)).text
        }
        let policyLocation = try path.map { (path) throws(CommandFailure) in try FindingLocation(ofPolicyAt: path) }
        return format.text(
            of: report, by: Terminal.renderer, at: policyLocation ?? FindingLocation(path: "check", text: ""),
            from: policyLocation == nil ? nil : FileManager.default.currentDirectoryPath, version: ServerVersion.number,
            publicSuffixes: CurrentData.publicSuffixes)
    }

    /// The reports on single destinations, in the order of their names. The usual port of `https` is not named.
    private static func destinations(
        of traffic: RecordedTraffic, options: ReportOptions
    ) -> [(name: String, report: Report)] {
        var destinations: [(name: String, report: Report)] = []
        for (authority, entries) in Dictionary(grouping: traffic.asRecorded, by: \.entry.authority) {
            guard let authority else { continue }
            var report = Report(traffic, entries, options: options)
            report.noteChecks()
            let name = authority.port == 443 ? authority.host.description : authority.description
            destinations.append((name, report))
        }
        return destinations.sorted { $0.name < $1.name }
    }

    /// A verdict as a line of JSON: the event with the facts that it is based on, and the tests of `--diagnose`.
    /// Further members are the renewal of a certificate and the lines of `--fix-for`.
    static func line(
        _ serverVerdict: CheckResult.ServerVerdict, diagnosis: Diagnosis?, usedBy uses: [ManagementUse] = []
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            var event = serverVerdict.event
            event.origin = .check(serverFacts: serverVerdict.facts)
            event.writeMembers(to: &json)
            if let diagnosis { json.member("diagnosis", diagnosis) }
            if !uses.isEmpty { json.member("uses", uses) }
            let cautions = serverVerdict.event.violations.map(\.rule).filter(\.mayExceedSystem)
            if serverVerdict.event.isOfSystemProcesses, !cautions.isEmpty {
                json.member("mayExceedSystem", cautions)
            }
            if let renewal = serverVerdict.renewal ?? serverVerdict.earlyRenewal { json.member("renewalDue", renewal) }
            if let change = serverVerdict.configuration { json.member("serverConfiguration", change) }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension RenewalNotice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("since", since)
            json.member("notAfter", notAfter)
            json.member("issuer", issuer)
        }
    }
}

extension FindingLocation {
    /// Finds the lines of the policy at a path.
    package init(ofPolicyAt path: String) throws(CommandFailure) {
        do throws(PolicyFileError) {
            let policy = try LocatedPolicy(at: path)
            self.init(path: policy.path, lines: policy.lines)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}

extension Report {
    /// Prints the certificates for whose expiry the report fails, for a table of hosts, which has no cell for them.
    package func sayRenewals() {
        for renewal in failingRenewals {
            Output.say(Terminal.visible(renewal.sentence(at: time)))
        }
    }
}
