import ForwardProxy
import Networking
import Recording
import TransportSecurity

/// What stands between the two streams of a tunnel until nothing more is to be learnt from them: carries out what a
/// `Tunnel` decides, and holds the bytes that wait for a judgement.
///
/// The relay drops it as soon as it can, so that a tunnel that idles for hours costs two sockets and little else.
final class TunnelWatch {
    private unowned let relay: TunnelRelay
    private unowned let worker: Worker
    private let adjudication: Adjudication
    private var tunnel: Tunnel
    private var held: [Witness.Side: [UInt8]] = [:]
    private var timer: Timer?

    /// A watch over a tunnel that opens now.
    init(_ relay: TunnelRelay, _ worker: Worker, _ adjudication: Adjudication) {
        self.relay = relay
        self.worker = worker
        self.adjudication = adjudication
        tunnel = Tunnel(adjudication.enforcement, limits: worker.configuration.limits)
    }

    /// Whether everything from here on may pass unread.
    var isOver: Bool { tunnel.isOver && held.isEmpty }

    /// Bytes of one side arrived; passes them on, or holds them.
    func received(_ bytes: UnsafeRawBufferPointer, from side: Witness.Side) {
        let rest = carryOut(tunnel.received(bytes.bindMemory(to: UInt8.self).span, from: side), with: bytes, from: side)
        if !rest.isEmpty { held[side, default: []].append(contentsOf: rest) }
    }

    /// One side will send nothing more; what is held of it goes on before its end does, unless TLS is required.
    func finished(_ side: Witness.Side) {
        carryOut(tunnel.finished(side))
    }

    /// The tunnel is over; by whose doing, where it is known. Tells what the client thought of the server.
    func ended(by side: Witness.Side?) -> ClosedEvent.ClientRefusal? {
        carryOut(tunnel.ended())
        return refusal(closedBy: side)
    }

    /// The client's opinion of the server, as far as it showed.
    func refusal(closedBy side: Witness.Side?) -> ClosedEvent.ClientRefusal? {
        tunnel.refusal(closedBy: side).map(ClosedEvent.ClientRefusal.init)
    }

    private func carryOut(_ commands: [Tunnel.Command]) {
        _ = carryOut(commands, with: UnsafeRawBufferPointer(start: nil, count: 0), from: .client)
    }

    /// Carries out commands while those bytes have just arrived, and returns what of them is to be held.
    private func carryOut(
        _ commands: [Tunnel.Command], with bytes: UnsafeRawBufferPointer, from side: Witness.Side
    ) -> UnsafeRawBufferPointer {
        var rest = bytes
        var commands = commands[...]
        while let command = commands.popFirst() {
            switch command {
            case .pass(let freed):
                if let waiting = held.removeValue(forKey: freed) {
                    waiting.withUnsafeBytes { relay.pass($0, from: freed) }
                }
                guard freed == side else { continue }
                relay.pass(rest, from: side)
                rest = UnsafeRawBufferPointer(rebasing: rest.suffix(0))
            case .probe:
                adjudication.clientHelloPassed()
            case .judge(let reading, let isLast):
                commands = tunnel.judged(adjudication.judge(reading, isLast: isLast))[...]
            case .record(let reading):
                adjudication.record(reading)
            case .ticketIssued(let ticket):
                adjudication.ticketIssued(ticket)
            case .wait(let seconds):
                wait(seconds)
            case .reset:
                return end(.blocked, without: rest)
            case .breakOff(.client):
                return end(.resetByClient, without: rest)
            case .breakOff(.server):
                return end(.resetByOrigin, without: rest)
            }
        }
        return rest
    }

    /// Ends the tunnel; neither what is held nor what has just arrived goes on.
    private func end(_ how: TunnelEnd, without rest: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        held = [:]
        relay.end(how)
        return UnsafeRawBufferPointer(rebasing: rest.suffix(0))
    }

    private func wait(_ seconds: Double) {
        let timer = timer ?? Timer(worker.loop) { [unowned self] in self.timedOut() }
        self.timer = timer
        timer.start(milliseconds: Int(seconds * 1000))
    }

    private func timedOut() {
        // A reset lets go of the relay, and with it of this.
        let relay = relay
        withExtendedLifetime(self) {
            carryOut(tunnel.timedOut())
            relay.release(self)
        }
    }
}

extension ClosedEvent.ClientRefusal {
    fileprivate init(_ refusal: ClientRefusal) {
        self.init(evidence: "The client \(refusal.prose).")
        switch refusal.evidence {
        case .alert(let alert): self.alert = alert.name
        case .inferredAlert, .encryptedAlert, .closedAfterServerFlight: break
        }
    }
}
