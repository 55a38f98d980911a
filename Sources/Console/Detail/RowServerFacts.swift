import Events
import JSONWriting
import Traffic
import TransportSecurity

/// The facts about the server of a row, for the row's detail: its answers to the offers of probes, and the certificate
/// chain that was judged.
public struct RowServerFacts {
    /// The handshakes with different outcomes, each once.
    let handshakes: [DetailHandshake]
    /// The certificates that the server sent, then those of the path to the root that it did not send.
    public let certificates: [DetailCertificate]
    /// The certificate timestamps of the server's certificate.
    let timestamps: [DetailTimestamp]
    /// The stapled OCSP response; nil if there was none.
    let staple: Staple?
    /// The kind of root in which the chain ends; nil without certificates.
    let anchor: ChainEvaluation.Anchor?

    /// The largest number of handshakes.
    private static let handshakeLimit = 100
    /// The largest number of certificates, more than any correct chain has.
    private static let certificateLimit = 20

    /// The statement of a stapled OCSP response.
    struct Staple: JSONWritable {
        /// The status of the certificate, such as `good`.
        var status: String
        /// The period for which the response is valid; nil if it cannot be read.
        var period: ConsoleJudge.StapledPeriod?

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("status", status)
                json.member("thisUpdate", period?.thisUpdate)
                json.member("nextUpdate", period?.nextUpdate)
            }
        }
    }

    /// Reads the facts about the server of a row.
    public init(of row: ConsoleRow, in traffic: ConsoleTraffic) {
        let entry = row.worst.map { traffic.content.entries[$0] }
        let facts = Self.facts(for: entry, in: traffic)
        handshakes = Self.handshakes(in: facts)
        let succeeded = facts.lazy.flatMap(\.attempts).compactMap { try? $0.result.get() }
        guard let judged = succeeded.first(where: { !$0.certificates.isEmpty }), let entry else {
            (certificates, timestamps, staple, anchor) = ([], [], nil, nil)
            return
        }
        let os = row.worst.flatMap { traffic.judged.judgedWithoutRepeats(at: $0).policy?.os } ?? .newest
        let chain = traffic.replay.evaluation(of: judged, for: entry, in: traffic.content.facts, on: os)
        certificates = Self.certificates(of: chain, row: row.id)
        timestamps = Self.timestamps(of: chain, by: traffic.judge.logs, at: entry.last)
        staple = judged.certificateStatus.map { bytes in
            Staple(status: Self.status(chain.revocation), period: traffic.judge.stapledPeriod(bytes))
        }
        // A root that was given with --ca-file when this was recorded may not be known now.
        anchor = chain.anchor == .none ? entry.decision.tls?.anchor ?? .none : chain.anchor
    }

    /// The certificates of a chain: those that the server sent, then those of the path that it did not send.
    private static func certificates(of chain: ChainEvaluation, row: String) -> [DetailCertificate] {
        let unsent = chain.path.filter { !chain.presented.contains($0) }
        let shown = (chain.presented + unsent).prefix(certificateLimit)
        return shown.enumerated().map { position, certificate in
            DetailCertificate(
                certificate: certificate, isSent: position < chain.presented.count, position: position, row: row,
                renewalSince: chain.renewalBeginning(of: certificate))
        }
    }

    /// The timestamps of a chain, with their logs and whether those are accepted at a time.
    private static func timestamps(
        of chain: ChainEvaluation, by logs: TransparencyLogList?, at time: Instant
    ) -> [DetailTimestamp] {
        chain.timestamps.map { timestamp in
            let isAccepted = chain.leaf.flatMap { logs?.accepts(timestamp, of: $0, at: time) } ?? false
            return DetailTimestamp(timestamp: timestamp, log: logs?.logs[timestamp.logID], isAccepted: isAccepted)
        }
    }

    /// The handshakes in facts. Of those that look the same, only the first one.
    private static func handshakes(in facts: [FactsEvent]) -> [DetailHandshake] {
        var shownValues: Set<[String?]> = []
        var handshakes: [DetailHandshake] = []
        for event in facts {
            for attempt in event.attempts where handshakes.count < handshakeLimit {
                let handshake = DetailHandshake(attempt: attempt, time: event.time)
                if shownValues.insert(handshake.shownValues).inserted { handshakes.append(handshake) }
            }
        }
        return handshakes
    }

    /// The facts about the server of an entry. The facts that the entry's decision was based on come first.
    private static func facts(for entry: TrafficEntry?, in traffic: ConsoleTraffic) -> [FactsEvent] {
        guard let entry else { return [] }
        let ofServer = entry.authority.map { traffic.content.facts[$0] } ?? []
        guard let ofDecision = entry.decision.facts.flatMap({ traffic.content.facts[$0] }) else { return ofServer }
        return [ofDecision] + ofServer.filter { $0.id != ofDecision.id }
    }

    /// The status of the certificate in words.
    private static func status(_ revocation: ChainEvaluation.Revocation) -> String {
        switch revocation {
        case .good: return "good"
        case .revoked: return "revoked"
        case .notStated: return "not stated"
        case .unusable(let reason), .unusableList(let reason): return "unusable: \(reason)"
        case .notListed(let source): return "not listed in \(source)"
        }
    }
}

/// The answer of a server to one ClientHello.
struct DetailHandshake: JSONWritable {
    /// The offer of the ClientHello, and the server's answer.
    let attempt: FactsEvent.Attempt
    /// The time of the facts with the handshake.
    let time: Instant

    /// The values that a reader sees, except the time. Handshakes with the same values are shown once.
    var shownValues: [String?] {
        switch attempt.result {
        case .success(let handshake):
            return [
                attempt.offer.name, handshake.version.prose, handshake.cipherSuite.name, handshake.group?.name,
                handshake.applicationProtocol,
            ]
        case .failure(let failure): return [attempt.offer.name, failure.prose]
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("offer", attempt.offer.name)
            switch attempt.result {
            case .success(let handshake):
                let agreed = [
                    handshake.version.prose, handshake.cipherSuite.name, handshake.group?.name,
                    handshake.applicationProtocol?.visible(),
                ]
                json.member("outcome", agreed.compactMap(\.self).joined(separator: ", "))
                json.member("version", handshake.version)
                json.member("cipher", handshake.cipherSuite.name)
                json.member("group", handshake.group?.name)
                json.member("alpn", handshake.applicationProtocol)
            case .failure(let failure):
                json.member("outcome", "the server \(failure.prose)")
                for name: StaticString in ["version", "cipher", "group", "alpn"] { json.member(name, String?.none) }
            }
            json.member("time", time)
        }
    }
}

/// A signed certificate timestamp (RFC 6962) with the log that issued it.
struct DetailTimestamp: JSONWritable {
    let timestamp: SignedCertificateTimestamp
    /// The log; nil if the list of known logs does not have it.
    let log: TransparencyLogList.Log?
    /// Whether the list of logs accepts the timestamp.
    let isAccepted: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("log", log?.name)
            json.member("operator", log?.operatorName)
            json.member("logID", Base64.encode(timestamp.logID))
            json.member("state", log?.state.rawValue)
            json.member("time", timestamp.timestamp)
            json.member("source", timestamp.source.rawValue)
            json.member("isAccepted", isAccepted)
        }
    }
}
