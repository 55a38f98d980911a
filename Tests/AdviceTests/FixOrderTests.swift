import Documents
import InternetNames
import Judging
import Recordings
import SimulatedServers
import TLSMessages
import Testing
import TransportSecurity

@testable import Advice

/// The order in which advice names fixes: another URL, another server configuration, an exception.
@Suite struct FixOrderTests {
    /// Advice on loads from the simulated servers of these names; `http:` before a name stands for a load in cleartext.
    private func advice(
        _ loads: [String], all: Bool = false, declared: [String: PropertyValue] = [:]
    ) throws -> AppPolicyAdvice {
        AppPolicyAdvice(
            on: try traffic(loads), by: SimulatedSite.replay(), declared: declared, os: .fixed(.newest),
            includingAll: all)
    }

    private func traffic(_ loads: [String]) throws -> RecordedTraffic {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let offers = try offers()
        let lines = try loads.enumerated().flatMap { number, load -> [[UInt8]] in
            let name = load.replacing("http:", with: "")
            let server =
                load == name
                ? try #require(SimulatedSite.servers.first { $0.name == name })
                : SimulatedServer(name: name, isCleartext: true, port: 80)
            return SimulatedSite.record(server, under: appliedPolicy, number: number + 1, furtherOffers: offers).lines
        }
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    /// Every hello that an entry of `NSExceptionDomains` leads to, as `--examine full` sends them.
    private func offers() throws -> [Offer] {
        var offers: [Offer] = []
        for version in ["TLSv1.2", "TLSv1.1", "TLSv1.0"] {
            for (isInsecure, needsForwardSecrecy) in [(false, false), (false, true), (true, false), (true, true)] {
                let entry: [String: PropertyValue] = [
                    "NSExceptionAllowsInsecureHTTPLoads": .boolean(isInsecure),
                    "NSExceptionRequiresForwardSecrecy": .boolean(needsForwardSecrecy),
                    "NSExceptionMinimumTLSVersion": .string(version),
                ]
                let appliedPolicy = try SimulatedSite.appliedPolicy([
                    "NSExceptionDomains": .dictionary(["old.example": .dictionary(entry)])
                ])
                offers.append(
                    Offer(
                        judging: appliedPolicy.requirements(for: .name("old.example"), by: SimulatedSite.app)))
            }
        }
        return offers
    }

    private static let insecure: [String: PropertyValue] = ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]

    private func entries(_ advice: AppPolicyAdvice) -> [String: PropertyValue] {
        guard case .dictionary(let entries) = advice.dictionary["NSExceptionDomains"] else { return [:] }
        return entries
    }

    // MARK: The order

    @Test func anotherURLGoesFirst() throws {
        let loads = ["http:good.example", "good.example"]
        let advice = try advice(loads)
        let change = try #require(advice.changes.first)
        #expect(advice.changes.count == 1 && change.step == .url && change.findings.map(\.rule) == [.cleartext])
        #expect(change.https?.url == "https://good.example" && change.sentence.contains("change the URL"))
        #expect(advice.exceptions.isEmpty && advice.dictionary.isEmpty && advice.unresolved.isEmpty)
        #expect(advice.outcome == "Change the URL at 1 host.")
        #expect(entries(try self.advice(loads, all: true)) == ["good.example": .dictionary(Self.insecure)])
    }

    @Test func theServerGoesSecondForCleartextToo() throws {
        let advice = try advice(["http:old.example", "old.example"])
        let change = try #require(advice.changes.first)
        #expect(advice.changes.count == 1 && change.step == .server && change.findings.map(\.rule) == [.tlsVersion])
        #expect(
            change.sentence
                == "old.example:443 answers on https, which ATS would still refuse. old.example offers nothing newer than "
                + "TLS 1.0; the policy asks for TLS 1.2: enable TLS 1.2 and TLS 1.3 on the server. Then change the URL in "
                + "the app to https.")
        #expect(change.fixes.compactMap(\.nginx) == ["ssl_protocols TLSv1.2 TLSv1.3;"])
        #expect(advice.exceptions.isEmpty && advice.dictionary.isEmpty)
    }

    @Test(arguments: [["http:plain.example"], ["http:closing.example", "closing.example"]])
    func anExceptionGoesLast(loads: [String]) throws {
        let advice = try advice(loads)
        #expect(advice.exceptions.map(\.keys) == [Self.insecure] && advice.exceptions.map(\.effect) == [.permits])
        #expect(entries(advice).values.map { $0 } == [.dictionary(Self.insecure)])
        #expect(advice.changes.allSatisfy { $0.findings.map(\.rule) == [.tlsHandshake] })
        #expect(advice.omission == nil && advice.reservation == nil)
    }

    @Test(
        arguments: [
            ("old.example", ["NSExceptionMinimumTLSVersion": PropertyValue.string("TLSv1.0")], "permits"),
            ("rsa.example", ["NSExceptionRequiresForwardSecrecy": .boolean(false)], "permits"),
            ("expired.example", insecure, "leaves-to-app"), ("selfsigned.example", insecure, "leaves-to-app"),
            ("silent.example", insecure, "permits-cleartext-alone"), ("rc4.example", nil, ""),
        ] as [(String, [String: PropertyValue]?, String)])
    func faultsOfServersNeedAllForAnException(host: String, keys: [String: PropertyValue]?, effect: String) throws {
        let advised = try advice([host])
        #expect(advised.changes.map(\.step) == [.server] && advised.dictionary.isEmpty)
        #expect(advised.outcome.hasPrefix("Change the server at 1 host."))
        #expect((advised.omission?.contains("--all") == true) == (keys != nil))
        let all = try advice([host], all: true)
        #expect(all.advisedExceptions.first?.keys == keys && all.omission == nil)
        #expect(all.advisedExceptions.map(\.effect.rawValue) == (keys == nil ? [] : [effect]))
        #expect((all.reservation?.contains("unless the app accepts it") == true) == (effect == "leaves-to-app"))
        #expect((all.reservation == nil) == (effect == "permits" || keys == nil))
        #expect(all.unresolved.isEmpty == (keys != nil))
    }

    /// A server cannot agree to what the client does not offer.
    @Test func theClientIsChangedIfItsOfferIsTheLimit() throws {
        func judged(_ cause: Finding.Cause?, _ port: UInt16) throws -> JudgedEntry {
            var judged = JudgedEntry(recorded: try traffic(["good.example"]).entry("good.example"))
            judged.entry.decision.port = port
            judged.violations = [
                Finding(
                    rule: .tunnelVersion, message: "Agreed on TLS 1.0.", expected: "TLSv1.2", actual: "TLSv1.0",
                    cause: cause)
            ]
            return judged
        }
        let host = Host.name("good.example")
        let changes = FixOrder([try judged(.clientHello, 443)], from: host, https: [:]).changes
        #expect(changes.map(\.step) == [.client])
        #expect(changes.allSatisfy { $0.sentence.hasPrefix("Agreed on TLS 1.0: load through URLSession") })
        #expect(changes.flatMap(\.fixes).compactMap(\.nginx).isEmpty)
        let both = FixOrder([try judged(.clientHello, 443), try judged(nil, 8443)], from: host, https: [:]).changes
        #expect(both.map(\.step) == [.client, .server] && both.map(\.ports) == [[443], [8443]])
        #expect(both.last?.sentence == "Agreed on TLS 1.0: enable TLS 1.2 and TLS 1.3 on the server.")
        let unknown = FixOrder([try judged(.unknownSide, 443)], from: host, https: [:]).changes
        #expect(unknown.map(\.step) == [.either])
        #expect(unknown.allSatisfy { $0.sentence.contains("whether the client or the server has to change") })
        #expect(unknown.flatMap(\.fixes).compactMap(\.nginx).isEmpty)
    }

    @Test func namesEachFaultOfAServerOnce() throws {
        let change = try #require(try advice(["rsa-old.example"]).changes.first)
        #expect(change.findings.map(\.rule) == [.tlsVersion, .tlsForwardSecrecy])
        #expect(change.sentence.contains("enable TLS 1.2") && change.sentence.contains("enable ECDHE"))
        let selfSigned = try #require(try advice(["selfsigned.example"]).changes.first)
        #expect(selfSigned.sentence.ranges(of: "install a certificate").count == 1)
    }

    @Test func saysWhatWouldMakeADeclaredExceptionUnnecessary() throws {
        let declared: [String: PropertyValue] = [
            "NSExceptionDomains": .dictionary([
                "good.example": .dictionary(Self.insecure), "plain.example": .dictionary(Self.insecure),
            ])
        ]
        let advice = try advice(["http:good.example", "good.example", "http:plain.example"], declared: declared)
        #expect(advice.declared.map(\.verdict) == [.needed, .needed])
        #expect(
            advice.declared.map(\.reason) == [
                "Without it, recorded loads violate ATS; better, change the URL at good.example.",
                "Without it, recorded loads violate ATS.",
            ])
        #expect(Set(entries(advice).keys) == ["plain.example"])
    }

    /// The declared exception for a server that violates ATS today stays until the server is changed.
    @Test func keepsADeclaredExceptionUntilTheServerIsChanged() throws {
        let entry: [String: PropertyValue] = ["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]
        let declared: [String: PropertyValue] = [
            "NSExceptionDomains": .dictionary(["old.example": .dictionary(entry)])
        ]
        let kept = try advice(["old.example"], declared: declared)
        #expect(Set(entries(kept).keys) == ["old.example"])
        #expect(kept.retention?.hasSuffix("old.example: loads fail without it until the server is changed.") == true)
        #expect(kept.omission == nil && kept.changes.map(\.step) == [.server])
        let undeclared = try advice(["old.example"])
        #expect(entries(undeclared).isEmpty && undeclared.retention == nil && undeclared.omission != nil)
    }

    // MARK: In documents

    @Test func saysTheOrderInEveryFormat() throws {
        let loads = ["http:good.example", "good.example", "expired.example", "http:plain.example"]
        let some = TextRenderer(width: 400).text(of: try advice(loads).document)
        let order = ["Change the URL", "Change the server", "Exceptions that are needed", "--all prints those"]
        let places = order.map { some.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(!some.contains("unless the app accepts it") && some.ranges(of: "<key>").count == 4)
        let all = MarkdownRenderer().text(of: try advice(loads, all: true).document)
        #expect(all.contains("unless the app accepts it") && !all.contains("--all"))
        let json = String(decoding: try advice(loads, all: true).line, as: UTF8.self)
        #expect(json.contains(#""effect":"leaves-to-app","overridable":true"#) && json.contains(#""change":"url""#))
    }

    // MARK: Properties

    /// For any loads: the policy is a part of the one with `--all`, under which nothing is violated that an entry
    /// permits.
    @Test(arguments: 0..<24)
    func thePolicyIsAPartOfTheOneThatPermitsAll(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names = SimulatedSite.names + ["198.51.100.7"]
        let loads = (0..<8).flatMap { _ -> [String] in
            let name = names[Int(random.next() % UInt64(names.count))]
            let isSecure = SimulatedSite.servers.contains { $0.name == name && !$0.isCleartext }
            switch random.next() % 3 {
            case 0 where isSecure: return [name]
            case 1 where isSecure: return [name, "http:" + name]
            case _: return ["http:" + name]
            }
        }
        let traffic = try traffic(loads)
        let (some, all) = (try advice(loads), try advice(loads, all: true))
        for (host, entry) in entries(some) {
            guard case .dictionary(let keys) = entry, case .dictionary(let more) = entries(all)[host] else {
                Issue.record("\(host) is missing with --all: \(loads)")
                continue
            }
            #expect(keys.allSatisfy { more[$0.key] == $0.value }, "\(host): \(loads)")
        }
        let replay = SimulatedSite.replay()
        let judged = replay.judge(traffic, under: try SimulatedSite.appliedPolicy(all.dictionary))
        for load in judged where !load.violations.isEmpty {
            let host = try #require(load.entry.decision.host?.description)
            let laxest: [String: PropertyValue] = [
                "NSExceptionAllowsInsecureHTTPLoads": .boolean(true),
                "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
                "NSExceptionRequiresForwardSecrecy": .boolean(false),
            ]
            let policy: [String: PropertyValue] = ["NSExceptionDomains": .dictionary([host: .dictionary(laxest)])]
            let again = replay.judge(load.entry, in: traffic.facts, under: try SimulatedSite.appliedPolicy(policy))
            #expect(!again.violations.isEmpty, "\(host) could be permitted: \(loads)")
        }
    }
}
