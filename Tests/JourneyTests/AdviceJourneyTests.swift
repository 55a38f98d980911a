import Foundation
import Testing
import TransportSecurity

@testable import RecordingInputs
@testable import atsproxy

/// What a recording of real servers says of the exceptions that they need.
@Suite struct AdviceJourneyTests {
    /// A recording, and the policy that is advised for it.
    private struct Advised: Sendable {
        let recording: String
        let site: Site
        let policy: String
        /// The hosts at which something is violated whatever the policy says.
        let hopeless: Set<String>

        init(of path: String, at site: Site) throws {
            (recording, self.site) = (path, site)
            let plist = try Program(Repository.program, ["advise", "--all", "--format", "plist"] + site.trust + [path])
            guard plist.end() == 0 else { throw JourneyError(text: plist.errors) }
            policy = path + ".plist"
            try plist.output.write(toFile: policy, atomically: true, encoding: .utf8)
            let json = try Program(Repository.program, ["advise", "--format", "json"] + site.trust + [path])
            guard json.end() == 0 else { throw JourneyError(text: json.errors) }
            let advice = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            let unresolved = advice?["unresolved"] as? [[String: Any]] ?? []
            hopeless = Set(unresolved.compactMap { $0["host"] as? String })
        }
    }

    private static let everything = Result {
        let recording = try RoundTripRecording.shared.get()
        return try Advised(of: recording.file(of: .strict), at: recording.site)
    }

    /// The recording without the hosts that no exception helps.
    private static let helpful = Result {
        let hopeless = try everything.get().hopeless.map { "\"host\":\"\($0)\"" }
        let recording = try RoundTripRecording.shared.get()
        let path = try recording.file(of: .strict) { line in !hopeless.contains { line.contains($0) } }
        return try Advised(of: path, at: recording.site)
    }

    @Test func underTheAdvisedPolicyNothingIsFound() throws {
        let advised = try Self.helpful.get()
        #expect(advised.hopeless.isEmpty)
        let report = try Program(
            Repository.program,
            ["report", "--format", "json", "--policy", advised.policy] + advised.site.trust + [advised.recording])
        // Some servers cannot be judged from what was recorded, and nothing of that is a violation.
        #expect(report.end() == 2, "\(report.errors)")
        let found = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        let violations = (found?["findings"] as? [[String: Any]])?.filter { $0["severity"] as? String == "violation" }
        #expect(violations?.isEmpty == true)
        #expect((found?["hosts"] as? [Any])?.count ?? 0 > 90)
    }

    @Test func whatNoExceptionHelpsIsSaid() throws {
        let advised = try Self.everything.get()
        // The tunnel of `dhe-or-ecdhe` has a suite of its client's choice that no Apple system offers.
        let labels = [
            "anonymous", "brainpool", "cbc-sha384", "ccm", "dhe", "dhe-or-ecdhe", "ec-521", "ed25519", "ed25519-no-13",
            "large-alert", "large-reset", "large-retry", "large-silent", "null", "rc4", "rsa-camellia",
            "rsa-cbc-sha256", "ssl3", "tls10-dhe", "x448",
        ]
        #expect(advised.hopeless == Set(labels.map { "\($0).test" }))
        let report = try Program(
            Repository.program,
            ["report", "--format", "json", "--policy", advised.policy] + advised.site.trust + [advised.recording])
        #expect(report.end() == 1)
        let found = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        let hosts = (found?["findings"] as? [[String: Any]])?.filter { $0["severity"] as? String == "violation" }
            .compactMap { $0["host"] as? String }
        #expect(Set(hosts ?? []) == advised.hopeless)
    }

    /// Each key is taken away, and something is found.
    @Test func noKeyCanBeTakenAway() throws {
        let advised = try Self.helpful.get()
        let traffic = try RecordingInput.traffic(of: [advised.recording], keepingFacts: true)
        let replay = try TrustOptions.parse(advised.site.trust).replay()
        let options = try PolicyOptions.parse(["--policy", advised.policy])
        let policy = try options.appPolicy().dictionary
        guard case .dictionary(let entries) = policy["NSExceptionDomains"] else {
            throw JourneyError(text: "no exceptions are advised")
        }
        #expect(Set(policy.keys) == ["NSExceptionDomains"] && entries.count > 20)
        for (host, entry) in entries {
            guard case .dictionary(let keys) = entry else { throw JourneyError(text: "\(host) is no dictionary") }
            #expect(!keys.isEmpty)
            let loads = traffic.entries.filter { $0.decision.host?.description == host }
            for key in keys.keys {
                let changed = entries.merging([host: .dictionary(keys.filter { $0.key != key })]) { $1 }
                let appliedPolicy = AppliedPolicy(
                    policyName: "changed", dictionary: ["NSExceptionDomains": .dictionary(changed)],
                    os: .fixed(.newest), mode: .observe)
                let violations = loads.flatMap { replay.judge($0, in: traffic.facts, under: appliedPolicy).violations }
                #expect(!violations.isEmpty, "\(host) does without \(key)")
            }
        }
    }

    /// The advised policy does live what it promises: enforced, it lets the same loads pass, but for those to servers
    /// whose key we cannot have proven, which no key of a policy changes.
    @Test func enforcedItLetsTheTrafficPass() throws {
        let advised = try Self.helpful.get()
        let traffic = try RecordingInput.traffic(of: [advised.recording], keepingFacts: false)
        let targets = Set(
            traffic.entries.compactMap { $0.decision.scheme == .https ? $0.authority?.description : nil })
        let resolve = Set(try VerdictTableTests.rows.map { try $0.target(advised.site).resolve })
        let program = try Program(
            Repository.program,
            ["run", "--policy", advised.policy] + advised.site.trust + resolve.flatMap { ["--resolve", $0] }
                + ["--"] + Client.command("name_refused_hosts", targets.sorted()))
        // The command's clients accept no certificate, and nothing is said to have succeeded.
        #expect(program.end() == 1, "\(program.errors)")
        #expect(
            program.output.hasPrefix("client-rsa.test copied-rsa.test hybrid.test\n"), "\(program.output.prefix(500))")
    }

    @Test func everyFormatOfAdviceNamesTheHost() throws {
        let advised = try Self.everything.get()
        for format in ["text", "markdown", "html", "json", "plist", "patch"] {
            let policy = advised.site.folder.appending(path: "empty.plist")
            try "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n</dict>\n</plist>\n"
                .write(to: policy, atomically: true, encoding: .utf8)
            let program = try Program(
                Repository.program,
                ["advise", "--all", "--format", format, "--policy", policy.path] + advised.site.trust + [
                    advised.recording
                ])
            #expect(program.end() == 0, "\(program.errors)")
            #expect(program.output.contains("tls10.test") && program.output.contains("NSExceptionMinimumTLSVersion"))
        }
    }

    /// Without --all a policy has no entry for a server whose operator can mend it. One line says so, and the policy
    /// with --all has every entry.
    @Test func thePolicyHasNoEntryForAServerToChange() throws {
        let advised = try Self.everything.get()
        let program = try Program(
            Repository.program, ["advise", "--format", "plist"] + advised.site.trust + [advised.recording])
        #expect(program.end() == 0)
        #expect(!program.output.contains("tls10.test") && !program.output.contains("NSExceptionMinimumTLSVersion"))
        #expect(program.errors.split(separator: "\n").count { $0.contains("--all prints those exceptions") } == 1)
        let all = try Program(
            Repository.program, ["advise", "--all", "--format", "plist"] + advised.site.trust + [advised.recording])
        #expect(all.end() == 0 && !all.errors.contains("--all"))
        let keys = program.output.split(separator: "\n").filter { $0.contains("<key>") }
        #expect(Set(keys).isSubset(of: all.output.split(separator: "\n").filter { $0.contains("<key>") }))
    }

    /// Each issuer that is missing is named, and who is to supply it.
    @Test func missingIssuersAreNamed() throws {
        let advised = try Self.everything.get()
        let program = try Program(
            Repository.program, ["advise", "--format", "json"] + advised.site.trust + [advised.recording])
        #expect(program.end() == 0)
        let advice = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
        let changes = advice?["changes"] as? [[String: Any]] ?? []
        func sentence(_ host: String) -> String {
            changes.first { $0["host"] as? String == host }?["sentence"] as? String ?? ""
        }
        #expect(sentence("self-signed.test").contains("is self-signed"))
        #expect(sentence("stranger.test").contains("is not known here; give it by --ca-file"))
        #expect(sentence("no-issuer.test").contains("should send the full chain"))
    }

    /// The recording with one load each that names MyApp and OtherApp.
    private static let severalApps = Result {
        let advised = try everything.get()
        let path = advised.site.folder.appending(path: "apps.jsonl").path
        var lines = try String(contentsOfFile: advised.recording, encoding: .utf8).split(separator: "\n")
        let decisions = lines.indices.filter { lines[$0].contains("\"event\":\"decision\"") }
        for (index, app) in zip(decisions, ["MyApp", "OtherApp"]) {
            let name = try #require(lines[index].firstMatch(of: /"app":\{"name":(null|"[^"]*")/)?.1)
            lines[index].replaceSubrange(name.startIndex..<name.endIndex, with: "\"\(app)\"")
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A policy is of one app: that of several is an error that names them.
    @Test func thePolicyOfSeveralAppsIsRefused() throws {
        let (advised, path) = (try Self.everything.get(), try Self.severalApps.get())
        func advise(_ format: String) throws -> Program {
            try Program(Repository.program, ["advise", "--format", format] + advised.site.trust + [path])
        }
        let policy = try advise("plist")
        #expect(policy.end() == 64 && policy.errors.contains("MyApp, OtherApp"))
        let json = try advise("json")
        #expect(json.end() == 0)
        let names = json.output.split(separator: "\n").compactMap { $0.firstMatch(of: /^\{"app":"([^"]*)"/)?.1 }
        #expect(names.contains("MyApp") && names.contains("OtherApp"))
    }

    /// `--app` and `--host` leave loads out of the advice, and not out of the review of declared exceptions.
    @Test func exceptionsThatUnchosenLoadsUseAreKept() throws {
        let (advised, path) = (try Self.everything.get(), try Self.severalApps.get())
        let options = ["advise", "--format", "plist", "--policy", advised.policy] + advised.site.trust + [path]
        let chosen = try Program(Repository.program, options + ["--app", "MyApp"])
        #expect(chosen.end() == 0 && chosen.output.contains("tls10.test"), "\(chosen.errors)")
        #expect(chosen.errors.contains("only recorded loads outside this advice use them."), "\(chosen.errors)")
        let good = try Program(Repository.program, options + ["--app", "unknown", "--host", "good.test"])
        #expect(good.end() == 0 && good.output.contains("tls10.test"), "\(good.errors)")
        #expect(good.errors.contains("only recorded loads outside this advice use them."), "\(good.errors)")
        let none = try Program(Repository.program, options + ["--app", "Nobody", "--host", "good.test"])
        let sentence = "matches --app Nobody and --host good.test; its apps are "
        #expect(none.end() == 65 && none.errors.contains(sentence), "\(none.errors)")
    }
}
