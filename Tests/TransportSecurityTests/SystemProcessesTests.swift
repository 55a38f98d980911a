import InternetNames
import Testing

@testable import TransportSecurity

/// `--os system27`: Apple's own processes.
@Suite struct SystemProcessesTests {
    private let os = OSVersion(.system, 27)

    @Test func isADistinctName() {
        #expect(OSVersion("system27") == os)
        #expect(os.description == "system27")
        #expect(OSVersion("system26") == nil && OSVersion("system") == nil)
        #expect(OSVersion(linkedSDK: "system27") == nil)
        #expect(os.generation == .current)
    }

    @Test(arguments: ["example.com", "localhost", "printer.local", "127.0.0.1", "10.0.0.1", "apple.com"])
    func everyHostComesUnderATSAndThePackage(host: String) throws {
        let requirements = Policy([:], readBy: os).requirements(for: try #require(Host(host)), kind: .urlSession)
        #expect(requirements.applies)
        #expect(requirements.requiresNIAP)
        #expect(!requirements.allowsInsecureHTTPLoads)
        #expect(requirements.notes.isEmpty)
        #expect(Offer(judging: requirements).name == "niap")
    }

    @Test func noPolicyIsRead() {
        let dictionary: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]
        let requirements = Policy(dictionary, readBy: os, linkedSDK: OSVersion(.ios, 8))
            .requirements(for: .name("example.com"), kind: .urlSession)
        #expect(requirements.applies && requirements.requiresNIAP)
        #expect(requirements.notes.map(\.message).first?.contains("read no app's policy") == true)
    }

    @Test func noExceptionHelps() {
        let requirements = Policy([:], readBy: os).requirements(for: .name("example.com"), kind: .urlSession)
        let verdict = Verdict(of: .cleartext(.http), under: requirements, by: .standard(logs: nil), at: Sample.now)
        #expect(verdict.violations.map(\.rule) == [.cleartext])
        #expect(verdict.violations.first?.exception == nil)
    }
}
