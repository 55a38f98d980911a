import AppBundle
import ArgumentParser
import DataInUse
import Documents
import Foundation
import InternationalNames
import Networking
import Recording
import RecordingInputs
import Recordings
import Reports
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity

/// Options about the format of a report, its baseline, waivers and expectations.
struct ReportOutputOptions: ParsableArguments {
    /// The output formats of a report.
    typealias Format = ReportFormat

    @Option(
        help: ArgumentHelp(
            """
            The format: text, markdown (a CI job summary), html (one file), json (report.schema.json), sarif (2.1.0), \
            xcode (PATH:LINE: warning: ... for a build phase), junit, csv (findings, for a spreadsheet) or csv-hosts.
            """,
            valueName: "format"))
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "An earlier report in JSON, whose findings do not make this report fail.", valueName: "json"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Waivers with an expiry date, in YAML: rule, host, reason, owner, expires. An expired waiver is a finding.",
            valueName: "yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var waivers: String?

    @Option(
        help: ArgumentHelp(
            """
            Expected hosts: a list with one per line, or an App Privacy Report saved on the iPhone (Settings > Privacy \
            & Security). The report names those without a judged load, by app.
            """, valueName: "path"),
        completion: .file())
    var expectHosts: String?

    @Option(
        help: ArgumentHelp(
            """
            A device's own log, as text or from log show --style ndjson: its failures are set beside the verdicts, and \
            their hosts are expected. - is standard input.
            """, valueName: "path"),
        completion: .file())
    var deviceLog: String?

    @Flag(
        help: "In text: the whole report. In Markdown: name the hosts that pass, and the hosts of each kind of note.")
    var verbose = false

    func validate() throws {
        guard deviceLog == nil || expectHosts == nil else {
            throw ValidationError("--device-log names expected hosts itself; leave --expect-hosts out.")
        }
    }

    /// Reads the inputs of a report besides the traffic: the baseline, the waivers and the expected hosts.
    ///
    /// - Parameters:
    ///   - policyKeys: The keys of `NSExceptionDomains` in the policy; nil if no policy is available.
    ///   - anew: The names of the policy and the OS under which the traffic was judged again; nil if it was not.
    ///   - app: The app under whose policy the traffic was judged; nil without `--policy`.
    ///   - filter: The choice of the loads in the report.
    func readReportOptions(
        policyKeys: [String]?, anew: (policy: String, os: String)?, app: AppPolicy? = nil,
        filter: RecordingFilter = RecordingFilter()
    ) throws(CommandFailure) -> ReportOptions {
        var options = ReportOptions(time: WallClock.now)
        options.anew = anew
        options.policyKeys = policyKeys
        if let baseline { options.baseline = try Self.baseline(in: InputFile(baseline)) }
        if let waivers { options.waivers = try WaiversFile(waivers).waivers() }
        if let expectHosts { options.expectedHosts = try Self.expectedHosts(in: InputFile(expectHosts)) }
        if let deviceLog {
            let log = try DeviceLogFile.log(at: deviceLog)
            options.deviceLog = log
            options.expectedHosts = ExpectedHosts(DeviceLogComparison.expectedHosts(of: log))
            options.expectedHosts.source = deviceLog
        }
        if let app, let identifier = app.bundleIdentifier, !app.userAgentNames.isEmpty {
            options.expectedHosts.userAgentNames[identifier] = Set(app.userAgentNames)
        }
        options.filter = filter
        return options
    }

    /// Prints the report. Results in SARIF and for Xcode are located in the policy at `policyPath`.
    func print(_ report: Report, policyPath: String?) throws(CommandFailure) {
        let text = try text(of: report, policyPath: policyPath, by: Terminal.renderer)
        // Without findings, nothing is printed for Xcode, not even a line feed.
        if format != .xcode || !text.isEmpty { Output.print(text) }
        switch format {
        case .csv, .csvHosts:
            // A table has no rows for gaps.
            for gap in report.gaps { Output.say("not everything was judged: \(gap.sentence) \(gap.fix)") }
            for notice in report.dataNotices { Output.say("warning: \(notice)") }
            if format == .csvHosts { report.sayRenewals() }
        case .text, .markdown, .html, .json, .sarif, .xcode, .junit: break
        }
    }

    /// The report in the requested format.
    func text(
        of report: Report, policyPath: String?, by renderer: TextRenderer
    ) throws(CommandFailure) -> String {
        // Code scanning and Xcode require a location. Without a policy, this is the recording.
        let location: FindingLocation
        if format == .sarif || format == .xcode, let policyPath {
            location = try FindingLocation(ofPolicyAt: policyPath)
        } else {
            location = FindingLocation(path: report.sources.first?.name ?? "recording", text: "")
        }
        // Standard input has no path, and a segment in a directory has only a name.
        let isFile = policyPath != nil || FileManager.default.fileExists(atPath: location.path)
        return format.text(
            of: report, by: renderer, at: location, from: isFile ? FileManager.default.currentDirectoryPath : nil,
            version: ServerVersion.number, isVerbose: verbose, publicSuffixes: CurrentData.publicSuffixes)
    }

    private static func baseline(in file: InputFile) throws(CommandFailure) -> Baseline {
        let bytes = try file.bytes()
        do {
            return try JSONDecoder().decode(Baseline.self, from: Data(bytes))
        } catch {
            throw CommandFailure(.data, "\(file.name) is not a report in JSON, as report --format json prints it.")
        }
    }

    /// The hosts in a file of expected hosts.
    static func expectedHosts(in file: InputFile) throws(CommandFailure) -> ExpectedHosts {
        let bytes = try file.bytes()
        do throws(ExpectedHosts.Malformed) {
            return try ExpectedHosts(bytes, source: file.name) { InternationalName.ascii(inOption: $0) }
        } catch {
            throw CommandFailure(.data, "\(file.name) \(error.sentence)")
        }
    }
}

extension ReportFormat: ExpressibleByArgument {}

extension PolicyLocation {
    /// The location of the policy at a path.
    static func found(at path: String) throws(CommandFailure) -> PolicyLocation {
        do throws(PolicyFileError) {
            return try PolicyLocation(ofPolicyAt: path)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}
