import ForwardProxy
import InternetNames
import Testing

@Suite struct UpstreamProxyFailureTests {
    private static let all: [(UpstreamProxyFailure.Reason, String, UInt16?)] = [
        (.nameNotFound, "dns_error", nil), (.refused, "connection_refused", nil),
        (.unreachable, "destination_ip_unroutable", nil), (.timedOut, "connection_timeout", nil),
        (.silent, "connection_read_timeout", nil), (.closed, "connection_terminated", nil),
        (.notHTTP, "http_protocol_error", nil), (.malformedAnswer, "http_protocol_error", nil),
        (.credentialsMissing, "proxy_configuration_error", 407),
        (.credentialsRejected, "proxy_configuration_error", 407),
        (.schemeNotSupported, "proxy_configuration_error", 407), (.denied, "http_request_denied", 403),
        (.unavailable(503), "destination_unavailable", 503), (.unexpectedStatus(405), "http_protocol_error", 405),
        (.unexpectedStatus(401), "http_protocol_error", 401),
        (.loop, "proxy_loop_detected", nil), (.loopDetected, "proxy_loop_detected", 508),
    ]

    @Test(arguments: all)
    func hasAnErrorOfRFC9209(reason: UpstreamProxyFailure.Reason, error: String, status: UInt16?) {
        let failure = UpstreamProxyFailure(of: Parents.plain, reason)
        #expect(failure.errorType == error && failure.receivedStatus == status)
    }

    /// Each sentence is one of its own, names the upstream proxy, and says what to do.
    @Test func saysWhatToDo() {
        let sentences = Self.all.map {
            UpstreamProxyFailure(of: Parents.plain, $0.0).message(about: .name("a.example"))
        }
        #expect(Set(sentences).count == Self.all.count)
        for sentence in sentences {
            #expect(
                sentence.hasPrefix("The upstream proxy proxy.example:3128 ") && sentence.hasSuffix("."), "\(sentence)")
            #expect(sentence.contains(";") || sentence.contains(","), "\(sentence)")
        }
    }

    /// What a peer does means the upstream proxy's fault where the upstream proxy is the peer, and the failure stays
    /// one of the upstream proxy.
    @Test func connectionsToTheUpstreamProxyFailAsThoseOfTheUpstreamProxy() {
        for error in [
            UpstreamError.nameNotFound, .refused, .unreachable, .timedOut, .responseTimedOut, .malformedResponse,
            .closedBeforeResponse,
        ] {
            let failure = LoadFailure.upstream(error).ofUpstreamProxy(Parents.plain)
            let expected = UpstreamProxyFailure(of: Parents.plain, error.ofUpstreamProxy)
            #expect(failure == .upstreamProxy(expected) && failure.ofUpstreamProxy(Parents.withPassword) == failure)
            #expect(failure.refusal == .upstreamProxy(expected) && failure.errorType == expected.errorType)
        }
        #expect(LoadFailure.prohibited.ofUpstreamProxy(Parents.plain).errorType == "proxy_loop_detected")
        #expect(LoadFailure.shortage(.memory).ofUpstreamProxy(Parents.plain) == .shortage(.memory))
    }
}
