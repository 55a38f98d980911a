import TransportSecurity

/// One open CONNECT tunnel, seen from the proxy: decides what passes at once, what waits for a judgement, and when
/// there is something to judge or to record.
///
/// It is told what happens (`received`, `finished`, `timedOut`, `judged`, `ended`) and answers with commands. Bytes
/// that were told and are not named in a `.pass` wait with the caller; `.pass` frees all that waits of that side.
///
///     none           every byte passes at once; one `.probe` at the client's hello, one `.record` once the server's
///                    answer was read, or the client proved to speak something else, or the tunnel ended before
///     judged         the client's hello waits until it is whole, the server's answer until it is whole, the head of an
///                    HTTP request in cleartext likewise; what is whole is judged, and passes or is the end. What cannot
///                    be read, or is not whole in time, passes once it was judged
///     tlsRequired    the same, but what cannot be read as TLS, or is not whole in time, is a fault: it is judged as
///                    such, and never passes unless that judgement allows it. The order of messages is watched until the
///                    handshake is over
///
/// The principle behind `judged`: no byte passes while something that was read is unjudged. The principle behind
/// `tlsRequired`: besides, no byte passes that was not understood.
///
/// The last judgement is the one that the recording is told about; those before it only if they forbid. After it the
/// witness reads on until it can tell whether the client refused the server (`refusal`).
public struct Tunnel {
    /// Whether nothing is left to be decided or learnt: from here on bytes pass unread.
    public var isOver: Bool {
        switch (stage, enforcement) {
        case (.ended, _): return true
        case (.settled, .none), (.settled, .judged): return witness.hasNothingMoreToLearn
        case (.settled, .tlsRequired): return witness.isHandshakeOver
        case (.reading, _), (.judging, _): return false
        }
    }

    private enum Stage: Equatable {
        case reading
        /// A judgement was asked for and has not come.
        case judging(isLast: Bool)
        /// Judged or recorded. What is left to be seen is whether the client refused the server. Where TLS is required,
        /// whatever a verdict rests on leads back to `reading`.
        case settled
        /// Reset or broken off.
        case ended
    }

    private var enforcement: Enforcement
    private let limits: Limits
    private var witness = Witness()
    private var reading = TunnelReading()
    private var request = TunnelRequestReader()
    private var stage = Stage.reading
    private var hasUnjudged = false
    private var hasAskedToProbe = false
    /// The sides whose bytes wait with the caller.
    private var waiting: Witness.Sides = []
    private var hasAskedToWait = false
    /// The sides for which nothing waits any more, since their time was up or they have ended. Where TLS is required
    /// there are none.
    private var unheld: Witness.Sides = []
    /// A ticket that the caller was not told about yet.
    private var issuedTicket: [UInt8]?
    /// What the bytes just told have shown, in an array that serves the next ones, too.
    private var facts: [Witness.Fact] = []

    /// A tunnel in which nothing has passed.
    public init(_ enforcement: Enforcement, limits: Limits = Limits()) {
        self.enforcement = enforcement
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
        guard stage != .ended else { return [] }
        read(bytes, from: side)
        guard enforcement != .none else {
            var commands: [Command] = []
            // At most a pass, a probe and a record.
            commands.reserveCapacity(3)
            commands.append(.pass(side))
            observe(appendingTo: &commands)
            return tellTicket() + commands
        }
        waiting.insert(Witness.Sides(side))
        return tellTicket() + release()
    }

    private mutating func tellTicket() -> [Command] {
        guard let ticket = issuedTicket else { return [] }
        issuedTicket = nil
        return [.ticketIssued(ticket)]
    }

    /// One side will send nothing more. What waits of it can never become whole.
    public mutating func finished(_ side: Witness.Side) -> [Command] {
        guard stage != .ended else { return [] }
        let isHeldBack = waiting.contains(Witness.Sides(side)) && !request.isReading
        witness.observeEnd(of: side, appendingTo: &facts)
        // Also a header that passed, with nothing behind it: nothing that follows can be read any more.
        let isInsideMessage = isHeldBack || facts.contains(.unparsed(side, .truncated))
        takeFacts()
        if side == .client, request.isReading { stopReadingRequest() }
        switch enforcement {
        case .none:
            var commands: [Command] = []
            observe(appendingTo: &commands)
            return commands
        case .judged:
            unheld.insert(Witness.Sides(side))
            return release()
        case .tlsRequired:
            return isInsideMessage ? breakOff(side) : release()
        }
    }

    /// The time that was asked for is up.
    public mutating func timedOut() -> [Command] {
        guard !waiting.isEmpty else { return [] }
        switch (enforcement, stage) {
        case (.judged, .reading):
            reading.passedUnjudged += waiting.members
            unheld.formUnion(waiting)
            hasUnjudged = true
            return release()
        case (.tlsRequired, .reading), (.tlsRequired, .settled):
            stage = .reading
            if request.isReading {
                stopReadingRequest()
            } else {
                waiting.members.forEach { add(.unparsed($0, .tooSlow)) }
            }
            return release()
        case (.none, _), (.judged, _), (.tlsRequired, _):
            return []
        }
    }

    /// The judgement that was asked for.
    public mutating func judged(_ decision: Decision) -> [Command] {
        guard case .judging(let isLast) = stage else { return [] }
        guard decision != .blocked else {
            stage = .ended
            waiting = []
            return [.reset]
        }
        hasUnjudged = false
        stage = .reading
        // A waiver covers what is no TLS: what follows cannot be read, and may pass.
        if reading.fault != nil || (witness.hasNothingMoreToLearn && !witness.isHandshakeOver) { enforcement = .judged }
        if isLast { _ = settle() }
        return release()
    }

    /// The tunnel is over. What was read and never recorded is recorded now.
    public mutating func ended() -> [Command] {
        guard stage == .reading else { return [] }
        for side in Witness.Side.allCases { witness.observeEnd(of: side, appendingTo: &facts) }
        takeFacts()
        guard !reading.isEmpty else { return [] }
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
        } else if witness.awaitsClientHello, reading.clientHello == nil {
            request.keep(bytes)
        } else {
            request.stop()
        }
    }

    /// Adds what was shown to the reading; whether it was anything. Where TLS is required, what a verdict rests on is
    /// judged also after what seemed the last judgement.
    @discardableResult
    private mutating func takeFacts() -> Bool {
        defer { facts.removeAll(keepingCapacity: true) }
        guard !facts.isEmpty else { return false }
        if stage == .settled {
            for case .sessionTicket(let bytes) in facts { issuedTicket = bytes }
        }
        switch stage {
        case .reading:
            for fact in facts { add(fact) }
            return true
        case .settled where enforcement == .tlsRequired && facts.contains(where: \.mustBeJudged):
            stage = .reading
            for fact in facts { add(fact) }
            return true
        case .settled, .judging, .ended:
            return false
        }
    }

    private mutating func add(_ fact: Witness.Fact) {
        reading.add(fact)
        hasUnjudged = true
        guard enforcement == .tlsRequired, reading.fault == nil else { return }
        // Bytes that end early never pass, and blame nobody.
        reading.fault = reading.unparsed.first { $0.reason != .truncated }
    }

    private mutating func take(_ result: TunnelRequestReader.Result) {
        switch result {
        case .incomplete: break
        case .request(let request): reading.request = request
        case .failed(let error): reading.requestError = error
        }
    }

    private mutating func stopReadingRequest() {
        request.stop()
        reading.requestError = .incomplete
    }

    /// Whether all was read that there is to judge.
    private var isWhole: Bool { !request.isReading && (witness.hasSeenServerFlight || reading.fault != nil) }
}

// MARK: - What passes

extension Tunnel {
    private mutating func observe(appendingTo commands: inout [Command]) {
        guard stage == .reading else { return }
        if !hasAskedToProbe, case .some = reading.clientHello {
            hasAskedToProbe = true
            commands.append(.probe)
        }
        if isWhole, !reading.isEmpty { commands.append(.record(settle())) }
    }

    /// Lets go on whatever waits and need not, once what was read is judged.
    private mutating func release() -> [Command] {
        switch stage {
        case .judging, .ended:
            return []
        case .settled:
            return pass(enforcement == .tlsRequired ? waiting.subtracting(heldBack) : waiting) + askToWait()
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

    /// The sides whose bytes are an unfinished part of what can be judged, unless their time is up.
    private var heldBack: Witness.Sides {
        var unfinished: Witness.Sides = []
        for side in Witness.Side.allCases where request.isReading ? side == .client : witness.needsMore(from: side) {
            unfinished.insert(Witness.Sides(side))
        }
        return unfinished.subtracting(unheld)
    }

    private mutating func askToWait() -> [Command] {
        let mustAsk = !waiting.isEmpty && !hasAskedToWait
        hasAskedToWait = !waiting.isEmpty
        return mustAsk ? [.wait(seconds: limits.tunnelHello)] : []
    }

    /// Ends a tunnel in which TLS is required: that side can send nothing more that would complete a handshake.
    private mutating func breakOff(_ side: Witness.Side) -> [Command] {
        let isUnrecorded = stage == .reading && !reading.isEmpty
        reading.isCutOff = true
        waiting = []
        let commands = isUnrecorded ? [Command.record(settle())] : []
        stage = .ended
        return commands + [.breakOff(side)]
    }

    /// Nothing will be judged any more, unless it is a fault; hands out what was read, and forgets it.
    private mutating func settle() -> TunnelReading {
        stage = .settled
        var settled = TunnelReading()
        swap(&settled, &reading)
        return settled
    }
}
