import ArgumentParser
import DeviceManagement
import ForwardProxy
import InternetNames
import Networking
import Probing
import ProxyServer
import Reports
import ServerChecks
import ServerConfiguration
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy check`: judges servers once, without a proxy.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge servers under ATS, with the reasons and the smallest exception that would help.",
        discussion: """
            Each URL is judged as an app under the policy would load it.

            Exit status: 65 if a line of standard input names no host; else 1 if something is violated, passes only \
            where the app overrides trust evaluation, or ends within --expires-within; else 69 if a \
            server is not reached; else 2 if no handshake is known to succeed.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Evidence") var evidence: EvidenceOptions
    @OptionGroup(title: "Device management") var discovery: DiscoveryOptions
    @OptionGroup(title: "Expiry") var renewal: RenewalOptions

    @Flag(help: "Judge each address of a server separately.")
    var perAddress = false

    @Flag(
        help: "Try every policy that nscurl --ats-diagnostics tries, and print the smallest exception that passes.")
    var diagnose = false

    @Option(
        help: ArgumentHelp(
            "Print the lines of this server's configuration that make a failing server pass, and what they break.",
            valueName: "server"))
    var fixFor: ServerSoftware?

    @Flag(help: "Print all that was found about each of several URLs. With --diagnose: also each test as nscurl does.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            """
            The format: text, json (one object per line), or another one of report. With --discover, --enrollment or \
            --profile: text or json.
            """,
            valueName: "format"))
    var format = ReportFormat.text

    @Argument(
        help: ArgumentHelp(
            """
            The URLs to judge. A host, HOST:PORT and HOST,PORT count as https. - reads a list from standard input, one \
            per line, with comments after #.
            """
        ))
    var urls: [String] = []

    func validate() throws {
        guard discovery.areGiven || !urls.isEmpty else {
            throw ValidationError("Name a URL, a host or a domain to judge.")
        }
        if discovery.areGiven, let conflict = discoveryConflict { throw ValidationError(conflict) }
        if diagnose && perAddress { throw ValidationError("--diagnose looks at one address; leave --per-address out.") }
        if diagnose && format != .text && format != .json {
            throw ValidationError("--diagnose prints text or json.")
        }
        if fixFor != nil && diagnose {
            throw ValidationError("--fix-for is about the server, --diagnose about exceptions in the app; use one.")
        }
        if fixFor != nil && format != .text && format != .json {
            throw ValidationError("--fix-for prints text or json.")
        }
    }

    /// The reason why the options do not go together with those about device management; nil if they do.
    private var discoveryConflict: String? {
        if diagnose || perAddress { return "--diagnose and --per-address judge servers for apps; leave them out." }
        if policy.policy != nil { return "No policy of an app decides about device management; leave --policy out." }
        guard format == .text || format == .json else {
            return "With servers of device management, the format is text or json."
        }
        return nil
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in try check() }
    }

    /// Judges the servers and prints the verdicts. Returns the exit status.
    private func check() throws(CommandFailure) -> Int32 {
        let list = try CheckTargets(urls)
        if discovery.areGiven { list.sayFaults() } else { try list.report() }
        let discoveryInput = try discovery.input()
        let basis = try basis(of: list.urls)
        var discovered = DiscoveryRun(
            basis.settings, through: basis.upstreamProxy, under: basis.policy, by: basis.rules)
        try discovered.add(discoveryInput)
        DiscoveryOutput(discovered).print(in: format)
        let targets = discovered.remaining + list.urls
        var printer = printer(of: discovered, total: targets.count + discovered.results.count, by: basis.rules)
        var tally = CheckTally(countsRenewals: renewal.countsInStatus)
        for finding in discovered.findings { tally.count(finding) }
        var writer = try evidence.writer(trust, rules: basis.rules, upstreamProxy: basis.upstreamProxy?.authority)
        try judge(targets, after: discovered.results, on: basis) { result in
            tally.count(result)
            printer.show(result)
            for serverVerdict in result.serverVerdicts { writer?.add(serverVerdict, about: result.url.title) }
        }
        try printer.finish(
            addingExceptionsTo: diagnose ? nil : basis.policy, policyPath: policy.policy, listFaults: list.faults)
        try writer?.write()
        return list.status ?? tally.exitStatus ?? 0
    }

    /// The members of a check that all of its servers share.
    private struct Basis {
        let policy: CheckedPolicy
        let rules: RuleSet
        let settings: ProbeSettings
        let upstreamProxy: UpstreamProxy?
    }
}

// MARK: - Parts of a check

extension CheckCommand {
    private func basis(of targets: [LoadURL]) throws(CommandFailure) -> Basis {
        let appPolicy = try policy.appPolicy()
        let os = discovery.areGiven && policy.os == nil ? .newestSystem : try policy.fixedOS()
        let linkedSDK = try policy.sdk(of: appPolicy)
        let waivers = try trust.waivers()
        let networkSettings = try network.settings()
        let upstreamProxy = try network.readUpstreamProxy()
        try requireAddresses(of: targets, through: upstreamProxy)
        // Warnings about data come after the mistakes in options.
        let (store, rules) = try trust.load(warningAt: WallClock.now, for: [os])
        if diagnose, policy.policy != nil {
            Output.say("--diagnose tries policies of its own; the one of --policy is not looked at.")
        }
        let checkedPolicy = CheckedPolicy(
            appPolicy, readBy: os, linkedSDK: linkedSDK, kind: policy.api ?? .urlSession, rules: rules,
            waivers: waivers)
        return Basis(
            policy: checkedPolicy, rules: rules, settings: networkSettings.probeSettings(trust: store),
            upstreamProxy: upstreamProxy)
    }

    private func printer(of discovered: DiscoveryRun, total: Int, by rules: RuleSet) -> CheckPrinter {
        var printer = CheckPrinter(
            format, rules: rules, isDetailed: verbose || diagnose || (total == 1 && !perAddress),
            showsTranscript: verbose, failsOnRenewal: renewal.countsInStatus)
        printer.discovered = discovered.servers
        for finding in discovered.findings { printer.add(finding) }
        return printer
    }

    /// Judges servers, and delivers each result with its advice, after those that are known already.
    private func judge(
        _ targets: [LoadURL], after known: [CheckResult], on basis: Basis, deliver: @escaping (CheckResult) -> Void
    ) throws(CommandFailure) {
        let advice = CheckAdvice(renewalWindow: renewal.window, software: fixFor)
        let progress = ProgressLine(total: targets.count + known.count)
        var finished = 0
        let show = { (result: CheckResult) in
            progress.clear()
            deliver(advice.added(to: result))
            finished += 1
            progress.advance(to: finished)
        }
        known.forEach(show)
        do throws(SystemError) {
            let prober = try Prober(
                basis.settings, upstreamProxy: basis.upstreamProxy, concurrency: diagnose ? 4 : 32)
            ServerCheck(prober, basis.policy, upstreamProxy: basis.upstreamProxy, deliver: show)
                .judge(targets, perAddress: perAddress, diagnoses: diagnose)
        } catch {
            throw CommandFailure(probing: error)
        }
        progress.clear()
    }

    /// Throws an error if `--per-address` needs addresses that only the upstream proxy looks up.
    private func requireAddresses(
        of targets: [LoadURL], through upstreamProxy: UpstreamProxy?
    ) throws(CommandFailure) {
        guard perAddress, let url = targets.first(where: { upstreamProxy?.onTheWay(to: $0.authority) != nil }) else {
            return
        }
        throw CommandFailure(
            .usage,
            "--per-address needs the addresses of \(url.host), which only the upstream proxy looks up; leave it out, "
                + "or reach the host directly with --no-upstream.")
    }
}

extension ServerSoftware: ExpressibleByArgument {
    /// Reads the name in any case, as people write IIS.
    package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
