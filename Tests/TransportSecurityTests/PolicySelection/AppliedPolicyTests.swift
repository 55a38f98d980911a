import Testing
import TransportSecurity

@Suite struct AppliedPolicyTests {
    private static let dictionary: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "example.com": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        ]),
        "NSPinnedDomains": .dictionary(["Pinned.example": .dictionary([:])]),
    ]
    private let app = ClientApp(userAgent: "MyApp/1 CFNetwork/1568.200.51 Darwin/24.1.0")

    private func appliedPolicy(
        _ os: AppliedPolicy.Choice = .fixed(.newest), kind: LoadingAPI? = nil, apps: [String] = []
    ) -> AppliedPolicy {
        AppliedPolicy(
            policyName: "test", dictionary: Self.dictionary, os: os, loadingAPI: kind, appNames: apps, mode: .enforce)
    }

    @Test func requiresWhatThePolicyDoes() {
        let requirements = appliedPolicy().requirements(for: Sample.host, by: app)
        #expect(
            requirements == Policy(Self.dictionary, readBy: .newest).requirements(for: Sample.host, kind: .urlSession))
        #expect(requirements.allowsInsecureHTTPLoads)
        #expect(!appliedPolicy().requirements(for: .name("other.example"), by: app).allowsInsecureHTTPLoads)
    }

    @Test func theOSIsFixedOrThatOfTheClient() {
        #expect(appliedPolicy(.fixed(OSVersion(.ios, 12))).judgingOS(of: app) == OSVersion(.ios, 12))
        #expect(appliedPolicy(.byUserAgent).judgingOS(of: app) == OSVersion(.ios, 18, 1))
        #expect(appliedPolicy(.byUserAgent).judgingOS(of: ClientApp(userAgent: "curl/8")) == .newest)
        #expect(AppliedPolicy.Choice.byUserAgent.description == "auto")
        #expect(AppliedPolicy.Choice.fixed(OSVersion(.ios, 18, 1)).description == "ios18.1")
    }

    @Test func onlyTheNamedAppsAreJudged() {
        let others = appliedPolicy(apps: ["OtherApp"]).requirements(for: Sample.host, by: app)
        #expect(!others.applies && others.reason == .otherApp && others.allowsInsecureHTTPLoads)
        #expect(appliedPolicy(apps: ["MyApp"]).requirements(for: Sample.host, by: app).applies)
    }

    @Test func theKindOfLoadMayBeFixed() {
        #expect(!appliedPolicy(kind: LoadingAPI.none).requirements(for: .name("other.example"), by: app).applies)
    }

    @Test func listsTheKeysOfItsDomains() {
        #expect(appliedPolicy().domainKeys == ["example.com", "Pinned.example"])
    }
}
