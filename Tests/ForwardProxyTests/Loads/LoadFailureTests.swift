import ForwardProxy
import InternetNames
import Testing

@Suite struct LoadFailureTests {
    /// The names of RFC 9209 §2.3, and sentences that name the server.
    @Test(
        arguments: [
            (LoadFailure.upstream(.nameNotFound), "dns_error", "a.example has no address."),
            (.upstream(.refused), "connection_refused", "a.example:443 refused the connection."),
            (.upstream(.unreachable), "destination_ip_unroutable", "There is no route to a.example:443."),
            (.upstream(.timedOut), "connection_timeout", "a.example:443 did not answer in time."),
            (.upstream(.malformedResponse), "http_protocol_error", "What a.example:443 sent is no valid HTTP."),
            (
                .upstream(.closedBeforeResponse), "connection_terminated",
                "a.example:443 closed the connection before its response was complete."
            ),
            (.silent, "connection_timeout", "a.example:443 did not answer in time."),
            (
                .upstream(.lookupTimedOut), "dns_timeout",
                "The name servers did not say in time which addresses a.example has."
            ),
            (
                .abandoned, "http_request_error", "The client left before the load was judged."
            ),
            (
                .unanswered, "http_request_error", "The client left before it had a response."
            ),
            (
                .stalled, "connection_read_timeout",
                "The exchange made no progress for the time that --limit body-idle sets."
            ),
            (.stopped, "proxy_internal_response", "The proxy stopped before the load was judged or had its response."),
            (.internalError("out of order"), "proxy_internal_error", "out of order"),
            (.shortage(.memory), "proxy_internal_error", Shortage.memory.message),
        ])
    func isRecordedByItsRegisteredName(_ failure: LoadFailure, _ type: String, _ message: String) {
        let authority = Authority(host: .name("a.example"), port: 443)
        #expect(failure.errorType == type)
        #expect(failure.message(about: authority) == message)
    }

    @Test func aSilentServerIsAServerThatTimedOutToTheClient() {
        #expect(LoadFailure.silent.refusal == .upstream(.timedOut))
        #expect(LoadFailure.internalError("").refusal == .probeFailed)
    }
}
