import Advice
import Foundation
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct AppPolicyAdviceTests {
    /// Hosts with faults that no policy permits.
    private static let hopeless: Set<String> = ["ssl3.example", "rc4.example", "dhe.example"]

    private func traffic(_ policy: [String: PropertyValue] = [:]) throws -> RecordedTraffic {
        SimulatedSite.traffic(SimulatedSite.recording(under: try SimulatedSite.appliedPolicy(policy)))
    }

    /// The advice with the exceptions for all loads.
    private func advice(
        _ traffic: RecordedTraffic, declared: [String: PropertyValue] = [:], os: OSVersion = .newest
    ) -> AppPolicyAdvice {
        AppPolicyAdvice(
            on: traffic, by: SimulatedSite.replay(), declared: declared, os: .fixed(os), includingAll: true)
    }

    private func violations(_ traffic: RecordedTraffic, under policy: [String: PropertyValue]) throws -> Set<String> {
        let entries = SimulatedSite.replay().judge(traffic, under: try SimulatedSite.appliedPolicy(policy))
        return Set(
            entries.flatMap { judged in
                judged.violations.map { "\($0.rule.rawValue)@\(judged.entry.decision.host?.description ?? "")" }
            })
    }

    @Test func underTheAdvisedPolicyNothingIsFound() throws {
        let traffic = try traffic()
        let advice = advice(traffic)
        let left = try violations(traffic, under: advice.dictionary)
        #expect(Set(left.map { String($0.split(separator: "@")[1]) }) == Self.hopeless)
        #expect(Set(advice.unresolved.map(\.host.description)) == Self.hopeless)
    }

    @Test func noKeyCanBeRemoved() throws {
        let traffic = try traffic()
        let dictionary = advice(traffic).dictionary
        let before = try violations(traffic, under: dictionary)
        guard case .dictionary(let entries) = dictionary["NSExceptionDomains"] else {
            Issue.record("no exceptions")
            return
        }
        #expect(Set(dictionary.keys) == ["NSExceptionDomains"] && entries.count > 15)
        for (host, entry) in entries {
            guard case .dictionary(let keys) = entry else {
                Issue.record("\(host) is no dictionary")
                continue
            }
            #expect(!keys.isEmpty)
            for key in keys.keys {
                var fewer = keys
                fewer[key] = nil
                var changed = entries
                changed[host] = .dictionary(fewer)
                let after = try violations(traffic, under: ["NSExceptionDomains": .dictionary(changed)])
                #expect(!after.isSubset(of: before), "\(host) does without \(key)")
            }
        }
    }

    @Test(arguments: [
        ("old.example", ["NSExceptionMinimumTLSVersion": PropertyValue.string("TLSv1.0")]),
        ("middle.example", ["NSExceptionMinimumTLSVersion": .string("TLSv1.1")]),
        ("rsa.example", ["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
        (
            "rsa-old.example",
            ["NSExceptionMinimumTLSVersion": .string("TLSv1.0"), "NSExceptionRequiresForwardSecrecy": .boolean(false)]
        ),
        ("plain.example", ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
        ("198.51.100.7", ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
        ("expired.example", ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
        ("good.example", [:]),
    ])
    func advisesTheNarrowestEntry(host: String, keys: [String: PropertyValue]) throws {
        let exception = advice(try traffic()).advisedExceptions.first { $0.host.description == host }
        #expect((exception?.keys ?? [:]) == keys)
    }

    /// An entry is not advised if the recording cannot show that it suffices.
    @Test func advisesNoEntryWithAnUndeterminedResult() throws {
        let server = try #require(SimulatedSite.servers.first { $0.name == "rsa.example" })
        let recording = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        let advice = advice(SimulatedSite.traffic(recording.flatMap { $0 + [0x0A] }))
        #expect(advice.advisedExceptions.map(\.keys) == [["NSExceptionRequiresForwardSecrecy": .boolean(false)]])
    }

    private static let declared: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "good.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
            "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
            "middle.example": .dictionary([
                "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
                "NSExceptionRequiresForwardSecrecy": .boolean(false),
            ]),
            "plain.example": .dictionary([
                "NSExceptionAllowsInsecureHTTPLoads": .boolean(true), "NSIncludesSubdomains": .boolean(true),
            ]),
            "rsa-old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.1")]),
            "never.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
            "tls12.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.3")]),
        ])
    ]

    @Test(arguments: [
        ("good.example", DeclaredException.Verdict.noLongerNeeded), ("old.example", .needed),
        ("middle.example", .widerThanNeeded), ("plain.example", .widerThanNeeded), ("never.example", .neverHit),
        ("tls12.example", .restricts), ("rsa-old.example", .insufficient),
    ])
    func reviewsDeclaredExceptions(key: String, verdict: DeclaredException.Verdict) throws {
        let found = advice(try traffic(Self.declared), declared: Self.declared).declared.first { $0.key == key }
        #expect(found?.verdict == verdict)
        #expect((found?.traffic.loads == 0) == (verdict == .neverHit))
    }

    @Test func namesTheSuperfluousPartsOfAnEntry() throws {
        let found = advice(try traffic(Self.declared), declared: Self.declared).declared
        let middle = try #require(found.first { $0.key == "middle.example" })
        #expect(middle.reason.contains("NSExceptionRequiresForwardSecrecy is not needed"))
        #expect(middle.reason.contains("NSExceptionMinimumTLSVersion may be TLSv1.1"))
        let plain = try #require(found.first { $0.key == "plain.example" })
        #expect(plain.reason.contains("NSIncludesSubdomains is not needed"))
    }

    @Test func namesTheRulesThatAnEntryDoesNotRelax() throws {
        let found = advice(try traffic(Self.declared), declared: Self.declared).declared
        let entry = try #require(found.first { $0.key == "rsa-old.example" })
        #expect(entry.reason == "What was loaded violates tls.version, tls.forward-secrecy with it as without it.")
    }

    /// An entry that decides on nothing, although violated loads went to hosts below its domain.
    @Test func namesTheSubdomainsThatAnEntryDoesNotCover() throws {
        let entry = PropertyValue.dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        let declared = [
            "NSExceptionDomains": PropertyValue.dictionary(["plain.example": entry, "other.example": entry])
        ]
        var traffic = try traffic(declared)
        traffic.entries = traffic.entries.filter { $0.decision.host?.description == "plain.example" }.map { entry in
            var below = entry
            below.decision.host = .name("www.plain.example")
            return below
        }
        let found = advice(traffic, declared: declared).declared
        let missing = try #require(found.first { $0.key == "plain.example" })
        #expect(missing.verdict == .neverHit && missing.reason.contains("Loads from www.plain.example violate ATS"))
        #expect(missing.reason.contains("the entry needs NSIncludesSubdomains to hold for them."), "\(missing.reason)")
        #expect(found.first { $0.key == "other.example" }?.reason == "It decided on no recorded load.")
    }

    /// Keys that ATS compares with hosts as they stand, so that they match none.
    @Test(arguments: [
        ("*.plain.example", "has a wildcard, which ATS does not know", "'plain.example' with NSIncludesSubdomains was"),
        ("https://plain.example:80", "has a scheme", "'plain.example' was"),
        ("Plain.example", "has capital letters", "Loads from plain.example violate ATS. 'plain.example' was"),
        ("plain.example ", "has white space around it", "'plain.example' was"),
        ("plain example", "is not a host", "matches no host: it"),
        ("10.0.0.0/33", "is not a range", "matches no host: it"),
        ("2001:DB8::1", "is not an address in the form", "'2001:db8::1' was"),
    ])
    func saysWhichKeysMatchNoHost(key: String, fault: String, meant: String) throws {
        for entry in [["NSExceptionAllowsInsecureHTTPLoads": PropertyValue.boolean(true)], [:]] {
            let declared = ["NSExceptionDomains": PropertyValue.dictionary([key: .dictionary(entry)])]
            let found = try #require(advice(try traffic(declared), declared: declared).declared.first)
            #expect(found.verdict.rawValue == "never-matches", "\(found)")
            #expect(found.reason.contains(fault) && found.reason.contains(meant), "\(found.reason)")
            #expect(!found.reason.contains("the entry needs NSIncludesSubdomains"), "\(found.reason)")
        }
    }

    @Test func arbitraryLoadsAreWiderThanEntries() throws {
        let declared: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": .boolean(true), "NSAllowsArbitraryLoadsForMedia": .boolean(false),
        ]
        let voided = advice(try traffic(declared), declared: declared).declared
        #expect(voided.map(\.verdict) == [.neverHit])
        let alone: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]
        #expect(advice(try traffic(alone), declared: alone).declared.map(\.verdict) == [.widerThanNeeded])
    }

    @Test func keepsStricterParts() throws {
        let declared: [String: PropertyValue] = [
            "NSPinnedDomains": .dictionary([:]), "NSAllowsArbitraryLoads": .boolean(true),
            "NSAllowsLocalNetworking": .boolean(true), "NSRequiresNIAPTLSPackageVersion": .string("FCP_v2.1"),
        ]
        let advised = advice(try traffic(), declared: declared).dictionary
        #expect(Set(advised.keys) == ["NSPinnedDomains", "NSRequiresNIAPTLSPackageVersion", "NSExceptionDomains"])
    }

    /// Entries that relax nothing. Without them, loads from the hosts would be exempt from ATS.
    @Test(
        arguments: [
            [:], ["NSIncludesSubdomains": .boolean(true)], ["NSExceptionRequiresForwardSecrecy": .integer(1)],
        ] as [[String: PropertyValue]])
    func keepsEntriesThatRelaxNothing(entry: [String: PropertyValue]) throws {
        let entries = PropertyValue.dictionary(["localhost": .dictionary(entry), "apple.com": .dictionary(entry)])
        let declared = ["NSAllowsArbitraryLoads": .boolean(true), "NSExceptionDomains": entries]
        let advised = advice(RecordedTraffic(), declared: declared).dictionary
        #expect(advised == ["NSExceptionDomains": entries])
    }

    /// Every number except 1 is NO to ATS.
    @Test(arguments: [PropertyValue.boolean(false), .integer(0), .integer(2), .real(0.5)])
    func readsNoAsATSDoes(no: PropertyValue) throws {
        let relaxing = PropertyValue.dictionary(["NSExceptionRequiresForwardSecrecy": no])
        let declared = [
            "NSAllowsLocalNetworking": no, "NSExceptionDomains": .dictionary(["never.example": relaxing]),
        ]
        let advised = advice(RecordedTraffic(), declared: declared).dictionary
        #expect(advised == ["NSAllowsLocalNetworking": .boolean(false)])
    }

    @Test func notesThatHTTPSAnswersAlready() throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let plain = SimulatedServer(name: "good.example", isCleartext: true, port: 80)
        let lines =
            SimulatedSite.record(plain, under: appliedPolicy).lines
            + SimulatedSite.record(SimulatedServer(name: "good.example"), under: appliedPolicy, number: 2).lines
        let advice = advice(SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }))
        let https = try #require(advice.advisedExceptions.first?.https)
        #expect(https.violations.isEmpty && https.authority.port == 443)
        #expect(https.sentence.contains("change the URL"))
    }

    @Test func justifiesOnlyKeysThatNeedIt() throws {
        let paragraphs = Justification(of: advice(try traffic()).advisedExceptions).paragraphs
        #expect(paragraphs.contains { $0.contains("old.example") && $0.contains("the server offers TLS 1.0") })
        #expect(!paragraphs.contains { $0.hasPrefix("The app connects to rsa.example") })
    }

    @Test func writesTheAdviceAsAPropertyList() throws {
        let advice = advice(try traffic())
        let read = try PropertyListSerialization.propertyList(from: Data(advice.propertyList.utf8), format: nil)
        let policy = try #require((read as? [String: Any])?["NSAppTransportSecurity"] as? [String: Any])
        let domains = try #require(policy["NSExceptionDomains"] as? [String: [String: Any]])
        #expect(domains.count == advice.advisedExceptions.count)
        #expect(domains["old.example"]?["NSExceptionMinimumTLSVersion"] as? String == "TLSv1.0")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(advice.line)) }
    }
}
