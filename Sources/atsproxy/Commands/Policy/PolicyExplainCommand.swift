import AppBundle
import ArgumentParser
import Documents
import InternationalNames
import InternetNames
import PolicyTesting
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy policy`: commands that read a policy, without a network.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Read an app's policy.",
        subcommands: [
            PolicyExplainCommand.self, PolicyLintCommand.self, PolicyDiffCommand.self, PolicyTestCommand.self,
            PolicyErrorCommand.self,
        ])
}

/// `atsproxy policy explain`: explains the meaning of a policy for URLs, and names the key that decides.
struct PolicyExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain the meaning of a policy for a URL, and the key that decides.",
        discussion: """
            With --matrix, a table shows kinds of hosts over http and https. Given hosts take the place of the public \
            name. Without --os, it has all versions of the system of the SDK, else of iOS.

            Exit status: 65 if a line of standard input names no host; else 1 if a URL is blocked; with --matrix 0.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions

    @Flag(help: "Print a table for kinds of hosts instead of an answer for each URL.")
    var matrix = false

    @Option(
        help: ArgumentHelp(
            "The format: text, json with one object per line, or for a table also markdown or html.",
            valueName: "format"))
    var format = DocumentFormat.text

    @Argument(
        help: ArgumentHelp(
            """
            The URLs that the app loads. A host, HOST:PORT and HOST,PORT count as https. - reads a list from standard \
            input.
            """,
            valueName: "url"))
    var urls: [String] = []

    func validate() throws {
        guard !matrix else { return }
        if urls.isEmpty { throw ValidationError("Missing expected argument '<url> ...'") }
        switch format {
        case .text, .json: return
        case .markdown, .html: throw ValidationError("--format \(format.rawValue) needs --matrix.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in
            try matrix ? printMatrix() : printVerdicts()
        }
    }

    /// Prints the verdicts on the URLs. Returns the exit status.
    private func printVerdicts() throws(CommandFailure) -> Int32 {
        let appPolicy = try policy.appPolicy()
        let list = try readURLs()
        let os = try policy.fixedOS()
        let appliedPolicy = Policy(appPolicy.dictionary, readBy: os, linkedSDK: try policy.sdk(of: appPolicy))
        var isBlocked = false
        for url in list.urls {
            let verdict = appliedPolicy.verdict(for: url, kind: policy.api ?? .urlSession)
            isBlocked = isBlocked || verdict == .blocked
            show(verdict, of: appPolicy)
        }
        return list.status ?? (isBlocked ? 1 : 0)
    }

    /// The URLs of the arguments and of standard input. Says which lines are faulty.
    private func readURLs() throws(CommandFailure) -> CheckTargets {
        let list = try CheckTargets(urls, askingAbout: .policy)
        if urls.contains("-") { try list.report() }
        return list
    }

    private func show(_ verdict: PolicyVerdict, of policy: AppPolicy) {
        let mistakenKeys = MistakenKey.keys(of: policy.dictionary, meantFor: verdict.url.host)
        switch format {
        case .text, .markdown, .html:
            Output.print(verdict.paragraph(source: policy.source, mistakenKeys: mistakenKeys))
        case .json:
            let line = verdict.json(source: policy.source, mistakenKeys: mistakenKeys)
            Output.print(String(decoding: line, as: UTF8.self))
        }
    }
}

// MARK: - The table

extension PolicyExplainCommand {
    private func printMatrix() throws(CommandFailure) -> Int32 {
        let appPolicy = try policy.appPolicy()
        let list = try readURLs()
        let matrix = PolicyMatrix(
            of: VersionedPolicy(of: appPolicy.dictionary, linkedSDK: appPolicy.linkedSDK),
            systems: policy.os == nil ? nil : [OSSpan(try policy.fixedOS())], api: policy.api ?? .urlSession,
            linkedSDK: try policy.settings().linkedSDK, hosts: list.urls.map(\.host))
        format.print(
            matrix.document(source: appPolicy.source), json: matrix.lines(source: appPolicy.source))
        return list.status ?? 0
    }
}
