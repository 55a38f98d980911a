import Events
import ForwardProxy
import TransportSecurity

@testable import OpenSSL
@testable import Probing

/// A probe told as a script: what happens, and, as one line of text, what the state machine says to do.
struct ProbeScript {
    var state: ProbeStateMachine
    /// What OpenSSL lacks, for every offer.
    var gaps = OfferGaps()
    /// The hello that was sent last.
    private var hello: ProbeStateMachine.Hello
    /// The attempts of the facts with which the probe ended, such as `ats: alert 40`.
    private(set) var attempts: [String] = []

    init(
        judging offer: Offer = Offer(generation: .current), timeLimit: Int = 10_000, fetchesIssuers: Bool = true,
        gaps: OfferGaps = OfferGaps()
    ) {
        state = ProbeStateMachine(judging: offer, timeLimit: timeLimit, fetchesIssuers: fetchesIssuers)
        hello = state.firstHello
        self.gaps = gaps
    }

    /// The hello for the first connection.
    var begins: String { Self.line(hello) }

    mutating func answered(_ version: TLSVersion = .tls1_2, _ suite: UInt16 = 0xC02F, group: NamedGroup? = nil)
        -> String
    {
        let handshake = Handshake(
            offer: hello.offer, version: version, cipherSuite: CipherSuite(rawValue: suite), group: group)
        return line(.answered(handshake, gaps))
    }
    mutating func refused(_ failure: HandshakeFailure = .alert(40)) -> String { line(.refused(failure, gaps)) }
    mutating func failed(_ failure: LoadFailure = .upstream(.refused)) -> String { line(.failed(failure)) }
    mutating func pauseEnded() -> String { line(.pauseEnded) }
    mutating func fetched(_ certificates: [[UInt8]] = []) -> String { line(.fetched(certificates)) }
    mutating func timeUp(isUnanswered: Bool = false) -> String { line(.timeUp(isUnanswered: isUnanswered)) }
    mutating func evaluated(missing issuers: [String] = []) -> String {
        let evaluation = ChainEvaluation(presented: [], path: [], anchor: .none)
        return line(.evaluated(evaluation, issuers: issuers.compactMap(IssuerLocation.init)))
    }

    private mutating func line(_ event: ProbeStateMachine.Event) -> String {
        let command = state.handle(event)
        switch command {
        case .send(let hello): self.hello = hello
        case .finish(.facts(_, let attempts)): self.attempts = attempts.map(Self.line)
        case .pause, .evaluate, .fetch, .finish(.failed): break
        }
        return Self.line(command)
    }

    private static func line(_ command: ProbeStateMachine.Command) -> String {
        switch command {
        case .send(let hello): return line(hello)
        case .pause(let milliseconds): return "pause \(milliseconds)"
        case .evaluate(let handshake): return "evaluate \(handshake.offer.name)"
        case .fetch(let location): return "fetch \(location.url.text)"
        case .finish(.failed(let failure)): return "fail \(failure)"
        case .finish(.facts(let observation, _)): return "finish " + line(observation)
        }
    }

    private static func line(_ hello: ProbeStateMachine.Hello) -> String {
        switch hello.means {
        case .openSSL: return "send \(hello.offer.name)"
        case .flight(let version): return "send \(hello.offer.name) up to \(version)"
        }
    }

    private static func line(_ observation: Observation) -> String {
        switch observation {
        case .secure(let handshake, _):
            let issuers = handshake.fetchedIssuers.count
            return "\(handshake.offer.name)" + (issuers == 0 ? "" : " and \(issuers) issuers")
        case .noHandshake(let failure): return line(failure)
        case .cleartext, .certificates: return "\(observation)"
        }
    }

    private static func line(_ attempt: FactsEvent.Attempt) -> String {
        switch attempt.result {
        case .success: return "\(attempt.offer.name): answered"
        case .failure(let failure): return "\(attempt.offer.name): \(line(failure))"
        }
    }

    private static func line(_ failure: HandshakeFailure) -> String {
        switch failure {
        case .alert(let number): return "alert \(number)"
        case .closed: return "closed"
        case .timedOut: return "timed out"
        case .notTLS: return "no TLS"
        case .malformed: return "malformed"
        }
    }
}
