import Testing
import TransportSecurity

@Suite struct JurisdictionTests {
    private static let dictionary: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "example.com": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        ]),
        "NSPinnedDomains": .dictionary(["Pinned.example": .dictionary([:])]),
    ]
    private let app = ClientApp(userAgent: "MyApp/1 CFNetwork/1568.200.51 Darwin/24.1.0")

    private func jurisdiction(
        _ os: Jurisdiction.Choice = .fixed(.newest), kind: LoadKind? = nil, apps: [String] = []
    ) -> Jurisdiction {
        Jurisdiction(
            policyName: "test", dictionary: Self.dictionary, os: os, loadKind: kind, appNames: apps, mode: .enforce)
    }

    @Test func requiresWhatThePolicyDoes() {
        let requirements = jurisdiction().requirements(for: Sample.host, by: app)
        #expect(
            requirements == Policy(Self.dictionary, readBy: .newest).requirements(for: Sample.host, kind: .urlSession))
        #expect(requirements.allowsInsecureHTTPLoads)
        #expect(!jurisdiction().requirements(for: .name("other.example"), by: app).allowsInsecureHTTPLoads)
    }

    @Test func theOSIsFixedOrThatOfTheClient() {
        #expect(jurisdiction(.fixed(OSVersion(.ios, 12))).judgingOS(of: app) == OSVersion(.ios, 12))
        #expect(jurisdiction(.byUserAgent).judgingOS(of: app) == OSVersion(.ios, 18, 1))
        #expect(jurisdiction(.byUserAgent).judgingOS(of: ClientApp(userAgent: "curl/8")) == .newest)
        #expect(Jurisdiction.Choice.byUserAgent.description == "auto")
        #expect(Jurisdiction.Choice.fixed(OSVersion(.ios, 18, 1)).description == "ios18.1")
    }

    @Test func onlyTheNamedAppsAreJudged() {
        let others = jurisdiction(apps: ["OtherApp"]).requirements(for: Sample.host, by: app)
        #expect(!others.applies && others.reason == .otherApp && others.allowsInsecureHTTPLoads)
        #expect(jurisdiction(apps: ["MyApp"]).requirements(for: Sample.host, by: app).applies)
    }

    @Test func theKindOfLoadMayBeFixed() {
        #expect(!jurisdiction(kind: LoadKind.none).requirements(for: .name("other.example"), by: app).applies)
    }

    @Test func listsTheKeysOfItsDomains() {
        #expect(jurisdiction().domainKeys == ["example.com", "Pinned.example"])
    }
}
