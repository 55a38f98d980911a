import Foundation
import Testing

/// Servers and middleboxes that answer the hello of OpenSSL, and fail the larger one of newer systems in some way.
@Suite struct LargeHelloJourneyTests {
    /// What each fault leads to under a system that sends the large hello: a status, and words of the answer.
    private static let answers: [(fault: String, status: Int32, words: String)] = [
        ("silent-on-large", 1, "bytes unanswered"),
        ("session-on-large", 1, "another session ID than the client's"),
        // What is not known is not green.
        ("closes-grease", 2, "the server also failed the same hello without that key share"),
        ("byte-on-large", 2, "the server did not end its answer in time"),
        // A server that is slower than the proxy would like is not to blame.
        ("late-on-large", 0, "post-quantum key exchange"),
    ]

    private func check(_ fault: String, _ options: [String]) throws -> Program {
        let site = try Site.judged.get()
        let relay = try RecordedRelay(to: site.port("good"), fault: fault)
        let program = try Program(
            Repository.program,
            ["check"] + options + site.trust + site.resolve + ["https://good.test:\(relay.port)/"])
        _ = program.end()
        _ = try relay.connections()
        return program
    }

    @Test(arguments: answers.map(\.fault))
    func underNewSystems(fault: String) throws {
        let answer = try #require(Self.answers.first { $0.fault == fault })
        let program = try check(fault, ["--os", "ios27"])
        #expect(program.end() == answer.status, "\(program.output)")
        #expect(program.output.contains(answer.words), "\(program.output)")
    }

    /// A probe whose time is over ends, also while it fetches an issuer and a large hello is unanswered.
    @Test func aProbeEnds() throws {
        let site = try Site.judged.get()
        let relay = try RecordedRelay(to: site.port("no-issuer-silent"), fault: "silent-on-large")
        let program = try Program(
            Repository.program,
            ["check", "--os", "ios27", "--handshake-timeout", "2"] + site.trust + site.resolve
                + ["https://no-issuer-silent.test:\(relay.port)/"])
        let hasEnded = holds { !program.isRunning }
        if !hasEnded { program.signal(SIGKILL) }
        #expect(hasEnded && program.end() == 1, "\(program.output)")
        _ = try relay.connections()
    }

    /// A server with another fault has this one, too, and no exception for the other one helps.
    @Test func besideAnotherFault() throws {
        let site = try Site.judged.get()
        let relay = try RecordedRelay(to: site.port("tls10-rsa"), fault: "silent-on-large")
        let program = try Program(
            Repository.program,
            ["check", "--os", "ios27"] + site.trust + site.resolve + ["https://tls10-rsa.test:\(relay.port)/"])
        #expect(program.end() == 1)
        #expect(program.output.contains("bytes unanswered"), "\(program.output)")
        #expect(!program.output.contains("this exception in the app permits it"), "\(program.output)")
        _ = try relay.connections()
    }

    /// Older systems send no such hello.
    @Test(arguments: answers.map(\.fault))
    func underOldSystems(fault: String) throws {
        let program = try check(fault, ["--os", "ios18"])
        #expect(program.end() == 0, "\(program.output)")
    }
}
