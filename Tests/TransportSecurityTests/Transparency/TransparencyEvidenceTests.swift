import Testing

@testable import TransportSecurity

@Suite struct TransparencyEvidenceTests {
    typealias Log = TransparencyLogList.Log

    static let issued = Instant(year: 2025, month: 12, day: 1)

    /// Whether a timestamp of 2025-12-01 from a log in the given state since the given time counts if embedded,
    /// counts if delivered in the handshake, or is unclear.
    @Test(
        arguments: [
            (TransparencyLogList.State.usable, nil, true, true, false), (.qualified, nil, true, true, false),
            (.pending, nil, false, false, false), (.rejected, nil, false, false, false),
            (.rejected, Sample.now + 1, false, false, true), (.rejected, Sample.now, false, false, false),
            (.readonly, issued, true, true, false), (.readonly, issued + -1, false, false, false),
            (.retired, Sample.now + 1, true, true, false), (.retired, Sample.now, true, false, false),
            (.retired, issued, false, false, false), (.retired, nil, false, false, false),
        ] as [(TransparencyLogList.State, Instant?, Bool, Bool, Bool)])
    func considersTheStateOfTheLog(
        state: TransparencyLogList.State, since: Instant?, inside: Bool, outside: Bool, unclear: Bool
    ) {
        // A second, currently accepted log, without which part (A) would not apply.
        let list = Sample.logs {
            $0[0].state = state
            $0[0].stateSince = since
        }
        let embedded = evidence([Sample.timestamp(1), Sample.timestamp(2)], list)
        #expect(embedded.countedInside(at: Sample.now).count == (inside ? 2 : 1))
        #expect(embedded.unclear.count == (unclear ? 1 : 0))
        #expect(evidence([Sample.timestamp(1, .ocsp), Sample.timestamp(2)], list).holdsOutside == outside)
    }

    @Test(arguments: [(true, 1, 0), (false, 0, 0), (nil, 0, 1)] as [(Bool?, Int, Int)])
    func onlyCheckedSignaturesCount(valid: Bool?, counted: Int, unclear: Int) {
        let evidence = evidence([Sample.timestamp(1, valid: valid)], Sample.logs())
        #expect(evidence.current.count == counted && evidence.unclear.count == unclear)
    }

    @Test(
        arguments: [
            (nil, nil, 1), (Sample.leaf().notAfter, nil, 1), (Sample.leaf().notAfter + 1, nil, 0),
            (nil, Sample.leaf().notAfter + 1, 1), (nil, Sample.leaf().notAfter, 0),
        ] as [(Instant?, Instant?, Int)])
    func theLeafMustEndInTheShard(start: Instant?, end: Instant?, counted: Int) {
        let list = Sample.logs {
            $0[0].shardStart = start
            $0[0].shardEnd = end
        }
        #expect(evidence([Sample.timestamp(1)], list).current.count == counted)
    }

    @Test(arguments: [(0, 1), (1, 0)] as [(Int64, Int)])
    func timestampsOfTheFutureDoNotCount(seconds: Int64, counted: Int) {
        #expect(evidence([Sample.timestamp(1, at: Sample.now + seconds)], Sample.logs()).current.count == counted)
    }

    @Test func unknownLogsDoNotCount() {
        let evidence = evidence([Sample.timestamp(200)], Sample.logs())
        #expect(evidence.current.isEmpty && evidence.unclear.isEmpty)
    }

    private func evidence(
        _ timestamps: [SignedCertificateTimestamp], _ list: TransparencyLogList
    ) -> TransparencyEvidence {
        TransparencyEvidence(timestamps, for: Sample.leaf(), by: list, at: Sample.now)
    }
}
