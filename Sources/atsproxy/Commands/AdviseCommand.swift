import Advice
import AppBundle
import ArgumentParser
import Documents
import Judging
import RecordingInputs
import Recordings
import Settings
import StandardStreams
import Traffic
import TransportSecurity

/// `atsproxy advise`: advises changes with which recorded traffic meets ATS, and names unused exceptions.
struct AdviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advise",
        abstract: "Say what to change so that recorded traffic meets ATS, and which exceptions can go.",
        discussion: """
            The advice, in this order: change the URL, change the server, declare an exception. --format plist and \
            patch have only the exceptions for which no other change was seen to work; --all adds the others.

            Exit status 0, also where not everything could be judged (report exits with 2 then); 65 where no load is \
            left to judge.
            """)

    /// The output formats of advice.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, markdown, html, json, plist, patch
    }

    @Argument(
        help: ArgumentHelp(
            "Recordings of atsproxy, directories of them, or captures (pcap, pcapng, HAR); - is standard input.",
            valueName: "recording"),
        completion: .file())
    var recordings: [String] = []

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Loads") var loads: LoadFilterOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions

    @Flag(help: "Also advise the exceptions for loads whose URL, client or server should be changed instead.")
    var all = false

    @Option(
        help: ArgumentHelp(
            """
            The format: text, markdown, html, json (one object for each app), plist (only the policy) or patch (of the \
            file that --policy names, for git apply).
            """,
            valueName: "format"))
    var format = Format.text

    func validate() throws {
        try store.check(recordings)
        guard format != .patch || policy.policy != nil else {
            throw ValidationError("--format patch changes the file that --policy names; give --policy.")
        }
    }

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            let (traffic, otherLoads) = try recordedTraffic()
            let appPolicy = try declaredPolicy(in: traffic)
            let replay = try trust.replay()
            let apps = AdvisedApps(traffic, besides: otherLoads, ofPolicyFor: appPolicy.userAgentNames)
            var advice: [AppPolicyAdvice] = []
            for part in apps.parts {
                advice.append(
                    AppPolicyAdvice(
                        on: part.traffic, of: part.app, besides: part.otherLoads, by: replay,
                        declared: appPolicy.dictionary, linkedSDK: try policy.sdk(of: appPolicy),
                        os: policy.os == nil ? nil : try policy.osChoice(),
                        loadingAPI: policy.api,
                        waivers: try trust.waivers(), includingAll: all))
            }
            try show(advice, of: apps)
        }
    }

    /// The recorded traffic that is chosen, and the recorded loads that `--app`, `--build` and `--host` leave out: a
    /// declared exception that only these loads use is not unused. Loads of apps that were not judged are in neither.
    private func recordedTraffic() throws(CommandFailure) -> (chosen: RecordedTraffic, otherLoads: [TrafficEntry]) {
        var allLoads = loads
        (allLoads.app, allLoads.build, allLoads.host) = ([], [], [])
        let recorded = try RecordingInput.traffic(
            of: recordings, or: store.query(allLoads), keepingFacts: true, filter: try allLoads.filter())
        let filter = try loads.filter()
        let chosen = recorded.keeping { filter.chooses($0.decision) }
        guard !chosen.entries.isEmpty else {
            let names = recorded.sources.map(\.name).listed(atMost: 3)
            let choices = [("--app", loads.app), ("--build", loads.build), ("--host", loads.host)]
            let options = choices.filter { !$0.1.isEmpty }
                .map { option, values in values.map { "\(option) \($0)" }.joined(separator: " or ") }
                .joined(separator: " and ")
            let apps = recorded.appNames.sorted().listed(atMost: 50)
            throw CommandFailure(
                .data,
                "no load in \(names) matches \(options)"
                    + (apps.isEmpty ? "; no app is named in it." : "; its apps are \(apps)."))
        }
        func isJudged(_ entry: TrafficEntry) -> Bool { entry.decision.policy?.value.reason != .otherApp }
        let otherLoads = recorded.entries.filter { isJudged($0) && !filter.chooses($0.decision) }
        return (chosen.keeping(isJudged), otherLoads)
    }

    /// The policy of `--policy`, else the recorded one if there is only one.
    private func declaredPolicy(in traffic: RecordedTraffic) throws(CommandFailure) -> AppPolicy {
        guard policy.policy == nil else { return try policy.appPolicy() }
        let digests = Set(traffic.entries.compactMap { $0.decision.policy?.value.digest })
        guard digests.count == 1, let recorded = digests.first.flatMap({ traffic.policies[$0] }),
            !recorded.dictionary.isEmpty
        else {
            if traffic.entries.contains(where: { Self.lacksPolicy($0, in: traffic) }) {
                Output.say(
                    "the recording names a policy that it does not contain; give it with --policy, so that its "
                        + "exceptions are reviewed.")
            }
            return try policy.appPolicy()
        }
        Output.say("no --policy: the advice is held against the recorded policy, \(recorded.source).")
        return AppPolicy(
            source: recorded.source, dictionary: recorded.dictionary, linkedSDK: recorded.linkedSDK)
    }

    /// Whether an entry names a policy that the recording does not contain.
    private static func lacksPolicy(_ entry: TrafficEntry, in traffic: RecordedTraffic) -> Bool {
        guard let recorded = entry.decision.policy?.value, let source = recorded.source else { return false }
        return source != RecordedPolicies.defaultsName && recorded.digest.flatMap { traffic.policies[$0] } == nil
    }

    /// Prints the advice in the chosen format.
    private func show(_ advice: [AppPolicyAdvice], of apps: AdvisedApps) throws(CommandFailure) {
        let document = AppPolicyAdvice.document(of: advice, notes: apps.omission.map { [$0] } ?? [])
        switch format {
        case .text: Output.print(Terminal.renderer.text(of: document))
        case .markdown: Output.print(MarkdownRenderer().text(of: document))
        case .html: Output.print(HTMLRenderer().text(of: document))
        case .json: for part in advice { Output.print(String(decoding: part.line, as: UTF8.self)) }
        case .plist:
            let advice = try adviceOnOneApp(advice)
            sayLimits(of: advice, on: apps)
            Output.print(advice.propertyList)
        case .patch:
            let advice = try adviceOnOneApp(advice)
            try printPatch(advice)
            sayLimits(of: advice, on: apps)
        }
    }

    /// The advice if it is on one app. A policy for several apps would give each app exceptions that only others need.
    private func adviceOnOneApp(_ advice: [AppPolicyAdvice]) throws(CommandFailure) -> AppPolicyAdvice {
        guard advice.count == 1, let only = advice.first else {
            let names = advice.compactMap(\.app)
            let shown = names.listed(atMost: 8)
            throw CommandFailure(
                .usage,
                "A policy is of one app, and the recording has loads of several (\(shown)); choose one with --app."
            )
        }
        return only
    }

    /// Writes the limits of the printed policy to standard error.
    private func sayLimits(of advice: AppPolicyAdvice, on apps: AdvisedApps) {
        for sentence in [advice.retention, advice.loss, advice.omission, advice.reservation, apps.omission] {
            if let sentence { Output.say(sentence) }
        }
        for gap in advice.gaps { Output.say("not everything was judged: \(gap.sentence) \(gap.fix)") }
    }

    private func printPatch(_ advice: AppPolicyAdvice) throws(CommandFailure) {
        guard let policyPath = policy.policy else { return }
        let location = try PolicyLocation.found(at: policyPath)
        let path = location.path
        guard !location.isInArchive else {
            throw CommandFailure(
                .data,
                "\(path) is an archive, which no patch fits; name the Info.plist, or take --format plist instead.")
        }
        let text = String(decoding: try InputFile(path).bytes(), as: UTF8.self)
        guard let patch = advice.patch(of: text, at: path) else {
            throw CommandFailure(
                .data, "\(path) is not a property list in XML, which a patch needs; take --format plist instead.")
        }
        for violation in advice.unresolved {
            Output.say("No exception permits a load: \(violation.finding.message) \(violation.fix)")
        }
        guard !patch.isEmpty else { return Output.say("\(path) declares the advised policy already.") }
        Output.print(String(patch.dropLast()))
    }
}
