import ForwardProxy
import Networking
import TLSMessages
import TransportSecurity

/// The tunnel that a watch belongs to.
protocol TunnelWatchOwner: AnyObject {
    /// Sends bytes of one side to the other.
    func pass(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side)
    /// Ends the tunnel now.
    func end(_ how: TunnelEnd)
    /// Removes the watch if everything may pass without inspection from now on.
    func release(_ watch: TunnelWatch)
}

/// Inspects a tunnel until the rest may pass without inspection. Carries out the decisions of a `Tunnel`, and holds the
/// bytes that wait for a verdict.
///
/// The relay then releases it. A tunnel which idles for hours thus costs two sockets and little else.
final class TunnelWatch {
    private unowned let relay: any TunnelWatchOwner
    private let loop: EventLoop
    private let load: LoadTask
    private var tunnel: Tunnel
    private var held: [TLSInspector.Side: HeldBytes] = [:]
    private var timer: Timer?

    /// Creates the watch of a tunnel that opens now.
    init(over load: LoadTask, for relay: any TunnelWatchOwner, _ environment: ConnectionEnvironment) {
        self.relay = relay
        self.load = load
        loop = environment.loop
        tunnel = Tunnel(load.enforcement, limits: environment.limits)
    }

    /// Whether everything may pass without inspection from now on.
    var isOver: Bool { tunnel.isOver && held.isEmpty }

    /// Handles bytes from one side: passes them on, or holds them.
    func received(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) {
        let rest = carryOut(tunnel.received(bytes.bindMemory(to: UInt8.self).span, from: side), with: bytes, from: side)
        if !rest.isEmpty { held[side, default: HeldBytes()].append(rest) }
    }

    /// Handles the end of input from one side. Its held bytes are sent before its end, unless TLS is required.
    func finished(_ side: TLSInspector.Side) {
        carryOut(tunnel.finished(side))
    }

    /// Handles the end of the tunnel, in which the load may have failed. Returns how the client refused the server, if
    /// the tunnel shows that.
    func ended(by party: LoadEnd.Party, failing failure: LoadFailure?) -> ClientRefusal? {
        load.tunnelFails(because: failure)
        carryOut(tunnel.ended(by: TLSInspector.Side(party)))
        return refusal(closedBy: TLSInspector.Side(party))
    }

    /// The failure of the load that the tunnel shows if it ends in that way now; nil if it shows none.
    func failure(endedAs end: TunnelEnd) -> LoadFailure? {
        tunnel.failure(endedAs: end)
    }

    /// The way in which the client refused the server; nil if the tunnel shows no refusal.
    func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal? {
        tunnel.refusal(closedBy: side)
    }

    private func carryOut(_ commands: [Tunnel.Command]) {
        _ = carryOut(commands, with: UnsafeRawBufferPointer(start: nil, count: 0), from: .client)
    }

    /// Carries out the commands for bytes that have just arrived, and returns those of the bytes that must be held.
    private func carryOut(
        _ commands: [Tunnel.Command], with bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side
    ) -> UnsafeRawBufferPointer {
        var rest = bytes
        var commands = commands[...]
        while let command = commands.popFirst() {
            switch command {
            case .pass(let freed):
                if !held.isEmpty, let waiting = held.removeValue(forKey: freed) {
                    for piece in waiting.pieces { piece.withUnsafeBytes { relay.pass($0, from: freed) } }
                }
                guard freed == side else { continue }
                relay.pass(rest, from: side)
                rest = UnsafeRawBufferPointer(rebasing: rest.suffix(0))
            case .probe:
                load.clientHelloSeen()
            case .judge(let reading, let isLast):
                let decision = load.judge(reading, isLast: isLast)
                commands = tunnel.judged(decision)[...]
            case .record(let reading):
                load.tunnelWasRead(reading)
            case .ticketIssued(let ticket):
                load.ticketIssued(ticket)
            case .acceptance(let reaction, let serverAlert):
                load.clientReacted(reaction, serverAlert: serverAlert)
            case .wait(let seconds):
                wait(seconds)
            case .reset:
                return end(.blocked, without: rest)
            case .breakOff(.client):
                return end(.resetByClient, without: rest)
            case .breakOff(.server):
                return end(.resetByServer, without: rest)
            }
        }
        return rest
    }

    /// Ends the tunnel, without sending held bytes or those that have just arrived.
    private func end(_ how: TunnelEnd, without rest: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        held = [:]
        relay.end(how)
        return UnsafeRawBufferPointer(rebasing: rest.suffix(0))
    }

    private func wait(_ seconds: Double) {
        let timer = timer ?? Timer(loop) { [unowned self] in self.timedOut() }
        self.timer = timer
        timer.start(milliseconds: Int(seconds * 1000))
    }

    private func timedOut() {
        // A reset releases the relay, and the relay releases the watch.
        let relay = relay
        withExtendedLifetime(self) {
            carryOut(tunnel.timedOut())
            relay.release(self)
        }
    }
}

extension TLSInspector.Side {
    /// The side of that party; nil for the proxy.
    fileprivate init?(_ party: LoadEnd.Party) {
        switch party {
        case .client: self = .client
        case .server: self = .server
        case .proxy: return nil
        }
    }
}
