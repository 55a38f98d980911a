import Testing

@testable import TransportSecurity

@Suite struct JudgedPathTests {
    @Test(
        arguments: [
            (ChainEvaluation.Anchor.system, 3, 2), (.user, 3, 2), (.none, 3, 3),
        ])
    func judgesNoAnchor(anchor: ChainEvaluation.Anchor, judged: Int, below: Int) {
        let chain = Sample.chain(anchor: anchor)
        #expect(chain.judged.count == judged && chain.belowAnchor.count == below && !chain.isLeafTrustedDirectly)
    }

    @Test func withoutAPathTheLeafAloneIsJudged() {
        let chain = Sample.chain(anchor: .none) { $0.path = [] }
        #expect(chain.judged == [Sample.leaf()] && chain.leaf == Sample.leaf())
        let nothing = ChainEvaluation(presented: [], path: [], anchor: .none)
        #expect(nothing.leaf == nil && Observation.secure(Sample.handshake(), nothing).chain == nil)
    }

    @Test(arguments: [("CN=x", "CN=x"), ("", "example.com")])
    func titlesAreNeverEmpty(subject: String, title: String) {
        #expect(Sample.leaf { $0.subject = subject }.title == title)
    }
}
