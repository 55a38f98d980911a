import Testing

@testable import ForwardProxy

/// What a session says of its exchanges for the recording.
@Suite struct ExchangeSummaryTests {
    private static func summaries(_ commands: [Session.Command]) -> [ExchangeSummary] {
        commands.compactMap { command in
            if case .finished(let summary) = command { return summary }
            return nil
        }
    }

    @Test func namesTheRequest() throws {
        let script = SessionScript()
        _ = script.open("GET http://a/b?c HTTP/1.1\r\nHost: a\r\nUser-Agent: App/1\r\n\r\n")
        let response = Array("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8)
        let summary = try #require(Self.summaries(script.session.handle(.originSent(response[...]))).first)
        #expect(summary.request?.load.path == "/b" && summary.request?.query == "c")
        #expect(summary.request?.userAgent == "App/1")
        #expect(summary.status == 404 && summary.endedBy == .origin && summary.ending == .complete)
    }

    @Test(arguments: [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", ExchangeSummary.Ending.complete, 200 as UInt16),
        ("nonsense\r\n\r\n", .malformed(.requestLine), 400),
    ])
    func hasNoRequestWhereThereIsNone(text: String, ending: ExchangeSummary.Ending, status: UInt16) {
        let script = SessionScript()
        let summaries = Self.summaries(script.session.handle(.clientSent(Array(text.utf8)[...])))
        let expected = ExchangeSummary(request: nil, status: status, endedBy: .proxy, ending: ending)
        #expect(summaries == [expected])
    }
}
