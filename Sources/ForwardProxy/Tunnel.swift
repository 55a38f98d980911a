import TransportSecurity

/// One open CONNECT tunnel, seen from the proxy: decides what passes at once, what waits for a judgement, and when
/// there is something to judge or to record.
///
/// It is told what happens (`received`, `finished`, `patienceEnded`, `judged`, `ended`) and answers with commands. Bytes
/// that were told and are not named in a `.pass` wait with the caller; `.pass` frees all that waits of that side.
///
///     observing   every byte passes at once; one `.examine` at the client's hello, one `.record` once the server's
///                 answer was read, or the client proved to speak something else, or the tunnel ended before
///     enforcing   the client's hello waits until it is whole, the server's answer until it is whole, the head of an
///                 HTTP request in cleartext likewise; what is whole is judged, and passes or is the end
///
/// The one principle behind `enforcing`: no byte passes while something that was read is unjudged. Hence what comes too
/// slowly is passed on when patience ends, and is still judged at the byte that completes it: who waits for the time
/// to be up gains nothing. The last judgement is the one that the recording is told about; those before it only if
/// they forbid.
///
/// After it nothing waits any more, but the witness stays until the client has shown what it thinks of the server
/// (`refusal`). What may not wait at all, TLS 1.3, waits for its ServerHello alone.
public struct Tunnel {
    /// What a tunnel wants done.
    public enum Command: Hashable, Sendable {
        /// Pass on all that waits of that side, the bytes just told included.
        case pass(Witness.Side)
        /// Find out about the server beside the traffic: the client has begun a TLS handshake.
        case examine
        /// Judge what was read before anything passes, and tell `judged`. With `isLast` false there will be more to
        /// judge, and nobody need hear of it unless it is forbidden.
        indirect case judge(TunnelReading, isLast: Bool)
        /// Judge what was read, for the recording alone; nothing waits for it.
        indirect case record(TunnelReading)
        /// Tell `patienceEnded` after so many seconds, and not at the time asked for before.
        case wait(seconds: Double)
        /// Break the connection to the client, and let nothing that waits go on.
        case reset
    }

    /// Whether nothing is left to be decided or learnt: from here on bytes pass unread.
    public var isOver: Bool { stage == .blocked || (stage == .settled && witness.hasNothingMoreToLearn) }

    private enum Stage: Equatable {
        case reading
        /// A judgement was asked for and has not come.
        case judging(isLast: Bool)
        /// Judged or recorded; only the client's opinion is left to be seen.
        case settled
        case blocked
    }

    private let isEnforcing: Bool
    private let limits: Limits
    private var witness = Witness()
    private var reading = TunnelReading()
    private var request = TunnelRequestReader()
    private var stage = Stage.reading
    private var hasUnjudged = false
    private var hasAskedToExamine = false
    /// Of whom bytes wait with the caller.
    private var waiting: Witness.Sides = []
    private var hasAskedToWait = false
    /// For whom nothing waits any more: its time was up, or it has ended.
    private var impatient: Witness.Sides = []
    /// What the bytes just told have shown, in an array that serves the next ones, too.
    private var facts: [Witness.Fact] = []

    /// A tunnel in which nothing has passed. Enforcing, what was read is judged before it passes.
    public init(isEnforcing: Bool, limits: Limits = Limits()) {
        self.isEnforcing = isEnforcing
        self.limits = limits
    }

    /// What the end of the tunnel says of the client's opinion of the server; see `Witness.refusal`.
    public func refusal(closedBy side: Witness.Side?) -> ClientRefusal? {
        witness.refusal(closedBy: side)
    }
}

// MARK: - What happens

extension Tunnel {
    /// Bytes of one side arrived.
    public mutating func received(_ bytes: Span<UInt8>, from side: Witness.Side) -> [Command] {
        guard stage != .blocked else { return [] }
        read(bytes, from: side)
        guard isEnforcing else {
            var commands: [Command] = []
            // At most a pass, an examination and a record.
            commands.reserveCapacity(3)
            commands.append(.pass(side))
            observe(appendingTo: &commands)
            return commands
        }
        waiting.insert(Witness.Sides(side))
        return release()
    }

    /// One side will send nothing more. What waits of it is not left to wait.
    public mutating func finished(_ side: Witness.Side) -> [Command] {
        guard stage != .blocked else { return [] }
        witness.observeEnd(of: side, appendingTo: &facts)
        _ = takeFacts()
        if side == .client, request.isReading {
            request.stop()
            reading.requestError = .incomplete
        }
        impatient.insert(Witness.Sides(side))
        guard isEnforcing else {
            var commands: [Command] = []
            observe(appendingTo: &commands)
            return commands
        }
        return release()
    }

    /// The time that was asked for is up: what waits goes on, unless it is forbidden.
    public mutating func patienceEnded() -> [Command] {
        guard stage == .reading, !waiting.isEmpty else { return [] }
        reading.passedUnjudged += waiting.members
        impatient.formUnion(waiting)
        hasUnjudged = true
        return release()
    }

    /// The judgement that was asked for.
    public mutating func judged(_ decision: Decision) -> [Command] {
        guard case .judging(let isLast) = stage else { return [] }
        guard decision != .blocked else {
            stage = .blocked
            waiting = []
            return [.reset]
        }
        hasUnjudged = false
        stage = .reading
        if isLast { _ = settle() }
        return release()
    }

    /// The tunnel is over. What was read and never recorded is recorded now.
    public mutating func ended() -> [Command] {
        guard stage == .reading, !reading.isEmpty else { return [] }
        reading.isCutOff = true
        return [.record(settle())]
    }
}

// MARK: - What is read

extension Tunnel {
    private mutating func read(_ bytes: Span<UInt8>, from side: Witness.Side) {
        guard !request.isReading else {
            if side == .client { take(request.read(bytes)) }
            return
        }
        witness.observe(side, bytes, appendingTo: &facts)
        let isNew = takeFacts()
        guard side == .client, stage == .reading else { return }
        if isNew, case .http = reading.cleartext {
            take(request.begin(limits, with: bytes))
        } else if witness.needsMore(from: .client), reading.clientHello == nil {
            request.keep(bytes)
        } else {
            request.stop()
        }
    }

    /// Adds what was shown to the reading; whether it was anything.
    private mutating func takeFacts() -> Bool {
        defer { facts.removeAll(keepingCapacity: true) }
        guard stage == .reading, !facts.isEmpty else { return false }
        for fact in facts { reading.add(fact) }
        hasUnjudged = true
        return true
    }

    private mutating func take(_ result: TunnelRequestReader.Result) {
        switch result {
        case .incomplete: break
        case .request(let request): reading.request = request
        case .failed(let error): reading.requestError = error
        }
    }

    /// Whether all was read that there is to judge.
    private var isWhole: Bool {
        guard !request.isReading else { return false }
        if witness.hasNothingMoreToLearn { return true }
        guard let hello = reading.serverHello, !hello.isHelloRetryRequest else { return false }
        return !witness.needsMore(from: .server)
    }
}

// MARK: - What passes

extension Tunnel {
    private mutating func observe(appendingTo commands: inout [Command]) {
        guard stage == .reading else { return }
        if !hasAskedToExamine, case .some = reading.clientHello {
            hasAskedToExamine = true
            commands.append(.examine)
        }
        if isWhole, !reading.isEmpty { commands.append(.record(settle())) }
    }

    /// Lets go on whatever waits and need not, once what was read is judged.
    private mutating func release() -> [Command] {
        switch stage {
        case .judging, .blocked:
            return []
        case .settled:
            return pass(waiting)
        case .reading:
            let free = waiting.subtracting(heldBack)
            let isLast = isWhole && !reading.isEmpty
            if isLast || (hasUnjudged && !free.isEmpty) {
                stage = .judging(isLast: isLast)
                return [.judge(reading, isLast: isLast)]
            }
            return pass(free) + askToWait()
        }
    }

    private mutating func pass(_ sides: Witness.Sides) -> [Command] {
        waiting.subtract(sides)
        return sides.members.map(Command.pass)
    }

    /// Whose bytes are an unfinished part of what can be judged, unless its time is up.
    private var heldBack: Witness.Sides {
        var unfinished: Witness.Sides = []
        for side in Witness.Side.allCases where request.isReading ? side == .client : witness.needsMore(from: side) {
            unfinished.insert(Witness.Sides(side))
        }
        return unfinished.subtracting(impatient)
    }

    private mutating func askToWait() -> [Command] {
        let mustAsk = !waiting.isEmpty && !hasAskedToWait
        hasAskedToWait = !waiting.isEmpty
        return mustAsk ? [.wait(seconds: limits.tunnelHello)] : []
    }

    /// Nothing will be judged any more; hands out what was read, and forgets it.
    private mutating func settle() -> TunnelReading {
        stage = .settled
        var settled = TunnelReading()
        swap(&settled, &reading)
        return settled
    }
}
