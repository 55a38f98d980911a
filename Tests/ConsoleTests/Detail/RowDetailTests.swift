import Advice
import Console
import Events
import Foundation
import InternetNames
import Testing
import Traffic
import TransportSecurity

@Suite struct RowDetailTests {
    private func detail(_ entries: [TrafficEntry], _ facts: [FactsEvent] = []) throws -> [String: Any] {
        try SampleTraffic.model(SampleTraffic.traffic(entries, facts: facts)).json(
            ConsoleRequest(.get, ["rows", "r1"]))
    }

    @Test func fixIsTheSmallestException() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_1)
        let detail = try detail([SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts))], [facts])
        let fix = try #require(detail["fix"] as? [String: Any])
        #expect(fix["kind"] as? String == "remedy")
        let list = try #require(fix["propertyList"] as? String)
        #expect(list.contains("<string>TLSv1.1</string>") && !list.contains("InsecureHTTPLoads"))
        let change = try #require(detail["serverChange"] as? [String: Any])
        #expect(change["sentence"] as? String == "Enable TLS 1.2 and TLS 1.3 on the server.")
        #expect((detail["handshakes"] as? [Any])?.count == facts.attempts.count)
    }

    /// Policies without an entry that suffices for old.example, and where its new entry goes in each.
    private static let policies: [(policy: [String: PropertyValue], beginning: String, place: String)] = [
        ([:], "<key>NSAppTransportSecurity</key>", "the judged policy has no keys"),
        (
            ["NSAllowsLocalNetworking": .boolean(true)], "<key>NSExceptionDomains</key>",
            "Add this to NSAppTransportSecurity."
        ),
        (
            ["NSExceptionDomains": .dictionary(["b.example": .dictionary([:])])], "<key>old.example</key>",
            "Add this to NSExceptionDomains."
        ),
        (
            [
                "NSExceptionDomains": .dictionary([
                    "old.example": .dictionary(["NSIncludesSubdomains": .boolean(true)])
                ])
            ], "<key>old.example</key>", "in place of the entry old.example"
        ),
    ]

    /// What is copied fits into the policy that the app has, and its file can be had with the entry.
    @Test(arguments: policies.indices)
    func entryFitsIntoThePolicy(index: Int) throws {
        let (policy, beginning, place) = Self.policies[index]
        let facts = SampleTraffic.facts("old.example", newest: .tls1_1)
        let decision = SampleTraffic.decision(
            "old.example", facts: facts, policy: policy, source: "MyApp.app", digest: "sha256:1")
        var input = RecordedInput(
            SampleTraffic.traffic(
                [SampleTraffic.entry(decision)], facts: [facts], policies: [SampleTraffic.policy("sha256:1", policy)]))
        input.givenPolicy = AppliedPolicy(
            policyName: "MyApp.app", dictionary: policy, os: .fixed(.newest), mode: .enforce, digest: "sha256:1")
        var settings = ConsoleSettings(
            version: "1.0.0", session: "s1", source: .recordings, started: SampleTraffic.now)
        let text =
            policy.isEmpty
            ? "<plist><dict></dict></plist>"
            : "<plist><dict>\n\(PropertyListText.fragment(policy).joined(separator: "\n"))\n</dict></plist>"
        settings.policyFile = ConsoleSettings.PolicyFile(path: "Info.plist", text: text)
        let model = ConsoleModel(settings, judge: SampleTraffic.judge, recorded: input)
        let fix = try #require(try model.json(ConsoleRequest(.get, ["rows", "r1"]))["fix"] as? [String: Any])
        #expect((fix["entry"] as? String)?.hasPrefix(beginning) == true, "\(fix)")
        #expect((fix["place"] as? String)?.contains(place) == true, "\(fix)")
        let patched = model.text(ConsoleRequest(.get, ["rows", "r1", "policy"]))
        for key in ["NSAppTransportSecurity", "NSExceptionDomains", "old.example"] {
            #expect(patched.ranges(of: "<key>\(key)</key>").count == 1, "\(patched)")
        }
        #expect(patched.contains("<string>TLSv1.1</string>"))
        #expect(patched.contains("NSIncludesSubdomains") == (index == 3))
        let patch = model.text(ConsoleRequest(.get, ["rows", "r1", "policy"], query: [.init("format", "patch")]))
        #expect(patch.hasPrefix("--- ") && patch.contains("\n+") && patch.contains("Info.plist"), "\(patch)")
        let unknown = try model.json(ConsoleRequest(.get, ["rows", "r1", "policy"], query: [.init("format", "x")]))
        #expect(unknown["status"] as? Int == 400)
    }

    @Test func urlChangesWhereHTTPSMeetsATS() throws {
        let detail = try detail(
            [SampleTraffic.entry(SampleTraffic.decision("plain.example"))], [SampleTraffic.facts("plain.example")])
        let change = try #require(detail["urlChange"] as? [String: String])
        #expect(change["from"] == "http://plain.example" && change["to"] == "https://plain.example")
        #expect(detail["serverChange"] is NSNull)
    }

    /// The client's offer, and the party that has to change.
    private static let sides: [([UInt16]?, kind: String, isServerNamed: Bool)] = [
        ([0x002F], "client", false),
        ([0xC02F, 0x002F], "server", true),
        (nil, "none", false),
    ]

    /// No change of a server helps a client that offers nothing permitted.
    @Test(arguments: sides.indices)
    func theFaultOfTheClientIsNotSentToTheServersOperator(index: Int) throws {
        let side = Self.sides[index]
        var hello = TunnelObservation.Hello(serverName: "a.example")
        hello.cipherSuites = side.0?.map(CipherSuite.init(rawValue:))
        let detail = try detail([tunnel("a.example", hello, 0x002F, version: .tls1_2)])
        #expect((detail["remedy"] as? [String: String])?["kind"] == side.kind)
        #expect(detail["serverChange"] is NSNull != side.isServerNamed)
        let change = detail["clientChange"] as? [String: String]
        #expect((change == nil) == side.isServerNamed)
        #expect(change?["developer"]?.contains("agreed on the cipher suite TLS_RSA_WITH_AES_128_CBC_SHA") != false)
    }

    @Test func bothChangesAreShownIfBothAreAtFault() throws {
        var hello = TunnelObservation.Hello(serverName: "a.example", versions: [.tls1_2, .tls1_1])
        hello.cipherSuites = [CipherSuite(rawValue: 0x002F)]
        let detail = try detail([tunnel("a.example", hello, 0x002F, version: .tls1_1)])
        #expect((detail["clientChange"] as? [String: String])?["sentence"]?.hasPrefix("Load through") == true)
        let change = try #require(detail["serverChange"] as? [String: Any])
        #expect(change["sentence"] as? String == "Enable TLS 1.2 and TLS 1.3 on the server.")
    }

    /// A load whose client and server agreed on a suite, as in a capture.
    private func tunnel(
        _ host: String, _ hello: TunnelObservation.Hello, _ suite: UInt16, version: TLSVersion
    ) -> TrafficEntry {
        var event = SampleTraffic.decision(host)
        let suite = CipherSuite(rawValue: suite)
        let tunnel = TunnelObservation(
            .hello(hello), agreement: .init(versionCode: version.rawValue, cipherSuite: suite))
        (event.scheme, event.port, event.tunnel) = (.https, 443, TunnelSummary(tunnel))
        event.tls = CachedJSON(uncached: TLSSummary(tunnel: version, cipherSuite: suite))
        event.violations =
            Verdict(
                of: tunnel, under: Requirements(host: .name(host), os: .newest), by: .standard(logs: nil),
                at: event.time
            ).violations
        return SampleTraffic.entry(event)
    }

    @Test func certificatesCanBeDownloaded() throws {
        let facts = SampleTraffic.facts("a.example")
        let model = SampleTraffic.model(
            SampleTraffic.traffic(
                [SampleTraffic.entry(SampleTraffic.decision("a.example", facts: facts))], facts: [facts]))
        let detail = try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        let certificates = try #require(detail["certificates"] as? [[String: Any]])
        #expect(certificates.map { $0["isSent"] as? Bool } == [true, false])
        #expect(certificates[0]["pin"] as? String == Base64.encode([UInt8](repeating: 7, count: 32)))
        #expect(certificates[0]["href"] as? String == "rows/r1/certificates/0")
        // The last third of 92 days, and no third of the root's.
        #expect(certificates[0]["renewalSince"] as? String == "2026-12-01T08:00:00.000Z")
        #expect(certificates[1]["renewalSince"] is NSNull)
        let pem = model.text(ConsoleRequest(.get, ["rows", "r1", "certificates", "0"]))
        #expect(
            pem == "-----BEGIN CERTIFICATE-----\n\(Base64.encode(Array("a.example".utf8)))\n-----END CERTIFICATE-----\n"
        )
    }

    @Test func timelineCountsEachLoadOnce() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        let first = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 4)
        var second = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 4)
        (second.firstDecisionIndex, second.repeats) = (0, 4)
        let detail = try detail([first, second], [facts])
        #expect(detail["loads"] as? Int == 4)
        let timeline = try #require(detail["timeline"] as? [String: Any])
        #expect(timeline["loads"] as? [Int] == [4])
        #expect(timeline["violations"] as? [Int] == [4])
    }

    /// Offers of different systems have one name, and what readers cannot tell apart is one line.
    @Test func handshakesThatLookAlikeAreOne() throws {
        let known = SampleTraffic.facts("a.example")
        let attempt = try #require(known.attempts.first)
        var offer = attempt.offer
        offer.generation = .ios12
        #expect(offer != attempt.offer)
        let facts = FactsEvent(
            time: known.time, id: known.id, host: known.host, port: known.port, address: nil,
            attempts: [attempt, FactsEvent.Attempt(offer: offer, result: attempt.result)])
        let model = SampleTraffic.model(
            SampleTraffic.traffic(
                [SampleTraffic.entry(SampleTraffic.decision("a.example", facts: facts))], facts: [facts]))
        let detail = try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        #expect((detail["handshakes"] as? [Any])?.count == 1)
    }

    @Test func recordedFixIsShownIfNothingCanBeJudgedAgain() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        let fix = try #require(
            try detail([SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts))])["fix"]
                as? [String: Any])
        #expect(fix["kind"] as? String == "remedy")
        #expect((fix["propertyList"] as? String)?.contains("<string>TLSv1.0</string>") == true)
    }

    /// A row may have more kinds of loads than its detail reads. The worst one is always read.
    @Test func detailHasTheWorstEntryBeyondTheLimit() throws {
        let good = SampleTraffic.facts("a.example")
        let old = SampleTraffic.facts("a.example", newest: .tls1_1)
        var entries = (0..<2100).map { number in
            SampleTraffic.entry(SampleTraffic.decision("a.example", facts: good, app: "MyApp/\(number)"))
        }
        entries.append(SampleTraffic.entry(SampleTraffic.decision("a.example", facts: old, app: "MyApp/bad")))
        let detail = try detail(entries)
        #expect((detail["violations"] as? [Any])?.isEmpty == false)
        #expect((detail["fix"] as? [String: Any])?["kind"] as? String == "remedy")
    }
}
