@testable import Advice
import Documents
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct AdvisedAppsTests {
    private static let userAgents = [
        "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0", "Other%20App/7 CFNetwork/1568.200.51 Darwin/24.1.0",
        "AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; en_us)",
    ]

    /// One load by each app, each from a server of its own.
    private func traffic(_ userAgents: [String] = userAgents) throws -> RecordedTraffic {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let lines = zip(userAgents, ["old.example", "rsa.example", "plain.example"]).enumerated()
            .flatMap { number, load -> [[UInt8]] in
                SimulatedSite.servers.filter { $0.name == load.1 }.flatMap { server in
                    SimulatedSite.record(
                        server, under: appliedPolicy, number: number + 1, app: ClientApp(userAgent: load.0)
                    ).lines
                }
            }
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    private func hosts(_ part: AdvisedApps.Part) -> [String] {
        part.traffic.entries.compactMap { $0.decision.host?.description }
    }

    @Test func eachAppIsAPart() throws {
        let apps = AdvisedApps(try traffic())
        #expect(apps.parts.map(\.app) == ["MyApp", "Other App", nil])
        #expect(apps.parts.map(hosts) == [["old.example"], ["rsa.example"], ["plain.example"]])
        #expect(apps.leftOut.isEmpty && apps.omission == nil)
    }

    @Test(arguments: [("myapp", "MyApp", "Other App"), ("Other App", "Other App", "MyApp")])
    func theAppOfThePolicyIsTheOnlyPart(name: String, app: String, other: String) throws {
        let apps = AdvisedApps(try traffic(), ofPolicyFor: ["$(PRODUCT_NAME)", name])
        #expect(apps.parts.map(\.app) == [app] && apps.leftOut == [other: 1])
        #expect(apps.omission == "Not considered: 1 load of other apps (\(other)).")
    }

    /// A load that names no app may be of the app whose policy it is, also where another app was seen.
    @Test(arguments: [["MyApp"], ["MyApp", "Other App"]])
    func loadsThatNameNoAppAreOfTheAppOfThePolicy(names: [String]) throws {
        let apps = AdvisedApps(try traffic(), ofPolicyFor: names)
        let ofOther = names.count == 1 ? [] : ["rsa.example"]
        #expect(apps.parts.map(hosts) == [["old.example"] + ofOther + ["plain.example"]])
        #expect(try advice(on: apps, declaring: ["plain.example"]).declared.map(\.verdict) == [.needed])
    }

    /// The loads of an app may name another one, so the policy keeps the exceptions that any load used.
    @Test func keepsTheExceptionsThatOtherAppsUse() throws {
        let apps = AdvisedApps(try traffic(), ofPolicyFor: ["MyApp"])
        let advice = try advice(on: apps, declaring: ["rsa.example", "unused.example"])
        #expect(
            advice.declared.map(\.reason) == [
                "It decided on no load of this app, only on loads of others.", "It decided on no recorded load.",
            ])
        guard case .dictionary(let entries) = advice.dictionary["NSExceptionDomains"] else {
            Issue.record("no exception is left")
            return
        }
        #expect(entries["rsa.example"] != nil && entries["unused.example"] == nil)
        let sentence = "for rsa.example: only recorded loads outside this advice use it."
        #expect(advice.retention?.contains(sentence) == true)
    }

    /// `--app MyApp` leaves out the loads of other apps and of no app, which may use declared exceptions all the same.
    @Test func keepsTheExceptionsThatUnchosenLoadsUse() throws {
        let all = try traffic()
        let apps = AdvisedApps(
            all.keeping { $0.decision.app?.name == "MyApp" },
            besides: all.entries.filter { $0.decision.app?.name != "MyApp" })
        #expect(apps.parts.map(hosts) == [["old.example"]] && apps.leftOut.isEmpty)
        let advice = try advice(on: apps, declaring: ["plain.example", "rsa.example", "unused.example"])
        #expect(
            advice.declared.map(\.reason) == [
                "It decided on no load of this app, only on loads of others.",
                "It decided on no load of this app, only on loads of others.", "It decided on no recorded load.",
            ])
        #expect(advice.exceptionsOfOthers == ["plain.example", "rsa.example"])
    }

    /// A key of the top level holds for all loads, so it is kept like an entry.
    @Test func keepsTheTopLevelKeysThatOtherAppsUse() throws {
        let apps = AdvisedApps(try traffic(), ofPolicyFor: ["MyApp"])
        let part = try #require(apps.parts.first)
        let entry = PropertyValue.dictionary(["NSRequiresCertificateTransparency": .boolean(false)])
        let entries = Dictionary(uniqueKeysWithValues: hosts(part).map { ($0, entry) })
        let declared: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": .boolean(true), "NSExceptionDomains": .dictionary(entries),
        ]
        let advice = AppPolicyAdvice(
            on: part.traffic, besides: part.otherLoads, by: SimulatedSite.replay(), declared: declared,
            os: .fixed(.newest))
        #expect(advice.declared.first?.reason == "It decided on no load of this app, only on loads of others.")
        #expect(advice.dictionary["NSAllowsArbitraryLoads"] == .boolean(true))
        #expect(advice.retention?.contains("keeps NSAllowsArbitraryLoads: only recorded loads") == true)
        let withoutOthers = AppPolicyAdvice(
            on: part.traffic, by: SimulatedSite.replay(), declared: declared, os: .fixed(.newest))
        #expect(withoutOthers.dictionary["NSAllowsArbitraryLoads"] == nil && withoutOthers.topLevelKeysOfOthers.isEmpty)
    }

    /// The advice on the loads of MyApp under an OS. All others are outside it.
    private func adviceOnMyApp(
        declaring declared: [String: PropertyValue], os: OSVersion = .newest
    ) throws -> AppPolicyAdvice {
        let all = try traffic()
        return AppPolicyAdvice(
            on: all.keeping { $0.decision.app?.name == "MyApp" },
            besides: all.entries.filter { $0.decision.app?.name != "MyApp" }, by: SimulatedSite.replay(),
            declared: declared, os: .fixed(os))
    }

    private func entries(_ advice: AppPolicyAdvice) -> [String: PropertyValue] {
        guard case .dictionary(let entries) = advice.dictionary["NSExceptionDomains"] else { return [:] }
        return entries
    }

    private static let cleartext: [String: PropertyValue] = ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]

    /// Without an entry, a host would get what is permitted to all, which is more than its declared entry permits.
    @Test func hostsWithEntriesStayUnderATSBesideAKeptKey() throws {
        let advice = try adviceOnMyApp(declaring: [
            "NSAllowsArbitraryLoads": .boolean(true),
            "NSExceptionDomains": .dictionary([
                "old.example": .dictionary([:]),
                "mine.example": .dictionary([
                    "NSExceptionRequiresForwardSecrecy": .boolean(false), "NSIncludesSubdomains": .boolean(true),
                ]),
            ]),
        ])
        #expect(advice.topLevelKeysOfOthers == ["NSAllowsArbitraryLoads"])
        #expect(entries(advice)["mine.example"] == .dictionary(["NSIncludesSubdomains": .boolean(true)]))
        #expect(advice.policy.domainsUnderATS == ["mine.example"])
        #expect(advice.retention?.hasSuffix("An entry that relaxes nothing keeps ATS on for mine.example.") == true)
    }

    @Test func hostsWithEntriesStayUnderATSBelowAKeptDomain() throws {
        let parent = Self.cleartext.merging(["NSIncludesSubdomains": .boolean(true)]) { $1 }
        let declared: [String: PropertyValue] = [
            "example": .dictionary(parent), "old.example": .dictionary(Self.cleartext),
            "mine.example": .dictionary(Self.cleartext), "mine.test": .dictionary(Self.cleartext),
        ]
        let advice = try adviceOnMyApp(declaring: ["NSExceptionDomains": .dictionary(declared)])
        #expect(advice.exceptionsOfOthers == ["example"])
        #expect(entries(advice)["mine.example"] == .dictionary([:]) && entries(advice)["mine.test"] == nil)
        #expect(
            advice.policy.domainsUnderATS.contains("mine.example")
                && !advice.policy.domainsUnderATS.contains("mine.test"))
    }

    /// `NSAllowsArbitraryLoadsInWebContent` voids `NSAllowsArbitraryLoads` from iOS 10 on, and not before.
    @Test func aKeyThatVoidsAKeptKeyIsKept() throws {
        let ios9 = try #require(OSVersion("ios9"))
        let advice = try adviceOnMyApp(
            declaring: [
                "NSAllowsArbitraryLoads": .boolean(true), "NSAllowsArbitraryLoadsInWebContent": .boolean(true),
                "NSExceptionDomains": .dictionary(["old.example": .dictionary([:])]),
            ], os: ios9)
        #expect(advice.topLevelKeysOfOthers == ["NSAllowsArbitraryLoads"])
        #expect(advice.dictionary["NSAllowsArbitraryLoadsInWebContent"] == .boolean(true))
    }

    /// The advice on the first part, with declared exceptions for cleartext.
    private func advice(on apps: AdvisedApps, declaring domains: [String]) throws -> AppPolicyAdvice {
        let part = try #require(apps.parts.first)
        let entry = PropertyValue.dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        let entries = Dictionary(uniqueKeysWithValues: domains.map { ($0, entry) })
        return AppPolicyAdvice(
            on: part.traffic, of: part.app, besides: part.otherLoads, by: SimulatedSite.replay(),
            declared: ["NSExceptionDomains": .dictionary(entries)], os: .fixed(.newest))
    }

    @Test func aPolicyOfAnAppThatIsNotSeenLeavesAllApart() throws {
        #expect(AdvisedApps(try traffic(), ofPolicyFor: ["Third"]).parts.count == 3)
    }

    /// The system's processes load for the app, if there is only one.
    @Test func trafficOfOneAppIsNotDivided() throws {
        let apps = AdvisedApps(try traffic([Self.userAgents[0], Self.userAgents[2]]), ofPolicyFor: ["MyApp"])
        #expect(apps.parts.map(\.app) == [nil] && apps.parts.map(hosts) == [["old.example", "rsa.example"]])
        #expect(AdvisedApps(RecordedTraffic()).parts.count == 1)
    }

    /// An exception that one app needs is not advised for another.
    @Test func theAdviceHasASectionForEachApp() throws {
        let apps = AdvisedApps(try traffic())
        let advice = apps.parts.map { part in
            AppPolicyAdvice(
                on: part.traffic, of: part.app, by: SimulatedSite.replay(), declared: [:], os: .fixed(.newest),
                includingAll: true)
        }
        #expect(advice.map { $0.advisedExceptions.map(\.host.description) } == apps.parts.map(hosts))
        let text = TextRenderer().text(of: AppPolicyAdvice.document(of: advice, notes: ["A note."]))
        #expect(text.contains("MyApp") && text.contains("Loads that name no app") && text.contains("A note."))
    }
}
