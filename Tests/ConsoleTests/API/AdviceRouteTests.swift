import Events
import Foundation
import Testing
import TransportSecurity

@testable import Console

@Suite struct AdviceRouteTests {
    /// MyApp loads from a good server. Only OtherApp loads from the server that the declared exception is for.
    private var model: ConsoleModel {
        let exception: [String: PropertyValue] = [
            ATSKey.exceptionDomains: .dictionary([
                "b.example": .dictionary([ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.0")])
            ])
        ]
        let decisions = [
            ("a.example", TLSVersion.tls1_3, "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"),
            ("b.example", .tls1_0, "OtherApp/1 CFNetwork/1568.200.51 Darwin/24.1.0"),
        ].map { host, newest, app in
            SampleTraffic.decision(
                host, facts: SampleTraffic.facts(host, newest: newest), app: app, policy: exception, digest: "sha256:p")
        }
        return SampleTraffic.model(
            SampleTraffic.traffic(
                decisions.map { SampleTraffic.entry($0) },
                facts: [SampleTraffic.facts("a.example"), SampleTraffic.facts("b.example", newest: .tls1_0)],
                policies: [SampleTraffic.policy("sha256:p", exception)]))
    }

    private func advice(_ members: (String, String)...) -> String {
        model.text(ConsoleRequest(.get, ["advice"], query: members.map { .init($0.0, $0.1) }))
    }

    /// A choice of an app leaves loads out of the advice, and not out of the review of declared exceptions.
    @Test func exceptionsThatUnchosenAppsUseAreKept() {
        let text = advice(("format", "text"), ("app", "MyApp"))
        #expect(text.contains("The policy keeps the declared exception for b.example"), "\(text)")
        #expect(advice(("format", "plist"), ("app", "MyApp")).contains("<key>b.example</key>"))
    }

    @Test func oneOfSeveralAppsIsChosenForAPropertyList() {
        #expect(advice(("format", "plist")).contains("choose one by app"))
        #expect(advice(("format", "text"), ("app", "Nobody")).contains("Nothing to advise on"))
    }
}
