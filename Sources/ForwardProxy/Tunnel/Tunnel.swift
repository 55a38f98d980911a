import TLSMessages
import TransportSecurity

/// One open CONNECT tunnel: decides which bytes pass at once, which wait for a verdict, and when there is something
/// to judge or to record.
///
/// The caller reports events (`received`, `finished`, `timedOut`, `judged`, `ended`) and carries out the commands that
/// come back. Bytes that were reported and are not named by a `.pass` wait with the caller. A `.pass` frees all waiting
/// bytes of that side. `Enforcement` says which bytes wait.
///
/// The last verdict is recorded; earlier ones are recorded only if they forbid the tunnel. After the last verdict
/// the inspector reads on until it can tell whether the client refused the server (`refusal`).
public struct Tunnel: ~Copyable {
    /// From `tlsRequired` to `judged` once a verdict has allowed a fault.
    private var enforcement: Enforcement
    private let limits: Limits
    private var inspector = TLSInspector()
    private var request = TunnelRequestReader()
    private var stage = Stage.reading(needsVerdict: false)
    private var reading = TunnelReading()
    private var waiting = WaitingBytes()
    /// Whether `.acceptance` is still to come.
    private var owesAcceptance = true
    /// The side that was the first to send nothing more; nil while both may.
    private var firstToFinish: TLSInspector.Side?
    /// Whether the server ended the connection in the middle of the handshake, before the client did.
    private var hasBrokenHandshake = false
    /// The fatal alert of the server that came after the last verdict.
    private var lateAlert: Alert?
    /// Whether the time for the client's hello was limited where it is only observed.
    private var isHelloTimed = false
    /// The events of the bytes at hand, in an array that is used again for the next ones.
    private var events: [TLSInspector.Event] = []

    /// A tunnel in which nothing has passed.
    public init(_ enforcement: Enforcement, limits: Limits = Limits()) {
        self.enforcement = enforcement
        self.limits = limits
    }

    /// Whether nothing is left to be decided or recorded. All further bytes then pass without being read.
    public var isOver: Bool {
        switch (stage, enforcement) {
        case (.ended, _): true
        case (.settled, .none), (.settled, .judged): inspector.isDone && !owesAcceptance
        case (.settled, .tlsRequired): inspector.isHandshakeOver && !owesAcceptance
        case (.reading, _), (.judging, _): false
        }
    }

    /// The failure of the load that the tunnel shows if it ends in that way now; nil if it shows none.
    public func failure(endedAs end: TunnelEnd) -> LoadFailure? {
        guard !hasBrokenHandshake else { return .upstream(.closedDuringHandshake) }
        // A client that refuses the server ends the handshake as well.
        let isStalled = inspector.isHandshakeUnfinished && refusal(closedBy: .client) == nil
        guard inspector.isUnanswered || isStalled else { return nil }
        switch end {
        case .finished(first: .server) where firstToFinish != .client, .resetByServer where firstToFinish != .client:
            return .upstream(isStalled ? .closedDuringHandshake : .closedBeforeResponse)
        case .finished(first: .client), .finished(first: .server), .resetByClient, .resetByServer:
            return inspector.hasServerClosed ? .upstream(.closedBeforeResponse) : .unanswered
        case .idle: return .upstream(.responseTimedOut)
        case .finished(first: .proxy), .stopped: return .stopped
        case .blocked: return nil
        }
    }

    /// The client's refusal of the server, if the end of the tunnel shows one; see `TLSInspector.refusal`.
    public func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal? {
        inspector.refusal(closedBy: side)
    }
}

// MARK: - Events

extension Tunnel {
    /// Bytes of one side arrived.
    public mutating func received(_ bytes: Span<UInt8>, from side: TLSInspector.Side) -> [Command] {
        guard stage != .ended else { return [] }
        let hadHello = reading.hasHello
        var commands: [Command] = []
        read(bytes, from: side, &commands)
        if owesAcceptance, isAcceptanceKnown {
            owesAcceptance = false
            commands.append(.acceptance(inspector.hasExchangedData ? .accepted : .untold, serverAlert: lateAlert))
        }
        switch enforcement {
        case .none:
            commands.reserveCapacity(4)
            commands.append(.pass(side))
            if !hadHello, reading.hasHello { commands.append(.probe) }
            record(&commands)
            if isHelloUnfinished, !isHelloTimed {
                isHelloTimed = true
                commands.append(.wait(seconds: limits.tunnelHello))
            }
        case .judged, .tlsRequired:
            waiting.add(side)
            release(&commands)
        }
        return commands
    }

    /// One side will send nothing more. Its waiting bytes can never become whole.
    public mutating func finished(_ side: TLSInspector.Side) -> [Command] {
        guard stage != .ended else { return [] }
        noteEnd(by: side)
        let isHeldBack = waiting.sides.contains(TLSInspector.Sides(side)) && !request.isReading
        inspector.observeEnd(of: side, appendingTo: &events)
        // A side may also end behind the header of a message, which has passed.
        let isInsideMessage = isHeldBack || events.contains(.fault(side, .truncated))
        takeEvents()
        if side == .client, request.isReading { reading.take(request.abandon()) }
        var commands: [Command] = []
        switch enforcement {
        case .none:
            record(&commands)
        case .judged:
            waiting.exempt(TLSInspector.Sides(side))
            release(&commands)
        case .tlsRequired where isInsideMessage:
            breakOff(side, &commands)
        case .tlsRequired:
            release(&commands)
        }
        return commands
    }

    /// The time of the last `.wait` is up.
    public mutating func timedOut() -> [Command] {
        if enforcement == .none { return isHelloUnfinished ? giveUpHello() : [] }
        guard !waiting.sides.isEmpty else { return [] }
        var commands: [Command] = []
        switch (enforcement, stage) {
        case (.judged, .reading):
            reading.passedUnjudged += waiting.sides.members
            waiting.exempt(waiting.sides)
            stage = .reading(needsVerdict: true)
            release(&commands)
        case (.tlsRequired, .reading), (.tlsRequired, .settled):
            if stage == .settled { stage = .reading(needsVerdict: false) }
            if request.isReading {
                reading.take(request.abandon())
            } else {
                waiting.sides.members.forEach { add(.fault($0, .tooSlow)) }
            }
            release(&commands)
        case (.none, _), (.judged, _), (.tlsRequired, _):
            break
        }
        return commands
    }

    /// Whether the client's hello has begun and is not whole.
    private var isHelloUnfinished: Bool {
        stage.isReading && !reading.hasHello && inspector.awaitsClientHello
            && inspector.needsMore(from: .client)
    }

    /// Ends the reading of an observed tunnel whose client does not finish its hello, and frees its memory. All bytes
    /// have passed.
    private mutating func giveUpHello() -> [Command] {
        add(.fault(.client, .tooSlow))
        var commands = [Command.record(settle())]
        if owesAcceptance { commands.append(.acceptance(.untold, serverAlert: nil)) }
        owesAcceptance = false
        stage = .ended
        inspector = TLSInspector()
        request.stop()
        return commands
    }

    /// Whether the tunnel has shown whether the client accepts the server, or does not tell. From then on the load
    /// cannot fail in the tunnel, and nothing is judged again.
    private var isAcceptanceKnown: Bool {
        inspector.isDone && !inspector.awaitsExchangedData && !hasBrokenHandshake
    }

    /// The verdict that was asked for.
    public mutating func judged(_ decision: Decision) -> [Command] {
        guard case .judging(let isLast) = stage else { return [] }
        guard decision != .blocked else {
            stage = .ended
            waiting.discard()
            return [.reset]
        }
        // The verdict allows a connection that is not TLS, of which nothing more can be read.
        if reading.decisiveFault != nil || (inspector.isDone && !inspector.isHandshakeOver) { enforcement = .judged }
        stage = .reading(needsVerdict: false)
        if isLast { _ = settle() }
        var commands: [Command] = []
        release(&commands)
        return commands
    }

    /// The tunnel is over. A reading that was not recorded is recorded now.
    ///
    /// - Parameter side: The side that ended it; nil if neither did.
    public mutating func ended(by side: TLSInspector.Side? = nil) -> [Command] {
        if let side { noteEnd(by: side) }
        let reading = endReading()
        guard owesAcceptance else { return reading }
        owesAcceptance = false
        return reading + [.acceptance(refusal(closedBy: side) == nil ? .untold : .refused, serverAlert: lateAlert)]
    }

    /// Notes whether the server ends an unfinished handshake. A client that ends it has refused the server, or needs it
    /// no more.
    private mutating func noteEnd(by side: TLSInspector.Side) {
        let isFirst = firstToFinish == nil
        firstToFinish = firstToFinish ?? side
        guard isFirst, side == .server, refusal(closedBy: .server) == nil else { return }
        hasBrokenHandshake = inspector.isHandshakeUnfinished
    }

    private mutating func endReading() -> [Command] {
        guard stage.isReading else { return [] }
        for side in TLSInspector.Side.allCases { inspector.observeEnd(of: side, appendingTo: &events) }
        takeEvents()
        guard !reading.isEmpty else { return [] }
        reading.isCutOff = true
        return [.record(settle())]
    }
}

// MARK: - The reading

extension Tunnel {
    /// Whether everything was read that a verdict depends on.
    private var isWhole: Bool {
        !request.isReading && (inspector.hasSeenServerFlight || reading.decisiveFault != nil)
    }

    private mutating func read(_ bytes: Span<UInt8>, from side: TLSInspector.Side, _ commands: inout [Command]) {
        guard !request.isReading else {
            if side == .client { reading.take(request.read(bytes)) }
            return
        }
        inspector.observe(side, bytes, appendingTo: &events)
        if stage == .settled, let ticket = events.lastSessionTicket { commands.append(.ticketIssued(ticket)) }
        let isNew = takeEvents()
        guard side == .client, stage.isReading else { return }
        if isNew, case .cleartext(.http, _) = reading.opening {
            reading.take(request.begin(limits, with: bytes))
        } else if inspector.awaitsClientHello, !reading.hasHello {
            request.keep(bytes)
        } else {
            request.stop()
        }
    }

    /// Adds the events to the reading. Returns whether there were any to add.
    ///
    /// An event that affects the verdict is judged even after the last verdict, if TLS is required.
    @discardableResult
    private mutating func takeEvents() -> Bool {
        guard !events.isEmpty else { return false }
        switch stage {
        case .reading: break
        case .settled where enforcement == .tlsRequired && events.contains(where: \.affectsVerdict): break
        case .settled, .judging, .ended:
            // An alert that answers the client's end tells nothing of the server.
            for case .alert(.server, let alert) in events where alert.level == .fatal && firstToFinish != .client {
                lateAlert = alert
            }
            events.removeAll(keepingCapacity: true)
            return false
        }
        // Each event is moved out of the array, because copying a hello is expensive.
        events.reverse()
        while let event = events.popLast() { add(event) }
        return true
    }

    private mutating func add(_ event: consuming TLSInspector.Event) {
        stage = .reading(needsVerdict: true)
        reading.add(event)
        guard enforcement == .tlsRequired, reading.decisiveFault == nil else { return }
        // Bytes that end early never pass, and do not count as a violation.
        reading.decisiveFault = reading.faults.first { $0.reason != .truncated }
    }

    /// Ends the stage `reading`: returns the reading and empties it.
    private mutating func settle() -> TunnelReading.Shared {
        stage = .settled
        var settled = TunnelReading()
        swap(&settled, &reading)
        return TunnelReading.Shared(settled)
    }
}

// MARK: - Passing bytes

extension Tunnel {
    /// Records the reading of an observed tunnel once it is whole.
    private mutating func record(_ commands: inout [Command]) {
        if stage.isReading, isWhole, !reading.isEmpty { commands.append(.record(settle())) }
    }

    /// Passes the waiting bytes that need not be held back, or first asks for a verdict on the reading.
    private mutating func release(_ commands: inout [Command]) {
        switch stage {
        case .judging, .ended:
            return
        case .settled:
            waiting.pass(enforcement == .tlsRequired ? free : waiting.sides, &commands)
        case .reading(let needsVerdict):
            let free = free
            let isLast = isWhole && !reading.isEmpty
            if isLast || (needsVerdict && !free.isEmpty) {
                stage = .judging(isLast: isLast)
                return commands.append(.judge(TunnelReading.Shared(reading), isLast: isLast))
            }
            waiting.pass(free, &commands)
        }
        waiting.limitTime(to: limits.tunnelHello, &commands)
    }

    /// The waiting sides that are exempt, or whose bytes do not end inside a unit that must be judged as a whole.
    private var free: TLSInspector.Sides {
        var unfinished: TLSInspector.Sides = []
        for side in TLSInspector.Side.allCases {
            let isUnfinished = request.isReading ? side == .client : inspector.needsMore(from: side)
            if isUnfinished { unfinished.insert(TLSInspector.Sides(side)) }
        }
        return waiting.sides.subtracting(unfinished.subtracting(waiting.exempted))
    }

    /// Ends a tunnel in which TLS is required and in which that side ended inside a message.
    private mutating func breakOff(_ side: TLSInspector.Side, _ commands: inout [Command]) {
        waiting.discard()
        if stage.isReading, !reading.isEmpty {
            reading.isCutOff = true
            commands.append(.record(settle()))
        }
        stage = .ended
        commands.append(.breakOff(side))
    }
}
