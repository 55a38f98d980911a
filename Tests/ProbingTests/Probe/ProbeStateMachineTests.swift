import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@testable import OpenSSL
@testable import Probing

@Suite struct ProbeStateMachineTests {
    // MARK: - Answers and refusals

    @Test func aServerThatAnswersTheJudgingHelloIsAskedNothingElse() {
        var probe = ProbeScript()
        #expect(probe.begins == "send ats")
        #expect(probe.answered() == "evaluate ats")
        #expect(probe.evaluated() == "finish ats")
        #expect(probe.attempts == ["ats: answered"])
    }

    @Test func aRefusalIsFollowedByRelaxedHellosUntilOneIsAnswered() {
        var probe = ProbeScript()
        #expect(probe.refused(.alert(40)) == "send ats-rsa")
        #expect(probe.refused(.closed) == "send tls1.1")
        #expect(probe.answered(.tls1_1) == "evaluate tls1.1")
        #expect(probe.evaluated() == "finish tls1.1")
        #expect(probe.attempts == ["ats: alert 40", "ats-rsa: closed", "tls1.1: answered"])
    }

    @Test func aServerThatRefusesEveryHelloIsJudgedByItsFirstRefusal() {
        var probe = ProbeScript()
        #expect(probe.refused(.alert(40)) == "send ats-rsa")
        for offer in ["tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "platform", "permissive", "permissive-tls1.2"] {
            #expect(probe.refused(.alert(70)) == "send \(offer)")
        }
        #expect(probe.refused(.malformed("x")) == "finish alert 40")
        #expect(probe.attempts.count == 9 && probe.attempts.last == "permissive-tls1.2: malformed")
    }

    @Test(arguments: [HandshakeFailure.notTLS])
    func aServerThatSpeaksNoTLSIsAskedOnce(failure: HandshakeFailure) {
        var probe = ProbeScript(gaps: .all)
        #expect(probe.refused(failure) == "finish no TLS")
        #expect(probe.attempts == ["ats: no TLS"])
    }

    // MARK: - Failures of the transport

    @Test(arguments: [(10_000, 1000), (2_000, 500)])
    func aClosedConnectionIsTriedAgainAfterAPause(timeLimit: Int, pause: Int) {
        var probe = ProbeScript(timeLimit: timeLimit)
        #expect(probe.refused(.closed) == "pause \(pause)")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.answered() == "evaluate ats")
        #expect(probe.evaluated() == "finish ats")
        #expect(probe.attempts == ["ats: answered"])
    }

    @Test func theRetryIsMadeOnce() {
        var probe = ProbeScript()
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.refused(.closed) == "send ats-rsa")
        #expect(probe.refused(.closed) == "send tls1.1")
    }

    @Test func aRelaxedHelloIsBelievedOnlyAfterTheJudgingOneIsRefusedAgain() {
        var probe = ProbeScript.closedTwice()
        // Nothing in the answer explains why the judging hello is refused.
        var sent = probe.answered()
        for _ in 0..<8 { sent = sent == "send ats" ? probe.refused(.alert(40)) : probe.answered() }
        #expect(sent == "send ats-rsa")
        #expect(probe.answered() == "evaluate ats-rsa")
        #expect(probe.evaluated() == "finish ats-rsa")
        #expect(probe.attempts == ["ats: alert 40", "ats-rsa: answered"])
    }

    /// One of several servers behind a name that fails every hello with an alert makes no exception necessary.
    @Test(arguments: 2...5)
    func alertsOfSomeConnectionsMakeNoException(period: Int) {
        for (start, failsOne) in (0..<period).flatMap({ [($0, true), ($0, false)] }) {
            var probe = ProbeScript()
            var (number, line) = (start, "send ats")
            while line.hasPrefix("send ") {
                let fails = (number % period == 0) == failsOne
                line = fails ? probe.refused(.alert(80)) : probe.answered(.tls1_3, 0x1301)
                number += 1
            }
            #expect(line == "evaluate ats" || line.hasPrefix("finish "), "\(period) \(start) \(failsOne): \(line)")
        }
    }

    @Test func aServerThatCameBackIsJudgedByTheJudgingHelloAlone() {
        var probe = ProbeScript.closedTwice()
        #expect(probe.answered() == "send ats")
        #expect(probe.answered() == "evaluate ats")
        #expect(probe.evaluated() == "finish ats")
        #expect(probe.attempts == ["ats: answered"])
    }

    @Test func closedConnectionsCountAsARefusalIfTheOtherHelloIsAnsweredEachTime() {
        var probe = ProbeScript.closedTwice()
        #expect(probe.answered() == "send ats")
        for next in ["ats", "ats", "ats-rsa"] { #expect(probe.refused(.closed) == "send \(next)") }
        #expect(probe.answered() == "send ats-rsa")
        #expect(probe.answered() == "send ats")
        for next in ["ats", "ats", "ats-rsa"] { #expect(probe.refused(.closed) == "send \(next)") }
        #expect(probe.answered() == "evaluate ats-rsa")
        #expect(probe.evaluated() == "finish ats-rsa")
        #expect(probe.attempts == ["ats: closed", "ats-rsa: answered"])
    }

    /// A server that loses every second connection, from its first or its second one on, alone or with connections of
    /// others in between: its hello is judged, or nothing is.
    @Test(arguments: 2...4, 0..<8)
    func aServerThatLosesConnectionsGetsNoException(period: Int, pattern: Int) {
        for (start, losesOne) in (0..<period).flatMap({ [($0, true), ($0, false)] }) {
            var probe = ProbeScript()
            var (number, command, steps) = (start, "send ats", 0)
            while !command.hasPrefix("finish"), steps < 60 {
                steps += 1
                if command.hasPrefix("pause") {
                    command = probe.pauseEnded()
                } else if command.hasPrefix("evaluate") {
                    command = probe.evaluated()
                } else {
                    // Others take a connection before every connection of which the bit is set.
                    number += 1 + (pattern >> (steps % 3)) % 2
                    command = (number % period == 0) == losesOne ? probe.refused(.closed) : probe.answered()
                }
            }
            #expect(["finish ats", "finish closed"].contains(command), "\(period) \(pattern) \(start)")
        }
    }

    @Test func aServerThatOnlyClosesConnectionsIsSaidToCloseThem() {
        var probe = ProbeScript.closedTwice()
        for _ in 0..<7 { _ = probe.refused(.closed) }
        #expect(probe.refused(.closed) == "finish closed")
        #expect(probe.attempts.count == 9)
    }

    // MARK: - Hellos without cryptography

    @Test func whatOpenSSLLacksIsOfferedByAHelloAlone() {
        var probe = ProbeScript(gaps: .suites)
        #expect(probe.refused() == "send ats up to tls1_2")
        #expect(probe.answered(.tls1_2, 0x009F) == "evaluate ats")
        #expect(probe.evaluated() == "finish ats")
        #expect(probe.attempts == ["ats: answered"])
    }

    @Test func anAnswerThatOpenSSLCouldHaveGotLeavesItsFailure() {
        var probe = ProbeScript(gaps: .suites)
        #expect(probe.refused(.alert(40)) == "send ats up to tls1_2")
        #expect(probe.answered(.tls1_2, 0xC02F) == "send ats-rsa")
        #expect(probe.refused(.alert(70)) == "send ats-rsa up to tls1_2")
        #expect(probe.refused(.closed) == "send tls1.1")
        #expect(probe.answered(.tls1_1) == "evaluate tls1.1")
        #expect(probe.evaluated() == "finish tls1.1")
        #expect(probe.attempts == ["ats: alert 40", "ats-rsa: alert 70", "tls1.1: answered"])
    }

    /// The judging hello comes first with the group that OpenSSL lacks, since that is what the system sends.
    @Test func sslThreeIsOfferedAloneAtLast() {
        var probe = ProbeScript(gaps: .all)
        #expect(probe.refused() == "send ats up to tls1_3")
        #expect(probe.refused() == "send ats up to tls1_2")
        #expect(probe.refused() == "send ats up to ssl3")
        #expect(probe.refused() == "send ats-rsa")
        #expect(probe.refused() == "send ats-rsa up to tls1_2")
        #expect(probe.refused() == "send ats-rsa up to ssl3")
        #expect(probe.answered(.ssl3) == "evaluate ats-rsa")
    }

    @Test func aGroupThatOpenSSLLacksIsOfferedWithTheJudgingHelloAlone() {
        var probe = ProbeScript(gaps: .groups)
        #expect(probe.refused() == "send ats up to tls1_3")
        #expect(probe.refused() == "send ats-rsa")
        #expect(probe.refused() == "send tls1.1")
    }

    /// The confirmation of a relaxed answer applies to every kind of hello.
    @Test func aRelaxedAnswerToAHelloAloneIsConfirmedAsWell() {
        var probe = ProbeScript(gaps: .suites)
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.refused(.closed) == "send ats up to tls1_2")
        #expect(probe.refused(.closed) == "send ats-rsa")
        #expect(probe.refused(.closed) == "send ats-rsa up to tls1_2")
        #expect(probe.answered(.tls1_2, 0x009F) == "send ats")
        #expect(probe.refused(.alert(40)) == "evaluate ats-rsa")
    }

    // MARK: - Missing issuers

    @Test func missingIssuersAreFetchedOneAfterTheOther() {
        var probe = ProbeScript()
        #expect(probe.answered() == "evaluate ats")
        #expect(probe.evaluated(missing: ["http://a.example/1"]) == "fetch http://a.example/1")
        #expect(probe.fetched([[1]]) == "evaluate ats")
        #expect(probe.evaluated(missing: ["http://a.example/2"]) == "fetch http://a.example/2")
        #expect(probe.fetched([[2]]) == "evaluate ats")
        #expect(probe.evaluated() == "finish ats and 2 issuers")
    }

    @Test func noIssuerIsRequestedTwice() {
        var probe = ProbeScript()
        let locations = ["http://a.example/1", "http://a.example/2"]
        _ = probe.answered()
        #expect(probe.evaluated(missing: locations) == "fetch http://a.example/1")
        #expect(probe.fetched() == "evaluate ats")
        #expect(probe.evaluated(missing: locations) == "fetch http://a.example/2")
        #expect(probe.fetched() == "evaluate ats")
        #expect(probe.evaluated(missing: locations) == "finish ats")
    }

    @Test func noMoreThanThreeIssuersAreFetched() {
        var probe = ProbeScript()
        _ = probe.answered()
        for number in 1...3 {
            let location = "http://a.example/\(number)"
            #expect(probe.evaluated(missing: [location]) == "fetch \(location)")
            #expect(probe.fetched([[1]]) == "evaluate ats")
        }
        #expect(probe.evaluated(missing: ["http://a.example/4"]) == "finish ats and 3 issuers")
    }

    @Test func issuersAreNotFetchedWhereThatIsOff() {
        var probe = ProbeScript(fetchesIssuers: false)
        _ = probe.answered()
        #expect(probe.evaluated(missing: ["http://a.example/1"]) == "finish ats")
    }

    @Test func aShortageDuringAFetchSaysNothingAboutTheServer() {
        var probe = ProbeScript()
        _ = probe.answered()
        _ = probe.evaluated(missing: ["http://a.example/1"])
        #expect(probe.failed(.shortage(.descriptors)) == "fail shortage(ForwardProxy.Shortage.descriptors)")
    }

    // MARK: - Connections that fail

    @Test func aServerThatCannotBeReachedIsAFailure() {
        var probe = ProbeScript()
        #expect(probe.failed() == "fail upstream(ForwardProxy.UpstreamError.refused)")
    }

    @Test func aServerThatVanishesAfterARefusalIsJudgedByIt() {
        var probe = ProbeScript()
        #expect(probe.refused(.alert(40)) == "send ats-rsa")
        #expect(probe.failed() == "finish alert 40")
        #expect(probe.attempts == ["ats: alert 40"])
    }

    @Test func aServerThatVanishesBeforeAHelloAloneIsJudgedByTheRefusal() {
        var probe = ProbeScript(gaps: .suites)
        #expect(probe.refused(.alert(40)) == "send ats up to tls1_2")
        #expect(probe.failed() == "finish alert 40")
        #expect(probe.attempts == ["ats: alert 40"])
    }

    @Test func aServerThatVanishesAfterClosedConnectionsHasAnsweredNothing() {
        var probe = ProbeScript()
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.failed() == "fail upstream(ForwardProxy.UpstreamError.refused)")
        probe = .closedTwice()
        #expect(probe.failed() == "fail upstream(ForwardProxy.UpstreamError.refused)")
        probe = .closedTwice()
        #expect(probe.answered() == "send ats")
        #expect(probe.failed() == "fail upstream(ForwardProxy.UpstreamError.refused)")
    }

    @Test(arguments: [LoadFailure.shortage(.descriptors), .internalError("OpenSSL")])
    func aFailureOfThisMachineIsNeverAFactAboutTheServer(failure: LoadFailure) {
        var probe = ProbeScript()
        #expect(probe.refused(.alert(40)) == "send ats-rsa")
        #expect(probe.failed(failure) == "fail \(failure)")
    }

    // MARK: - The end of the time

    @Test(arguments: [(true, "fail silent"), (false, "fail upstream(ForwardProxy.UpstreamError.timedOut)")])
    func aServerThatLeavesTheJudgingHelloUnansweredIsSilent(isUnanswered: Bool, end: String) {
        var probe = ProbeScript()
        #expect(probe.timeUp(isUnanswered: isUnanswered) == end)
        probe = ProbeScript()
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.timeUp(isUnanswered: isUnanswered) == end)
    }

    @Test func aClosedConnectionIsNotHeldAgainstAServerBeforeTheRetry() {
        var probe = ProbeScript()
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.timeUp() == "fail upstream(ForwardProxy.UpstreamError.timedOut)")
    }

    @Test func aRefusalOutlivesTheTime() {
        var probe = ProbeScript()
        #expect(probe.refused(.alert(40)) == "send ats-rsa")
        #expect(probe.refused(.alert(70)) == "send tls1.1")
        #expect(probe.timeUp(isUnanswered: true) == "finish alert 40")
        #expect(probe.attempts == ["ats: alert 40", "ats-rsa: alert 70"])
    }

    @Test func aRefusalOutlivesTheTimeBeforeItsRungIsDone() {
        var probe = ProbeScript(gaps: .suites)
        #expect(probe.refused(.alert(40)) == "send ats up to tls1_2")
        #expect(probe.timeUp() == "finish alert 40")
        #expect(probe.attempts == ["ats: alert 40"])
    }

    @Test func aRelaxedAnswerSaysNothingWhereNoTimeIsLeftToConfirmIt() {
        var probe = ProbeScript.closedTwice()
        #expect(probe.answered() == "send ats")
        #expect(probe.timeUp() == "finish closed")
        #expect(probe.attempts == ["ats: closed"])
    }

    @Test func aChainStandsAsItIsWhereNoTimeIsLeftForAFetch() {
        var probe = ProbeScript()
        #expect(probe.answered() == "evaluate ats")
        #expect(probe.evaluated(missing: ["http://a.example/1"]) == "fetch http://a.example/1")
        #expect(probe.timeUp() == "evaluate ats")
        #expect(probe.evaluated(missing: ["http://a.example/1"]) == "finish ats")
        #expect(probe.attempts == ["ats: answered"])
    }

    // MARK: - Faults of an upstream proxy

    /// What an upstream proxy does in the middle of a probe tells nothing about the server, whatever that has answered.
    @Test func aFaultOfTheUpstreamProxyEndsTheProbeWithoutFacts() {
        let upstreamProxy = UpstreamProxy(Authority(host: .name("proxy.example"), port: 3128))
        let failure = LoadFailure.upstreamProxy(UpstreamProxyFailure(of: upstreamProxy, .unavailable(503)))
        var first = ProbeScript()
        #expect(first.failed(failure).contains("upstreamProxy"))
        var relaxed = ProbeScript()
        _ = relaxed.refused(.alert(40))
        #expect(relaxed.failed(failure).contains("upstreamProxy") && relaxed.attempts.isEmpty)
    }

    // MARK: - Faults of the program

    @Test func anEventOutOfPlaceIsAnInternalErrorAndNoFact() {
        let events: [(String, (inout ProbeScript) -> String)] = [
            ("the end of a pause", { $0.pauseEnded() }), ("an issuer", { $0.fetched() }),
            ("an evaluation", { $0.evaluated() }),
        ]
        for (name, event) in events {
            var probe = ProbeScript()
            #expect(event(&probe).contains("internalError(\"The probe received \(name) "))
        }
        var probe = ProbeScript()
        _ = probe.answered()
        #expect(probe.answered().contains("The probe received a handshake "))
        probe = ProbeScript()
        _ = probe.answered()
        #expect(probe.refused().contains("The probe received a refusal "))
        #expect(probe.timeUp().contains("The probe received the end of the time "))
    }
}

extension ProbeScript {
    /// A probe whose judging hello was closed upon twice, and that sends the first relaxed one.
    fileprivate static func closedTwice() -> ProbeScript {
        var probe = ProbeScript()
        #expect(probe.refused(.closed) == "pause 1000")
        #expect(probe.pauseEnded() == "send ats")
        #expect(probe.refused(.closed) == "send ats-rsa")
        return probe
    }
}

extension OfferGaps {
    /// An OpenSSL without the suite TLS_DHE_RSA_WITH_AES_256_GCM_SHA384.
    fileprivate static let suites = OfferGaps(cipherSuites: [CipherSuite(rawValue: 0x009F)])
    /// An OpenSSL without a group.
    fileprivate static let groups = OfferGaps(groups: [NamedGroup(rawValue: 0x11EC)])
    /// An OpenSSL without SSL 3.0, a suite, and a group.
    fileprivate static let all = OfferGaps(
        versions: [.ssl3], cipherSuites: [CipherSuite(rawValue: 0x009F)], groups: [NamedGroup(rawValue: 0x11EC)])
}
