import Probing
import ArgumentParser
import ForwardProxy
import Foundation
import InternetNames
import Networking
import ProxyServer
import TransportSecurity

/// `atsproxy check`: judges servers once, without a proxy.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge servers under ATS, with the reasons and the smallest exception that would help.",
        discussion: """
            Each URL is judged as an app under the policy would load it. Exit status 1 if something is violated, or \
            passes only where the app itself overrides the system's trust evaluation; 69 if a server cannot be reached.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Evidence") var evidence: EvidenceOptions

    @Flag(help: "Judge each address of a server separately.")
    var perAddress = false

    @Flag(
        help: "Try every policy that nscurl --ats-diagnostics tries, and print the smallest exception that passes.")
    var diagnose = false

    @Flag(help: "With --diagnose: also print each test in the layout of nscurl.")
    var verbose = false

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    @Argument(
        help: ArgumentHelp(
            "The URLs to judge; a bare host counts as https; - reads URLs from standard input, one per line."))
    var urls: [String]

    func validate() throws {
        if diagnose && perAddress { throw ValidationError("--diagnose looks at one address; leave --per-address out.") }
    }

    func run() throws {
        let status = try CommandFailure.reported { () throws(CommandFailure) in try check() }
        if let status { throw ExitCode(status) }
    }

    private func check() throws(CommandFailure) -> Int32? {
        let targets = try allURLs()
        let appPolicy = try policy.appPolicy()
        let os = try policy.fixedOS()
        let (store, rules) = try trust.load(warnsAt: WallClock.now)
        if diagnose, policy.policy != nil {
            Console.say("--diagnose tries policies of its own; the one of --policy is not looked at.")
        }
        let policyScope = CheckedPolicy(
            appPolicy, readBy: os, linkedSDK: try policy.sdk(of: appPolicy), kind: policy.api ?? .urlSession,
            rules: rules, waivers: try trust.waivers())
        let settings = ProbeSettings(
            trust: store, limits: try network.connection.limits(), resolve: try network.connection.overrides(),
            fetchesIssuers: !network.noAIA)
        let parent = try network.connection.parent()
        if perAddress, let url = targets.first(where: { parent?.onTheWay(to: $0.authority) != nil }) {
            throw CommandFailure(
                .usage,
                "--per-address needs the addresses of \(url.host), which the parent proxy alone looks up; leave it out, "
                    + "or reach the host directly with --no-upstream.")
        }
        let progress = ProgressLine(total: targets.count)
        var printer = CheckPrinter(format: format, rules: rules, showsTranscript: verbose)
        var tally = CheckTally()
        var writer = try evidence.writer(trust, rules: rules)
        do throws(SystemError) {
            let prober = try Prober(settings, parent: parent, concurrency: diagnose ? 4 : 32)
            let run = ServerCheck(prober, policyScope, parent: parent) { result in
                tally.count(result)
                progress.clear()
                printer.show(result)
                for judgement in result.judgements { writer?.add(judgement, about: result.url.title) }
                progress.advance(to: tally.finished)
            }
            run.judge(targets, perAddress: perAddress, diagnoses: diagnose)
        } catch {
            throw CommandFailure(.software, "cannot probe servers: \(error.operation): \(error.text)")
        }
        progress.clear()
        printer.finish(addingTo: diagnose ? nil : policyScope)
        try writer?.write()
        return tally.exitStatus
    }

    /// The URLs in the arguments, in order. The argument `-` stands for the URLs on standard input.
    private func allURLs() throws(CommandFailure) -> [LoadURL] {
        var found: [LoadURL] = []
        for argument in urls {
            if argument == "-" {
                for line in try InputFile.standardInput.bytes().split(separator: UInt8(ascii: "\n")) {
                    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
                    if !text.isEmpty, !text.hasPrefix("#") { found.append(try LoadURL(argument: text)) }
                }
            } else {
                found.append(try LoadURL(argument: argument))
            }
        }
        return found
    }
}

/// Determines the exit status of `check`. Violations and warnings take precedence over failures of the network.
struct CheckTally {
    /// The number of URLs that are finished.
    private(set) var finished = 0
    private var hasFindings = false
    private var hasFailures = false

    mutating func count(_ result: CheckResult) {
        finished += 1
        for judgement in result.judgements {
            let event = judgement.event
            if event.error != nil { hasFailures = true }
            if !event.violations.isEmpty || !event.warnings.isEmpty { hasFindings = true }
        }
    }

    /// The exit status; nil means success.
    var exitStatus: Int32? {
        if hasFindings { return 1 }
        return hasFailures ? CommandFailure.Status.unavailable.rawValue : nil
    }
}
