import ArgumentParser
import Events
import InternationalNames
import InternetNames
import Networking
import OpenSSL
import ProxyServer
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy certificate`: judges a chain from a file, without a network.
struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Judge a chain of certificates from a file, offline.",
        discussion: """
            Nothing is known of a handshake, so the rules about TLS do not apply. Exit status 1 if something is \
            violated, passes only where the app itself overrides the system's trust evaluation, or ends within \
            --expires-within.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Evidence") var evidence: EvidenceOptions
    @OptionGroup(title: "Expiry") var renewal: RenewalOptions

    @Option(
        help: ArgumentHelp(
            "The chain, the server's own certificate first; - reads standard input.", valueName: "pem"),
        completion: .file())
    var chain: String

    @Option(help: ArgumentHelp("The host name or address of the load.", valueName: "name"))
    var host: String

    @Option(
        help: ArgumentHelp(
            "The time of the verdict, such as 2026-11-20 or 2026-11-20T22:54:00Z. Default: now.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in try judge() ? 0 : 1 }
    }

    /// Judges the chain and prints the verdict. Returns whether nothing is to be done about the chain.
    private func judge() throws(CommandFailure) -> Bool {
        guard let host = Host(written: host) else {
            throw CommandFailure(.usage, "--host \(Terminal.visible(host)) is neither a domain name nor an IP address.")
        }
        let time = try instant()
        let certificates = try chainCertificates()
        let appPolicy = try policy.appPolicy()
        let os = try policy.fixedOS()
        let linkedSDK = try policy.sdk(of: appPolicy)
        let waivers = try trust.waivers()
        // Warnings about data come after the mistakes in options.
        let (store, rules) = try trust.load(warningAt: time, for: [os])
        let checkedPolicy = CheckedPolicy(
            appPolicy, readBy: os, linkedSDK: linkedSDK, kind: policy.api ?? .urlSession, rules: rules,
            waivers: waivers)
        var writer = try evidence.writer(trust, rules: rules)
        let observation = Observation.certificates(
            ChainEvaluator(store).evaluate(certificates: certificates, for: os, at: time))
        let serverVerdict = serverVerdict(on: observation, of: host, under: checkedPolicy, at: time)
        var printer = CheckPrinter(
            format == .json ? .json : .text, rules: rules, failsOnRenewal: renewal.countsInStatus)
        printer.show(serverVerdict, about: "\(chain) for \(host)")
        try printer.finish(addingExceptionsTo: checkedPolicy)
        writer?.add(serverVerdict, about: "\(chain) for \(host)")
        try writer?.write()
        let isRenewalDue = renewal.countsInStatus && serverVerdict.renewal != nil
        return serverVerdict.event.violations.isEmpty && serverVerdict.event.warnings.isEmpty && !isRenewalDue
    }

    /// The verdict on the chain, as `check` has it for a server.
    private func serverVerdict(
        on observation: Observation, of host: Host, under policy: CheckedPolicy, at time: Instant
    ) -> CheckResult.ServerVerdict {
        let requirements = policy.requirements(for: host)
        let verdict = policy.verdict(on: observation, under: requirements, at: time)
        var event = policy.event(verdict, under: requirements, at: time)
        var identifiers = EventIDGenerator()
        var random = SystemRandomNumberGenerator()
        event.id = .value(identifiers.next(at: WallClock.now, using: &random))
        event.tls = TLSSummary(observation).map { CachedJSON(uncached: $0) }
        let advice = CheckAdvice(renewalWindow: renewal.window)
        return advice.added(
            to: CheckResult.ServerVerdict(
                event: event, observation: observation, policy: policy.recorded,
                confirmations: policy.confirmations(on: observation, under: requirements, at: time),
                exception: policy.exception(for: verdict, on: observation, of: host, at: time)))
    }

    /// The certificates of the chain. Says which blocks of the file are left out, because one of them may have been
    /// meant as a certificate.
    private func chainCertificates() throws(CommandFailure) -> [[UInt8]] {
        let file = chain == "-" ? InputFile.standardInput : InputFile(chain)
        let bytes = try file.bytes()
        let certificates = try trust.certificates(InputFile(named: file.name, content: bytes))
        let otherBlocks = PEMFile.otherBlocks(in: bytes)
        if !otherBlocks.isEmpty {
            let names = otherBlocks.joined(separator: ", ")
            Output.say("\(file.name) has blocks that are not certificates and are left out: \(names)".visible() + ".")
        }
        return certificates
    }

    /// The time of the verdict.
    private func instant() throws(CommandFailure) -> Instant {
        guard let at else { return WallClock.now }
        guard let instant = Instant(at) ?? Instant(at + "T00:00:00Z") else {
            throw CommandFailure(
                .usage, "--at \(Terminal.visible(at)) is not a time; write it as 2026-11-20 or 2026-11-20T22:54:00Z.")
        }
        return instant
    }
}
