import HTTP
import InternetNames
import SetupPages
import TransportSecurity

/// One client connection to the proxy: a state machine that takes events and returns commands, without input or output
/// of its own and without waiting.
///
///     readingHead ──► authenticating ──► deciding ──► connecting ──► exchanging ──► readingHead …
///                                                          │              │
///                                                          │              └────► tunnel    an accepted upgrade
///                                                          └───────────────────► tunnel    CONNECT
///
/// A request may be refused in each of the first five phases. The client then gets a reply. The session reads the next
/// request, discards the rest of the refused request's body (`discarding`) or closes (`closed`).
///
/// In `exchanging`, the request's body goes to the origin while the response comes back; an origin may respond before
/// the request has ended. The exchange ends with the response. If the request has not ended by then, the start of the
/// next request is unknown, and the client's connection closes.
///
/// Bytes that come too early, such as the next request or the first bytes of a tunnel, are kept until their turn. The
/// connection does not read from the client while `.authenticate`, `.decide` or `.connect` is unanswered: at most one
/// read is kept. During a response, `.pauseClient` limits the kept bytes.
///
/// Known weakness: an HTTP/1.0 client can be told the end of a chunked body only by closing its connection.
///
/// The body of a request to the proxy itself is read in `readingBody`. The body is the name of a test case, or a form
/// that asks for a configuration profile. The form is answered once the profile is written (`writingProfile`), and a
/// question about a test case once its loads are read (`readingTestCase`).
///
/// An intercepted connection begins in `readingOpening`. If its client speaks HTTP/1, the session goes on in
/// `readingHead`. Otherwise it becomes a tunnel by way of `intercepting`, without a reply in HTTP.
///
/// Each phase is one function that switches over all events and returns the next phase; they stand in
/// `SessionRequests.swift`, `SessionLocalRequests.swift`, `SessionTestCases.swift`, `SessionDecisions.swift`,
/// `SessionExchange.swift`, `SessionReplies.swift` and `SessionInterception.swift`.
public struct Session: ~Copyable {
    let limits: Limits
    let pages: LocalPages
    /// The address and port that the client connected to, if its connection was intercepted; nil for a client that uses
    /// the proxy.
    let destination: InterceptedDestination?
    private(set) var admission: Admission
    private(set) var requiresAuthentication: Bool

    private var phase = Phase.readingHead
    private var currentDeadline: Deadline?
    /// Reads request heads. Holds bytes only in the phase `readingHead`.
    var parser: RequestParser
    /// Bytes from the client that are not used yet.
    var pending: ArraySlice<UInt8> = []
    /// The commands of the event that is being handled.
    var commands: [Command] = []
    /// Whether the client has closed its side (half-close).
    private(set) var clientIsFinished = false
    /// Whether the last of `.pauseClient` and `.resumeClient` was `.pauseClient`.
    private var clientIsPaused = false
    /// Whether the proxy is about to stop. No new request is read then.
    private(set) var isDraining = false
    /// Whether a request or response on this connection used connection-based authentication. Its origin connections
    /// must then not be shared with other clients.
    var usesConnectionAuthentication = false
    /// The last accepted value of Proxy-Authorization and its user. A request with the same value is not checked again.
    var accepted: (credentials: ByteString, user: String)?

    /// Creates the session of a client with the given admission.
    ///
    /// - Parameter destination: The address and port that the client connected to, if its connection was intercepted.
    public init(
        limits: Limits, pages: LocalPages, admission: Admission, requiresAuthentication: Bool,
        intercepted destination: InterceptedDestination? = nil
    ) {
        self.limits = admission == .admitted ? limits : limits.forRefusal
        self.pages = pages
        self.destination = destination
        self.admission = admission
        self.requiresAuthentication = requiresAuthentication
        parser = RequestParser(limits: limits.message)
        if let destination { phase = .readingOpening(ConnectionOpening(to: destination, limits: limits)) }
    }

    /// Starts the session of a client that has just connected, and returns the commands.
    public mutating func begin() -> [Command] {
        // Room for the commands of most events, since the caller reuses this array.
        commands.reserveCapacity(4)
        setDeadline(.keepAliveIdle)
        defer { commands = [] }
        return commands
    }

    /// Returns the commands after an event, in order.
    public mutating func handle(_ event: Event) -> [Command] {
        var commands: [Command] = []
        handle(event, appendingTo: &commands)
        return commands
    }

    /// Appends the commands after an event, in order, to an array that the caller reuses.
    public mutating func handle(_ event: Event, appendingTo commands: inout [Command]) {
        swap(&self.commands, &commands)
        defer { swap(&self.commands, &commands) }
        guard note(event) else { return }
        // Taken out of the session, to change its contents in place.
        var current = Phase.closed
        swap(&phase, &current)
        phase = next(after: event, in: current)
        limitPending()
    }

    /// Updates the state that does not depend on the phase. Returns whether the event concerns the phase.
    private mutating func note(_ event: Event) -> Bool {
        switch event {
        case .clientFinished:
            clientIsFinished = true
        case .draining:
            isDraining = true
        case .deadlinePassed:
            guard currentDeadline != nil else { return false }
            currentDeadline = nil
        case .reconfigured(let isAllowed, let requires):
            reconfigured(isAllowed, requires)
            return false
        case .clientSent, .clientFailed, .authenticated, .permitted, .refused, .connected, .connectFailed, .originSent,
            .originFinished, .originFailed, .relayed, .profileWritten, .testCaseRead:
            break
        }
        return true
    }

    private mutating func next(after event: Event, in phase: consuming Phase) -> Phase {
        switch consume phase {
        case .readingOpening(var opening): return readingOpening(&opening, event)
        case .intercepting(let load): return intercepting(load, event)
        case .readingHead: return readingHead(event)
        case .authenticating(let load, let credentials): return authenticating(load, credentials, event)
        case .deciding(let load): return deciding(load, event)
        case .connecting(let attempt): return connecting(attempt, event)
        case .exchanging(var exchange):
            if let next = exchanging(&exchange, event) { return next }
            return .exchanging(exchange)
        case .discarding(var body): return discarding(&body, event)
        case .readingBody(let request): return readingBody(request, event)
        case .writingProfile(let head): return writingProfile(head, event)
        case .readingTestCase(let head): return readingTestCase(head, after: event)
        case .tunnel: return tunnel(event)
        case .closed: return closed(event)
        }
    }

    /// Applies a new configuration, which concerns the next request, not the one under way.
    private mutating func reconfigured(_ isAllowed: Bool, _ requiresAuthentication: Bool) {
        switch admission {
        case .admitted, .notAllowed: admission = isAllowed ? .admitted : .notAllowed
        case .tooManyConnections: break
        }
        self.requiresAuthentication = requiresAuthentication
        accepted = nil
    }

    /// Pauses the client when too many bytes are kept, and resumes it when they are used. A paused connection delivers
    /// at most one more read.
    private mutating func limitPending() {
        if pending.isEmpty { pending = [] }
        if !clientIsPaused, pending.count >= limits.pipelined, !phase.isOver {
            clientIsPaused = true
            commands.append(.pauseClient)
        } else if clientIsPaused, pending.count < limits.pipelined {
            clientIsPaused = false
            commands.append(.resumeClient)
        }
    }
}

extension Session {
    /// Starts the deadline of `phase`, or with `nil` stops the current one. A running deadline of the same phase goes
    /// on.
    mutating func setDeadline(_ phase: Deadline.Phase?) {
        let deadline = phase.map { Deadline($0, limits) }
        guard deadline != currentDeadline else { return }
        currentDeadline = deadline
        commands.append(.deadline(deadline))
    }

    /// Keeps bytes of the client for later.
    mutating func keep(_ bytes: ArraySlice<UInt8>) {
        pending = pending.isEmpty ? ArraySlice(Array(bytes)) : pending + bytes
    }
}
