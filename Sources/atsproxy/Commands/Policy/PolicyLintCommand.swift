import AppBundle
import ArgumentParser
import DataInUse
import Foundation
import JSONWriting
import Recording
import Reports
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy policy lint`: finds mistakes in policies, with lines and columns if the format has them.
struct PolicyLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Find mistakes in policies, and suggest corrections.",
        discussion: """
            Reads each app and the bundles in it that have an NSAppTransportSecurity of their own. PATH#Share.appex \
            reads only that bundle. A build setting of Xcode, such as $(API_HOST), is not a mistake.

            Exit status 1 on errors (with --fix: on those that remain), 0 if there are only warnings and advice, 65 if \
            a path cannot be read.
            """)

    @Option(
        help: ArgumentHelp(
            """
            The system that reads the policy: ios9 to ios27, ipados13 to ipados27, macos10.11 to macos27, tvosN, \
            watchosN, visionosN. Default: the newest known.
            """,
            valueName: "version"))
    var os: String?

    @Option(
        help: ArgumentHelp(
            """
            The format: text, json with one object per line, sarif, junit, or xcode (PATH:LINE: error: ... for a build \
            phase).
            """,
            valueName: "format"))
    var format = LintFormat.text

    @Flag(help: "Print a patch that corrects what has exactly one right answer, instead of the findings.")
    var fix = false

    @Flag(help: "With --fix: correct the files themselves, and keep their formatting and comments.")
    var inPlace = false

    @Flag(
        help: """
            Also ask the servers that NSPinnedDomains and NSExceptionDomains name, and say which pins are in their \
            chains and what fails.
            """)
    var againstServers = false

    @OptionGroup(title: "Trust, with --against-servers") var trust: TrustOptions
    @OptionGroup(title: "Network, with --against-servers") var network: NetworkOptions

    @Argument(
        help: ArgumentHelp(
            """
            Info.plists, bare NSAppTransportSecurity dictionaries, app.json (Expo), project.yml (XcodeGen), .app, \
            .appex, .xcarchive or .ipa.
            """,
            valueName: "path"),
        completion: .file())
    var paths: [String]

    func validate() throws {
        if inPlace && !fix { throw ValidationError("--in-place needs --fix.") }
        if fix && format != .text { throw ValidationError("--fix prints a patch; leave --format out.") }
        if againstServers && (fix || format != .text && format != .json) {
            throw ValidationError("--against-servers prints text or json, and no patch.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in
            let os = try version()
            let lint = PolicyLint(readBy: os, publicSuffixes: CurrentData.publicSuffixes)
            if fix { return try LintCorrection(lint, writesFiles: inPlace).run(on: paths) }
            var reportsByPath: [[PolicyLint.Report]] = []
            var unreadable: [PolicyFileError] = []
            for path in paths {
                do throws(PolicyFileError) {
                    reportsByPath.append(try lint.reports(on: path))
                } catch {
                    Output.say(error.description.visible(limit: 4000))
                    unreadable.append(error)
                }
            }
            show(reportsByPath, unreadable: unreadable, readBy: os)
            guard unreadable.isEmpty else { return CommandFailure.Status.data.rawValue }
            let hasErrors = reportsByPath.joined().contains { $0.lints.contains { $0.severity == .error } }
            let serverStatuses = againstServers ? try askServers(under: os) : []
            // 1, for something that is wrong, takes precedence over 2, for something that is not known.
            return hasErrors || serverStatuses.contains(1) ? 1 : serverStatuses.max() ?? 0
        }
    }

    /// Prints the reports on each path.
    private func show(
        _ reportsByPath: [[PolicyLint.Report]], unreadable: [PolicyFileError], readBy os: OSVersion
    ) {
        let reports = Array(reportsByPath.joined())
        let report = LintReport(reports, unreadable: unreadable)
        switch format {
        case .text:
            for reports in reportsByPath { Output.print(LintOutput.text(of: reports, readBy: os)) }
            if reportsByPath.count > 1 {
                Output.print(LintOutput.summary(of: reports, named: "\(reportsByPath.count) policies", readBy: os))
            }
        case .json: for line in LintOutput.lines(of: reports, readBy: os) { Output.print(line) }
        case .sarif:
            var json = JSONWriter()
            report.sarif(version: ServerVersion.number).write(to: &json)
            Output.print(String(decoding: json.bytes, as: UTF8.self))
        case .junit: Output.print(report.junit)
        case .xcode:
            let text = report.xcode(from: FileManager.default.currentDirectoryPath)
            // Without findings, nothing is printed, not even a line feed.
            if !text.isEmpty { Output.print(text) }
        }
    }

    /// Asks the servers that each policy names. Returns an exit status for each policy.
    private func askServers(under os: OSVersion) throws(CommandFailure) -> [Int32] {
        var statuses: [Int32] = []
        for path in paths {
            guard let servers = try PolicyServers(ofPolicyAt: path, under: os, trust: trust, network: network) else {
                Output.say("\(path) names no server in NSPinnedDomains and NSExceptionDomains.")
                continue
            }
            servers.show(in: format)
            statuses.append(servers.status)
        }
        return statuses
    }

    private func version() throws(CommandFailure) -> OSVersion {
        guard let os else { return .newest }
        guard os != "auto" else { throw CommandFailure(.usage, "--os auto needs a client to go by; name a version.") }
        do throws(UnknownOSVersion) {
            return try OSVersion(name: os)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }
}
