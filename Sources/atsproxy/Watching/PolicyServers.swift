import AppBundle
import Documents
import InternetNames
import Networking
import Settings
import StandardStreams
import TransportSecurity
import Watching

/// The servers that a policy names, asked once for `policy lint --against-servers`.
struct PolicyServers {
    private let source: String
    private let report: PassReport

    /// The exit status, as that of a first pass of `watch`.
    var status: Int32 { report.status }

    /// Asks the servers of the policy at a path; nil if the policy names none.
    init?(
        ofPolicyAt path: String, under os: OSVersion, trust: TrustOptions, network: NetworkOptions
    ) throws(CommandFailure) {
        let appPolicy: AppPolicy
        do throws(PolicyFileError) {
            appPolicy = try AppPolicy(contentsOf: path)
        } catch {
            throw CommandFailure(.data, error.description)
        }
        source = appPolicy.source
        let hosts = Self.hosts(in: appPolicy.dictionary)
        guard !hosts.isEmpty else { return nil }
        var urls: [LoadURL] = []
        for host in hosts { urls.append(try LoadURL(argument: "https://\(host.bracketed)")) }
        let pass = try WatchPass(
            of: appPolicy, under: os, linkedSDK: appPolicy.linkedSDK, api: nil, trust: trust, network: network,
            window: .lastThird, pins: [])
        let now = WallClock.now
        var state = WatchState()
        state.take(try pass.states(of: urls, known: [:]), isComplete: true, at: now)
        report = PassReport(state, at: now, isFirst: true)
    }

    /// Prints the findings as text or as lines of JSON.
    func show(in format: LintFormat) {
        switch format {
        case .json: for line in report.lines { Output.print(line) }
        case .text, .sarif, .junit, .xcode: Output.print("\n" + Terminal.renderer.text(of: document))
        }
    }

    private var document: Document {
        var blocks: [Document.Block] = []
        let findings = report.changes.map { "\($0.server): \($0.title): \($0.text)" }
        if !findings.isEmpty { blocks.append(.list(findings)) }
        let pins = report.servers.sorted { $0.key < $1.key }.flatMap { server, state in
            state.pins.map { "\(server): \($0)" }
        }
        if !pins.isEmpty { blocks += [.heading("Pins"), .list(pins)] }
        return Document(title: "The servers of \(source)", blocks: blocks + [.paragraph(report.totals)])
    }

    /// The hosts that are keys of `NSPinnedDomains` and `NSExceptionDomains`, each once.
    private static func hosts(in policy: [String: PropertyValue]) -> [Host] {
        let keys = [ATSKey.pinnedDomains, ATSKey.exceptionDomains].flatMap { key -> [String] in
            guard case .dictionary(let entries) = policy[key] else { return [] }
            return entries.keys.sorted()
        }
        return keys.compactMap { Host($0) }.distinct
    }
}
