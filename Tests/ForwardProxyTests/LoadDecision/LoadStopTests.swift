import ForwardProxy
import InternetNames
import TLSMessages
import Testing
import TransportSecurity

/// The law that a recording rests on: whatever happens to a load that has begun, and whenever the proxy stops or the client
/// leaves, there is a decision about it.
@Suite struct LoadStopTests {
    /// What may happen, in its order.
    private static let stories: [[LoadDecision.Event]] = [
        [.start, .facts(LoadScript.facts()), .connected(LoadScript.first), .clientHelloSeen],
        [
            .start, .factsFailed(.silent), .addresses([LoadScript.first], isComplete: true),
            .connected(LoadScript.first),
        ],
        [
            .start, .addresses([LoadScript.first], isComplete: false), .connected(LoadScript.first), .clientHelloSeen,
            .facts(LoadScript.facts()),
        ],
        [
            .start, .addresses([LoadScript.first], isComplete: true), .connected(LoadScript.first), .clientHelloSeen,
            .factsFailed(.limitReached),
        ],
        [.start, .addresses([LoadScript.first], isComplete: true), .connectFailed(.upstream(.refused))],
        [.start, .addressesFailed(.upstream(.nameNotFound))],
        [.start, .idleConnection(LoadScript.first), .connected(LoadScript.first)],
    ]

    /// The ends of a load, before the proxy stops.
    private static let ends: [[LoadDecision.Event]] = [
        [.stopped], [.exchangeEnded(LoadScript.end), .stopped], [.tunnelEnded(LoadScript.end), .stopped],
    ]

    @Test(arguments: ["CONNECT", "GET"], [Mode.enforce, .observe])
    func eachLoadThatBeganHasADecision(method: String, mode: Mode) {
        for policy in [LoadScript.Policy.ats, .cleartextPermitted, .notApplied, .otherApp] {
            for story in Self.stories {
                for length in 1...story.count {
                    for end in Self.ends {
                        let load = LoadScript(method, policy, mode)
                        let words = (story.prefix(length) + end).flatMap { load.tell($0) }
                        let decisions = words.count { $0.hasPrefix("record ") && !$0.hasPrefix("record end") }
                        #expect(
                            decisions >= 1, "\(method) \(policy) \(mode), \(length) events and \(end): \(words)")
                        let again = load.tell(.stopped)
                        #expect(again.isEmpty, "the end comes once")
                    }
                }
            }
        }
    }

    @Test func aLoadThatWaitsAtTheStopFails() {
        let load = LoadScript("CONNECT", .ats, .enforce)
        _ = load.tell(.start)
        #expect(load.tell(.stopped) == ["record proxy_internal_response", "refuse"])
        #expect(load.tell(.facts(LoadScript.facts())) == [])
    }

    @Test func aProbeThatIsNotOverAtTheStopLeavesItsLoadUnjudged() {
        let load = LoadScript("CONNECT", .ats, .observe)
        for event in Self.stories[2].dropLast() { _ = load.tell(event) }
        #expect(load.tell(.tunnelEnded(LoadScript.end)) == ["record end: finished"])
        #expect(load.tell(.stopped) == ["record proxy_internal_response"])
        #expect(load.tell(.facts(LoadScript.facts())) == [])
    }

    @Test func aServerThatBreaksTheHandshakeOffFails() {
        let end = LoadEnd(
            .reset, by: .server, fromClient: 300, fromServer: 80, failure: .upstream(.closedDuringHandshake))
        let failure = "record connection_terminated"
        let load = LoadScript("CONNECT", .ats, .observe)
        for event in Self.stories[2] { _ = load.tell(event) }
        #expect(load.tell(.tunnelEnded(end)) == [failure, "record end: reset"])
        #expect(load.tell(.stopped) == [])
        // The failure comes behind the decision that it follows.
        let probing = LoadScript("CONNECT", .ats, .observe)
        for event in Self.stories[2].dropLast() { _ = probing.tell(event) }
        #expect(probing.tell(.tunnelEnded(end)) == ["record end: reset"])
        #expect(probing.tell(.facts(LoadScript.facts())).last == failure)
        // At the stop, the reason is known although the probe is not over.
        let stopped = LoadScript("CONNECT", .ats, .observe)
        for event in Self.stories[2].dropLast() { _ = stopped.tell(event) }
        _ = stopped.tell(.tunnelEnded(end))
        #expect(stopped.tell(.stopped) == [failure])
    }

    /// A client may answer the end of its server with an alert.
    @Test func aFailureGoesBeforeARefusal() {
        let refusal = ClientRefusal(evidence: .inferredAlert)
        let end = LoadEnd(.reset, by: .server, fromClient: 3, fromServer: 8, clientRefusal: refusal, failure: .stopped)
        #expect(end.clientRefusal == nil && end.failure == .stopped)
    }

    @Test func aClientThatLeavesEarlyLeavesAnEvent() {
        let load = LoadScript("CONNECT", .ats, .enforce)
        _ = load.tell(.start)
        let end = LoadEnd(.reset, by: .client, fromClient: 0, fromServer: 0)
        #expect(load.tell(.exchangeEnded(end)) == ["record http_request_error"])
    }
}
