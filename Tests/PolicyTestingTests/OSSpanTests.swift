import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct OSSpanTests {
    @Test(arguments: [
        ("ios17", "ios17"), ("ios12", "ios12"), ("ios12.2", "ios12.2"), ("ios18.0", "ios18.0"), ("ios18.4", "ios18.4"),
        ("ios9...ios16", "ios9...ios16"),
        ("ios17-", "ios17...ios27"), ("ios17...", "ios17...ios27"), ("ios9-ios18.3", "ios9...ios18.3"),
        ("macos10.11...macos10.15", "macos10.11...macos10.15"), ("ipados17-", "ios17...ios27"),
        ("macos12...macos12", "macos12"), ("ios18...ios18.0", "ios18.0"), ("system27", "system27"),
        ("macos10.15", "macos10.15"), ("ios12...ios12.1", "ios12...ios12.1"),
    ])
    func textOfASpan(written: String, shown: String) throws {
        let span = try OSSpan(text: written)
        #expect(span.description == shown)
        #expect(try OSSpan(text: shown) == span)
    }

    @Test func bareMajorVersionHasItsUpdates() throws {
        let span = try OSSpan(text: "ios18")
        #expect(span.first == .iOS(18) && span.last.version.minor == OSVersion.everyMinor)
        #expect(span.uniformSpans.map(\.description) == ["ios18...ios18.3", "ios18.4", "ios18.5...ios18"])
        #expect(try OSSpan(text: "ios18.0") == OSSpan(.iOS(18)))
        #expect(OSSpan.newest.description == "ios27")
    }

    @Test(arguments: [
        ("ios16...ios9", "ends before"), ("ios9...macos15", "mixes two systems"), ("...ios9", "not an OS version"),
        ("ios8-", "not an OS version"), ("auto", "not an OS version"), ("", "not an OS version"),
        ("ios9...ios10...ios11", "not an OS version"), ("ios9 - ios10", "not an OS version"),
    ])
    func malformedSpan(text: String, sentence: String) {
        let error = #expect(throws: MalformedOSSpan.self) { try OSSpan(text: text) }
        #expect(error?.sentence.contains(sentence) == true)
    }

    @Test func partsOfEveryIOS() {
        let spans = OSSpan.every(.ios).uniformSpans
        let firsts = spans.map(\.first.description)
        #expect(
            firsts == [
                "ios9", "ios10", "ios11", "ios12.1", "ios13", "ios14", "ios15.4", "ios17", "ios18.4", "ios18.5",
                "ios26",
                "ios26.4",
            ])
        #expect(OSSpan.joined(spans) == [.every(.ios)])
        #expect(OSSpan.joined([spans[0], spans[2], spans[3]]).count == 2)
        #expect(spans[7].description == "ios17...ios18.3")
    }

    @Test func uniformSpansKeepTheBounds() throws {
        let spans = try OSSpan(text: "macos12.1...macos15.4").uniformSpans
        #expect(
            spans.map(\.description) == [
                "macos12.1...macos12.2", "macos12.3...macos13", "macos14...macos15.3", "macos15.4",
            ])
        #expect(try OSSpan(text: "watchos2-").uniformSpans.count > 5)
    }

    /// Versions that the spans leave out would hide a change of the policy's answers.
    @Test(arguments: [OSVersion.Family.ios, .macos, .watchos, .visionos])
    func everyVersionOfAUniformSpanReadsPoliciesAlike(family: OSVersion.Family) throws {
        var random = RandomPolicy(seed: 7)
        let versions = VersionHistory.of(family).versions.filter { $0.version.major == 10 || $0.version.minor < 7 }
        let oldest = try #require(versions.first)
        let spans = try OSSpan(text: "\(oldest)-").uniformSpans
        let hosts = SampleHost.allCases.map(\.host) + ["example.com", "api.example.com"].compactMap { Host($0) }
        let urls = try hosts.map { try LoadURL("https://\($0.bracketed)") }
        for _ in 0..<4 {
            let (dictionary, sdk) = (random.dictionary(), random.linkedSDK())
            func answers(on version: OSVersion) -> [[AnswerValue]] {
                let policy = Policy(dictionary, readBy: version, linkedSDK: sdk)
                return urls.map { url in
                    let verdict = policy.verdict(for: url)
                    return AnswerMember.allCases.map { $0.value(in: verdict) }
                }
            }
            for uniform in spans {
                let first = answers(on: uniform.first)
                let others = versions.filter {
                    uniform.first.version < $0.version && $0.version <= uniform.last.version
                }
                for version in others where answers(on: version) != first {
                    Issue.record("\(version) and \(uniform.first): \(dictionary)")
                }
            }
        }
    }
}
