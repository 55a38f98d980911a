import Testing
import TransportSecurity

@Suite struct PolicyScopeTests {
    private static let dictionary: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "example.com": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        ]),
        "NSPinnedDomains": .dictionary(["Pinned.example": .dictionary([:])]),
    ]
    private let app = ClientApp(userAgent: "MyApp/1 CFNetwork/1568.200.51 Darwin/24.1.0")

    private func policyScope(
        _ os: PolicyScope.Choice = .fixed(.newest), kind: LoadingAPI? = nil, apps: [String] = []
    ) -> PolicyScope {
        PolicyScope(
            policyName: "test", dictionary: Self.dictionary, os: os, loadingAPI: kind, appNames: apps, mode: .enforce)
    }

    @Test func requiresWhatThePolicyDoes() {
        let requirements = policyScope().requirements(for: Sample.host, by: app)
        #expect(
            requirements == Policy(Self.dictionary, readBy: .newest).requirements(for: Sample.host, kind: .urlSession))
        #expect(requirements.allowsInsecureHTTPLoads)
        #expect(!policyScope().requirements(for: .name("other.example"), by: app).allowsInsecureHTTPLoads)
    }

    @Test func theOSIsFixedOrThatOfTheClient() {
        #expect(policyScope(.fixed(OSVersion(.ios, 12))).judgingOS(of: app) == OSVersion(.ios, 12))
        #expect(policyScope(.byUserAgent).judgingOS(of: app) == OSVersion(.ios, 18, 1))
        #expect(policyScope(.byUserAgent).judgingOS(of: ClientApp(userAgent: "curl/8")) == .newest)
        #expect(PolicyScope.Choice.byUserAgent.description == "auto")
        #expect(PolicyScope.Choice.fixed(OSVersion(.ios, 18, 1)).description == "ios18.1")
    }

    @Test func onlyTheNamedAppsAreJudged() {
        let others = policyScope(apps: ["OtherApp"]).requirements(for: Sample.host, by: app)
        #expect(!others.applies && others.reason == .otherApp && others.allowsInsecureHTTPLoads)
        #expect(policyScope(apps: ["MyApp"]).requirements(for: Sample.host, by: app).applies)
    }

    @Test func theKindOfLoadMayBeFixed() {
        #expect(!policyScope(kind: LoadingAPI.none).requirements(for: .name("other.example"), by: app).applies)
    }

    @Test func listsTheKeysOfItsDomains() {
        #expect(policyScope().domainKeys == ["example.com", "Pinned.example"])
    }
}
