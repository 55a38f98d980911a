import AppBundle
import ArgumentParser
import Documents
import InternetNames
import Judging
import RecordingInputs
import Recordings
import Reports
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy policy diff`: compares the policies of two builds, and shows the consequences for each host.
struct PolicyDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two policies, and explain the effect on each host.",
        discussion: """
            Without --os, one system of each generation of ATS is looked at. With --recording, recorded traffic is \
            judged under both policies, and what gets another verdict is shown.

            In JSON, any-other-host.example stands for hosts that no policy names, any-other-local-host for local \
            ones, and otherAPIs lists the APIs besides --api whose loads the change concerns.

            Exit status 0, whatever changed.
            """)

    @Argument(
        help: ArgumentHelp("The policy before the change: a file or an app.", valueName: "old"), completion: .file())
    var old: String

    @Argument(help: ArgumentHelp("The policy after the change.", valueName: "new"), completion: .file())
    var new: String

    @Option(
        help: ArgumentHelp("Recorded traffic to judge under both policies. Repeatable.", valueName: "path"),
        completion: .file())
    var recording: [String] = []

    @Option(
        help: ArgumentHelp(
            "The system whose rules apply, as in serve. Default: each generation of ATS.", valueName: "version"))
    var os: String?

    @Option(
        help: ArgumentHelp("The API that loads: URLSession, WebView, AVFoundation.", valueName: "name"))
    var api = LoadingAPI.urlSession

    @OptionGroup(title: "Trust") var trust: TrustOptions

    @Option(help: ArgumentHelp("The format: text, markdown (for a pull request), html or json.", valueName: "format"))
    var format = DocumentFormat.text

    func run() throws {
        let difference = try CommandFailure.reporting { () throws(CommandFailure) -> PolicyDifference in
            try self.difference()
        }
        format.print(difference.document, json: [difference.line])
    }

    private func difference() throws(CommandFailure) -> PolicyDifference {
        let (before, after) = (try policy(at: old), try policy(at: new))
        let traffic = recording.isEmpty ? nil : try RecordingInput.traffic(of: recording, keepingFacts: true)
        var difference = PolicyDifference(
            old: NamedPolicy(name: before.source, dictionary: before.dictionary, linkedSDK: before.linkedSDK),
            new: NamedPolicy(name: after.source, dictionary: after.dictionary, linkedSDK: after.linkedSDK),
            seen: Set(traffic?.entries.compactMap(\.decision.host) ?? []), under: try systems(), through: api)
        if let traffic { difference.verdicts = try verdicts(on: traffic, from: before, to: after) }
        return difference
    }

    private func policy(at path: String) throws(CommandFailure) -> AppPolicy {
        do throws(PolicyFileError) {
            return try AppPolicy(contentsOf: path)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }

    private func systems() throws(CommandFailure) -> [OSVersion] {
        guard let os else { return PolicyDifference.generations }
        do throws(UnknownOSVersion) {
            return [try OSVersion(name: os)]
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    private func verdicts(
        on traffic: RecordedTraffic, from before: AppPolicy, to after: AppPolicy
    ) throws(CommandFailure) -> [VerdictChange] {
        let replay = try trust.replay()
        let waivers = try trust.waivers()
        let os = AppliedPolicy.Choice.fixed(try systems().last ?? .newest)
        let judged = [before, after].map { policy in
            let appliedPolicy = AppliedPolicy(
                policyName: policy.source, dictionary: policy.dictionary, linkedSDK: policy.linkedSDK, os: os,
                mode: .observe, waivers: waivers)
            return replay.judge(traffic, under: appliedPolicy)
        }
        return VerdictChange.changes(from: judged[0], to: judged[1])
    }
}

extension LoadingAPI: ExpressibleByArgument {}
