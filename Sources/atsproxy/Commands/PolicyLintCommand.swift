import AppBundle
import ArgumentParser
import TransportSecurity

/// `atsproxy policy lint`: mistakes in a policy, with lines and columns if the format has them.
struct PolicyLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Find mistakes in a policy, and suggest corrections.",
        discussion: """
            Looks at the app and at the bundles in it that have an NSAppTransportSecurity of their own; PATH#Share.appex
            is that one alone. Exit status 1 on errors, 0 on warnings and advice alone.
            """)

    @Option(
        help: ArgumentHelp(
            "The system that reads the policy: ios9 to ios27, macos10.11 to macos27, tvosN, watchosN, visionosN. Default: the newest known.",
            valueName: "version"))
    var os: String?

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    @Argument(
        help: ArgumentHelp(
            "An Info.plist, a bare NSAppTransportSecurity dictionary, an .app, .appex, .xcarchive or .ipa.",
            valueName: "path"),
        completion: .file())
    var path: String

    func run() throws {
        let hasErrors = try CommandFailure.reported { () throws(CommandFailure) in
            let reports = try reports()
            switch format {
            case .text: Console.print(LintOutput.text(of: reports, readBy: try version()))
            case .json:
                for line in LintOutput.lines(of: reports, readBy: try version()) { Console.print(line) }
            }
            return reports.contains { $0.lints.contains { $0.severity == .error } }
        }
        if hasErrors { throw ExitCode(1) }
    }

    private func reports() throws(CommandFailure) -> [PolicyLint.Report] {
        let lint = PolicyLint(readBy: try version(), publicSuffixes: ShippedFile.publicSuffixes)
        do throws(PolicyFileError) {
            return try lint.reports(on: path)
        } catch {
            throw CommandFailure(.data, error.description)
        }
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
