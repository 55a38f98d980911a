import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct DiagnosticTestTests {
    private let host = Host.name("example.com")

    @Test(arguments: [("ios27", 19), ("ios26", 16), ("macos10.15", 16), ("macos10.13", 13), ("ios9", 13)])
    func hasTheTestsOfTheSystem(os: String, count: Int) throws {
        #expect(DiagnosticTest.all(for: host, under: try OSVersion(name: os)).count == count)
    }

    @Test func hasNscurlsOrderAndNames() {
        let tests = DiagnosticTest.all(for: host, under: .newest)
        #expect(
            tests.prefix(16).map(\.name) == [
                "ATS Default Connection", "Allow All Loads", "TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0",
                "Disabling Perfect Forward Secrecy", "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                "TLSv1.3 with PFS disabled", "TLSv1.2 with PFS disabled", "TLSv1.1 with PFS disabled",
                "TLSv1.0 with PFS disabled", "TLSv1.3 with PFS disabled and insecure HTTP allowed",
                "TLSv1.2 with PFS disabled and insecure HTTP allowed",
                "TLSv1.1 with PFS disabled and insecure HTTP allowed",
                "TLSv1.0 with PFS disabled and insecure HTTP allowed",
            ])
        #expect(tests[0].dictionary == [:])
        #expect(tests[1].dictionary == ["NSAllowsArbitraryLoads": .boolean(true)])
        let entry: [String: PropertyValue] = [
            "NSExceptionMinimumTLSVersion": .string("TLSv1.0"), "NSExceptionRequiresForwardSecrecy": .boolean(false),
            "NSExceptionAllowsInsecureHTTPLoads": .boolean(true),
        ]
        #expect(tests[15].dictionary == ["NSExceptionDomains": .dictionary(["example.com": .dictionary(entry)])])
        #expect(tests[3].section == "Configuring TLS exceptions for example.com")
    }

    @Test func exceptionsGrowFromAnEmptyOne() {
        let exceptions = DiagnosticTest.exceptions(for: host)
        #expect(exceptions.first?.dictionary == [:])
        #expect(Set(exceptions).count == 12)
        let offers = exceptions.map { test in
            Offer(judging: Policy(test.dictionary, readBy: .newest).requirements(for: host, kind: .urlSession))
        }
        // Each exception permits at least as much as the first one.
        #expect(offers.allSatisfy { offers[0].isWithin($0) })
    }
}
