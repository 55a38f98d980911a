import ForwardProxy
import Testing
import TLSMessages

@Suite struct LoadEndTests {
    @Test(
        arguments: [
            (ExchangeSummary.Ending.complete, LoadEnd.Manner.finished), (.stalled, .timeout),
            (.refused(.limitReached), .blocked), (.failed(.timedOut), .reset), (.cutShort, .reset),
            (.clientNotAllowed, .reset), (.notAuthenticated, .reset),
        ])
    func anExchangeEndsAsItsSummarySays(_ ending: ExchangeSummary.Ending, _ manner: LoadEnd.Manner) {
        let summary = ExchangeSummary(request: nil, status: 200, endedBy: .origin, ending: ending)
        let end = LoadEnd(summary, fromClient: 1, fromServer: 2)
        #expect(end == LoadEnd(manner, by: .server, fromClient: 1, fromServer: 2))
    }

    @Test(
        arguments: [
            (TunnelEnd.finished(first: .client), LoadEnd.Manner.finished, LoadEnd.Party.client),
            (.finished(first: .server), .finished, .server), (.resetByClient, .reset, .client),
            (.resetByServer, .reset, .server), (.blocked, .blocked, .proxy), (.idle, .timeout, .proxy),
            (.stopped, .drained, .proxy),
        ])
    func aTunnelNamesThePartyThatEndedIt(_ tunnel: TunnelEnd, _ manner: LoadEnd.Manner, _ party: LoadEnd.Party) {
        let refusal = ClientRefusal(evidence: .inferredAlert)
        let end = LoadEnd(tunnel, fromClient: 3, fromServer: 4, clientRefusal: refusal)
        #expect(end == LoadEnd(manner, by: party, fromClient: 3, fromServer: 4, clientRefusal: refusal))
    }

    @Test(
        arguments: [
            (
                ExchangeSummary.Ending.failed(.timedOut), ExchangeSummary.Party.proxy,
                LoadFailure?.some(.upstream(.timedOut))
            ),
            (.cutShort, .origin, .upstream(.closedBeforeResponse)), (.cutShort, .client, .unanswered),
            (.complete, .origin, nil), (.stalled, .proxy, .stalled),
        ])
    func anExchangeWithoutAWholeResponseIsAFailure(
        _ ending: ExchangeSummary.Ending, _ party: ExchangeSummary.Party, _ failure: LoadFailure?
    ) {
        let exchange = ExchangeSummary(request: nil, status: nil, endedBy: party, ending: ending)
        #expect(LoadFailure(exchange) == failure)
    }

    /// A client may stop reading a response whenever it has enough of it.
    @Test func aClientThatLeavesInTheMiddleOfAResponseIsNoFailure() {
        let exchange = ExchangeSummary(request: nil, status: 200, endedBy: .client, ending: .cutShort)
        #expect(LoadFailure(exchange) == nil)
    }
}
