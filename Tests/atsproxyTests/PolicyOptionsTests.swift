import Events
import Recordings
import ArgumentParser
import Testing
import TransportSecurity

@testable import atsproxy

@Suite struct PolicyOptionsTests {
    /// Traffic that was recorded under that many policies.
    private static func traffic(policies count: Int) -> RecordedTraffic {
        var traffic = RecordedTraffic()
        for number in 0..<count {
            let appliedPolicy = AppliedPolicy(
                policyName: "App\(10 + number).app", dictionary: [:], os: .fixed(OSVersion(.ios, 18)), mode: .observe)
            let event = PolicyEvent(appliedPolicy, id: "sha256:\(number)", at: Instant(milliseconds: 0))
            traffic.policies[event.id] = event
        }
        return traffic
    }

    @Test(arguments: [
        (0, "defaults"), (1, "App10.app as recorded"), (2, "App10.app, App11.app as recorded"),
        (
            11,
            "App10.app, App11.app, App12.app, App13.app, App14.app, App15.app, App16.app, App17.app and 3 more "
                + "as recorded"
        ),
    ])
    func namesTheRecordedPolicies(count: Int, text: String) throws {
        let options = try PolicyOptions.parse(["--os", "ios18"])
        #expect(try options.judged(Self.traffic(policies: count), by: TrustOptions.parse([])).policy == text)
    }
}
