import AppBundle
import ArgumentParser
import InternationalNames
import InternetNames
import Settings
import TransportSecurity

/// `atsproxy policy`: commands that read a policy, without a network.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Read an app's policy.",
        subcommands: [
            PolicyExplainCommand.self, PolicyLintCommand.self, PolicyDiffCommand.self, PolicyErrorCommand.self,
        ])
}

/// `atsproxy policy explain`: the meaning of a policy for URLs, and the key that decides.
struct PolicyExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain the meaning of a policy for a URL, and the key that decides.",
        discussion: "Exit status 1 if a URL is blocked.")

    @OptionGroup(title: "Policy") var policy: PolicyOptions

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    @Argument(help: ArgumentHelp("The URLs that the app loads; a bare host counts as https.", valueName: "url"))
    var urls: [String]

    func run() throws {
        let isBlocked = try CommandFailure.reported { () throws(CommandFailure) in
            let appPolicy = try policy.appPolicy()
            let os = try policy.fixedOS()
            let read = Policy(appPolicy.dictionary, readBy: os, linkedSDK: try policy.sdk(of: appPolicy))
            var isBlocked = false
            for url in try urls.map(LoadURL.init(argument:)) {
                let verdict = read.verdict(for: url, kind: policy.api ?? .urlSession)
                isBlocked = isBlocked || verdict == .blocked
                printed(verdict, of: appPolicy)
            }
            return isBlocked
        }
        if isBlocked { throw ExitCode(1) }
    }

    private func printed(_ verdict: PolicyVerdict, of policy: AppPolicy) {
        let meant = MeantKey.keys(of: policy.dictionary, meantFor: verdict.url.host)
        switch format {
        case .text: Console.print(verdict.paragraph(source: policy.source, meantKeys: meant))
        case .json:
            Console.print(String(decoding: verdict.json(source: policy.source, meantKeys: meant), as: UTF8.self))
        }
    }
}

extension LoadURL {
    /// Creates a URL from an argument. Throws a usage error if the argument is not a URL.
    init(argument text: String) throws(CommandFailure) {
        do throws(MalformedURL) {
            self = try LoadURL(written: text)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }
}
