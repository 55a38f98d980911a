import ForwardProxy
import TransportSecurity

/// A tunnel told as a script: what arrives, and, as lines of text, what is asked for.
struct TunnelScript {
    var tunnel: Tunnel
    /// The last reading that was handed out.
    var reading = TunnelReading()

    init(enforcing isEnforcing: Bool, limits: Limits = Limits()) {
        tunnel = Tunnel(isEnforcing: isEnforcing, limits: limits)
    }

    mutating func client(_ bytes: [UInt8]) -> [String] { lines(tunnel.received(bytes.span, from: .client)) }
    mutating func server(_ bytes: [UInt8]) -> [String] { lines(tunnel.received(bytes.span, from: .server)) }
    mutating func client(_ text: String) -> [String] { client(Array(text.utf8)) }
    mutating func server(_ text: String) -> [String] { server(Array(text.utf8)) }
    mutating func judged(_ decision: Decision = .allowed) -> [String] { lines(tunnel.judged(decision)) }
    mutating func finished(_ side: Witness.Side) -> [String] { lines(tunnel.finished(side)) }
    mutating func patienceEnded() -> [String] { lines(tunnel.patienceEnded()) }
    mutating func ended() -> [String] { lines(tunnel.ended()) }

    private mutating func lines(_ commands: [Tunnel.Command]) -> [String] {
        for command in commands {
            switch command {
            case .judge(let reading, _), .record(let reading): self.reading = reading
            case .pass, .examine, .wait, .reset: break
            }
        }
        return commands.map(Self.line)
    }

    private static func line(_ command: Tunnel.Command) -> String {
        switch command {
        case .pass(.client): return "pass >"
        case .pass(.server): return "pass <"
        case .examine: return "examine"
        case .judge(_, let isLast): return isLast ? "judge last" : "judge"
        case .record: return "record"
        case .wait(let seconds): return "wait \(Int(seconds))"
        case .reset: return "reset"
        }
    }
}
