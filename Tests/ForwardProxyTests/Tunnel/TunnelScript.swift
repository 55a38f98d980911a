import ForwardProxy
import HTTP
import TLSMessages
import TLSSamples
import TransportSecurity

/// A tunnel told as a script: what arrives, and, as lines of text, what is asked for.
final class TunnelScript {
    var tunnel: Tunnel
    /// The last reading that was handed out.
    var reading = TunnelReading()

    init(_ enforcement: Tunnel.Enforcement, limits: Limits = Limits()) {
        tunnel = Tunnel(enforcement, limits: limits)
    }

    var isOver: Bool { tunnel.isOver }

    func client(_ bytes: [UInt8]) -> [String] { lines(tunnel.received(bytes.span, from: .client)) }
    func server(_ bytes: [UInt8]) -> [String] { lines(tunnel.received(bytes.span, from: .server)) }
    func client(_ text: String) -> [String] { client(Array(text.utf8)) }
    func server(_ text: String) -> [String] { server(Array(text.utf8)) }
    func judged(_ decision: Decision = .allowed) -> [String] { lines(tunnel.judged(decision)) }
    func finished(_ side: TLSInspector.Side) -> [String] { lines(tunnel.finished(side)) }
    func timedOut() -> [String] { lines(tunnel.timedOut()) }
    func ended() -> [String] { lines(tunnel.ended()) }

    /// What was said of the client's acceptance of its server; empty until then. The lines leave it out.
    private(set) var acceptance: [Tunnel.ClientReaction] = []
    /// The alert of the server after the last verdict.
    private(set) var lateAlert: Alert?

    private func lines(_ commands: [Tunnel.Command]) -> [String] {
        for command in commands {
            switch command {
            case .judge(let reading, _), .record(let reading): self.reading = reading.value
            case .acceptance(let reaction, let alert):
                acceptance.append(reaction)
                lateAlert = alert
            case .pass, .probe, .ticketIssued, .wait, .reset, .breakOff: break
            }
        }
        return commands.compactMap(Self.line)
    }

    private static func line(_ command: Tunnel.Command) -> String? {
        switch command {
        case .acceptance: return nil
        case .pass(.client): return "pass >"
        case .pass(.server): return "pass <"
        case .probe: return "probe"
        case .judge(_, let isLast): return isLast ? "judge last" : "judge"
        case .record: return "record"
        case .wait(let seconds): return "wait \(Int(seconds))"
        case .ticketIssued(let ticket): return "ticket \(ticket.count)"
        case .reset: return "reset"
        case .breakOff(.client): return "break off >"
        case .breakOff(.server): return "break off <"
        }
    }
}

extension Tunnel.Enforcement {
    /// Every enforcement, the loosest first.
    static let all: [Self] = [.none, .judged, .tlsRequired]
}

/// A relay that does as a tunnel says, with no sockets: what went where in the end, and what was asked for.
final class TunnelRehearsal {
    var passed: [TLSInspector.Side: [UInt8]] = [.client: [], .server: []]
    var probes = 0
    var readings: [TunnelReading] = []
    /// Whether it was said that the client accepts its server, or that the tunnel does not tell.
    private(set) var hasAcceptance = false
    /// Every reading that was to be judged, the last ones included.
    private(set) var judged: [TunnelReading] = []
    /// Whether the tunnel was reset or broken off.
    private(set) var hasEnded = false
    private(set) var tunnel: Tunnel
    private let enforcement: Tunnel.Enforcement
    private var held: [TLSInspector.Side: [UInt8]] = [:]

    /// Plays a script, each piece cut into parts of at most so many bytes, and lets everything pass.
    init(_ script: Script, by size: Int, _ enforcement: Tunnel.Enforcement) {
        self.enforcement = enforcement
        tunnel = Tunnel(enforcement)
        for (side, bytes) in script {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                receive(piece, from: side)
            }
        }
    }

    /// Lets one side end.
    func finish(_ side: TLSInspector.Side) { carryOut(tunnel.finished(side)) }

    /// Lets bytes of one side arrive.
    func receive(_ bytes: [UInt8], from side: TLSInspector.Side) {
        held[side, default: []] += bytes
        carryOut(tunnel.received(bytes.span, from: side))
    }

    /// Lets the time for what waits be up.
    func timeOut() { carryOut(tunnel.timedOut()) }

    /// Ends both sides, and then the tunnel.
    func end() {
        carryOut(tunnel.finished(.client))
        carryOut(tunnel.finished(.server))
        carryOut(tunnel.ended())
    }

    /// Whether the tunnel has nothing left to read.
    var isOver: Bool { tunnel.isOver }

    /// How many bytes wait.
    var heldByteCount: Int { held.values.reduce(0) { $0 + $1.count } }

    private func carryOut(_ commands: [Tunnel.Command]) {
        for command in commands {
            switch command {
            case .pass(let side):
                passed[side, default: []] += held.removeValue(forKey: side) ?? []
            case .judge(let reading, let isLast):
                let reading = reading.value
                judged.append(reading)
                if isLast { readings.append(reading) }
                let isNoTLS = reading.decisiveFault != nil || reading.isCleartext() || reading.hasBanner
                let isForbidden = enforcement == .tlsRequired && isNoTLS
                carryOut(tunnel.judged(isForbidden ? .blocked : .allowed))
            case .record(let reading):
                readings.append(reading.value)
            case .probe:
                probes += 1
            case .reset, .breakOff:
                hasEnded = true
            case .acceptance:
                hasAcceptance = true
            case .ticketIssued, .wait:
                break
            }
        }
    }
}

extension TunnelReading {
    /// The client's hello; nil if none was read.
    var clientHello: ClientHello? {
        guard case .hello(let hello) = opening else { return nil }
        return hello
    }

    /// Whether the client speaks that protocol, or with nil, any other than TLS.
    func isCleartext(_ expected: CleartextProtocol? = nil) -> Bool {
        guard case .cleartext(let cleartext, _) = opening else { return false }
        return expected == nil || expected == cleartext
    }

    /// Whether the server spoke first.
    var hasBanner: Bool {
        guard case .banner = opening else { return false }
        return true
    }

    /// The reason why the head of a request could not be read.
    var headError: RequestError? {
        guard case .cleartext(_, .unreadable(let error)) = opening else { return nil }
        return error
    }
}
