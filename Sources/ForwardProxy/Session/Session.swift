import InternetNames
import TransportSecurity

/// One client connection to the proxy: what arrives, and what is to be done about it. Pure; it never waits.
///
///     head ──► deciding ──► connecting ──► relaying ──► head …      plain HTTP, exchange after exchange
///                  │             │
///                  │             └──────► tunnel                    CONNECT, or an upgrade that was accepted
///                  └──► refused: a reply, then head or the end
///
/// Two things run through an exchange side by side: the request's body on its way to the origin, and the response on
/// its way back; an origin may answer before the request has ended. The exchange is over when the response is. Where
/// the request is not, by then, nobody can tell where the next one would begin, and the client's connection closes.
///
/// Whatever comes too early, the next request or the first bytes of a tunnel, is kept until its turn. The connection
/// reads no more of the client while `.authenticate`, `.decide` or `.connect` is unanswered, so that is one read at
/// most; while a response is on its way, `.pauseClient` bounds it.
///
/// In a CONNECT, all that `.sendToOrigin` names is from the inside of the tunnel.
///
/// An ugly corner: a client of HTTP/1.0 cannot be told a chunked body's end but by closing.
public struct Session {
    let limits: Limits
    let pages: LocalPages
    private(set) var admission: Admission
    private(set) var requiresAuthentication: Bool

    var phase = Phase.head
    var parser: RequestParser
    /// What came from the client and is not yet of use.
    var pending: ArraySlice<UInt8> = []
    var exchange: Exchange?
    var commands: [Command] = []
    var clientIsFinished = false
    var isDraining = false
    var clientIsPaused = false
    private var currentDeadline: Deadline?
    /// Whether an origin takes its connection for this client's own from now on, so that it may serve nobody else.
    var originIsPersonal = false
    /// Credentials that were accepted on this connection, as spelled, so that each request need not wait for them anew.
    var accepted: (credentials: WireText, user: String)?

    /// Where the client's connection stands.
    enum Phase: Equatable {
        /// A request head is awaited, or half there.
        case head
        /// `.authenticate` is unanswered.
        case authenticating
        /// `.decide` is unanswered.
        case deciding
        /// `.connect` is unanswered.
        case connecting
        /// Request and response are on their way.
        case exchanging
        /// The rest of a refused request's body is thrown away.
        case discarding(DiscardedBody)
        /// A tunnel, or no connection any more.
        case ended
    }

    /// A session with a client that is admitted or not, and must or need not say who it is.
    public init(limits: Limits, pages: LocalPages, admission: Admission, requiresAuthentication: Bool) {
        self.limits = limits
        self.pages = pages
        self.admission = admission
        self.requiresAuthentication = requiresAuthentication
        parser = RequestParser(limits: limits)
    }

    /// What is to be done when the client has connected, before anything came.
    public mutating func begin() -> [Command] {
        // As many as most events need, for those who go on with this array.
        commands.reserveCapacity(4)
        setDeadline(.keepAliveIdle)
        defer { commands = [] }
        return commands
    }

    /// What is to be done now that this has happened.
    public mutating func handle(_ event: Event) -> [Command] {
        var commands: [Command] = []
        handle(event, appendingTo: &commands)
        return commands
    }

    /// The same, for those who have an array at hand.
    public mutating func handle(_ event: Event, appendingTo commands: inout [Command]) {
        swap(&self.commands, &commands)
        defer { swap(&self.commands, &commands) }
        switch event {
        case .clientSent(let bytes): clientSent(bytes)
        case .clientFinished: clientFinished()
        case .clientFailed: clientFailed()
        case .authenticated(let user): authenticated(user)
        case .permitted(let permit): permitted(permit)
        case .refused(let refusal): refused(refusal)
        case .connected(let isReused): connected(isReused: isReused)
        case .connectFailed(let error): connectFailed(error)
        case .originSent(let bytes): originSent(bytes)
        case .originFinished: originFinished()
        case .originFailed: originFailed()
        case .relayed(let direction): relayed(direction)
        case .deadlinePassed: deadlinePassed()
        case .draining: drain()
        case .reconfigured(let isAllowed, let requires): reconfigured(isAllowed, requires)
        }
        boundPending()
    }

    /// What happened, told to the session by the connection that holds it.
    public enum Event {
        /// Bytes came from the client.
        case clientSent(ArraySlice<UInt8>)
        /// The client will send no more (half-close).
        case clientFinished
        /// The connection to the client broke.
        case clientFailed
        /// The answer to `.authenticate`: the user, or nil where name or password is wrong.
        case authenticated(String?)
        /// The answer to `.decide`: the load may go to the addresses of the permit.
        case permitted(Permit)
        /// The answer to `.decide`, or the end of a tunnel: the load may not go.
        case refused(Refusal)
        /// The answer to `.connect`: the connection to the origin is open. `isReused` says that it served an
        /// earlier exchange, so that its sudden end is no fault of the origin.
        case connected(isReused: Bool)
        /// The answer to `.connect`: there is no connection.
        case connectFailed(UpstreamError)
        /// Bytes came from the origin.
        case originSent(ArraySlice<UInt8>)
        /// The origin will send no more.
        case originFinished
        /// The connection to the origin broke.
        case originFailed
        /// As many bytes as the last `.relay` of that direction named have passed.
        case relayed(Direction)
        /// The time of the last `.deadline` ran out.
        case deadlinePassed
        /// The proxy is about to stop: finish what is open, begin nothing.
        case draining
        /// The proxy has another configuration: whether it allows this client, and wants to know who asks.
        case reconfigured(isAllowed: Bool, requiresAuthentication: Bool)
    }

    /// What is to be done, in this order.
    public enum Command {
        /// Check the credentials of `Proxy-Authorization`; answer with `.authenticated`.
        case authenticate(user: String, password: String)
        /// Judge this load; answer with `.permitted` or `.refused`.
        case decide(ProxyRequest)
        /// Open a connection to the origin, or take an idle one; answer with `.connected` or `.connectFailed`.
        case connect(Permit)
        /// Send these bytes to the client.
        case sendToClient(ArraySlice<UInt8>)
        /// Send these bytes to the origin.
        case sendToOrigin(ArraySlice<UInt8>)
        /// Pass the next bytes on without asking: that many, or, with nil, until the sender finishes (then
        /// `.clientFinished` or `.originFinished` follows). Bytes beyond the count come as events again.
        case relay(Direction, count: UInt64?)
        /// From now on this is a tunnel: whatever either side sends goes to the other, both half-closes too.
        /// The session is at its end; the connection tells it nothing more but a `.refused`.
        case tunnel
        /// Send the origin nothing more, once everything before is sent.
        case finishOrigin
        /// The exchange with the origin is over, and so is every relay; whom the connection may serve now.
        case releaseOrigin(OriginReuse)
        /// Send the client nothing more, once everything before is sent, and close when it has read that.
        case closeClient
        /// Break the client's connection at once, so that it cannot take what it got for whole.
        case resetClient
        /// Send `.deadlinePassed` when that much time goes by without progress; nil: no limit.
        case deadline(Deadline?)
        /// An exchange is over, or could not begin; for the recording. Not of a tunnel that was opened: how that
        /// ends, only the connection sees.
        indirect case finished(ExchangeSummary)
        /// Read nothing more from the client, though its connection stays open, until `.resumeClient`.
        case pauseClient
        /// Read from the client again.
        case resumeClient
    }

    /// Whom the connection to an origin may serve after an exchange.
    public enum OriginReuse: Hashable, Sendable {
        /// Nobody: it is to be closed.
        case nobody
        /// Any client that may reach the origin.
        case anybody
        /// This client alone, on this connection of its, which from now on takes no other but its own.
        case thisClient
    }

    /// Which way bytes go.
    public enum Direction: Hashable, Sendable {
        case fromClient
        case fromOrigin
    }
}

extension Session {
    /// Starts the time of that phase, or stops all waiting. One that runs already is left to run.
    mutating func setDeadline(_ phase: Deadline.Phase?) {
        let deadline = phase.map { Deadline($0, limits) }
        guard deadline != currentDeadline else { return }
        currentDeadline = deadline
        commands.append(.deadline(deadline))
    }

    private mutating func refused(_ refusal: Refusal) {
        switch phase {
        case .deciding, .connecting: refuse(refusal)
        case .ended: commands.append(.resetClient)
        case .exchanging: breakOff(.refused(refusal), by: .proxy)
        case .head, .authenticating, .discarding: return
        }
    }

    private mutating func connectFailed(_ error: UpstreamError) {
        guard phase == .connecting else { return }
        refuse(.upstream(error))
    }

    /// What was accepted, or not asked for, before holds for the request under way, and for none after it.
    private mutating func reconfigured(_ isAllowed: Bool, _ requiresAuthentication: Bool) {
        switch admission {
        case .admitted, .notAllowed: admission = isAllowed ? .admitted : .notAllowed
        case .tooManyConnections: break
        }
        self.requiresAuthentication = requiresAuthentication
        accepted = nil
    }

    private mutating func drain() {
        isDraining = true
        if phase == .head, parser.isEmpty, pending.isEmpty { close() }
    }

    /// Whether the client's connection ends with the exchange, as far as client and proxy want it to.
    var closesAfterExchange: Bool {
        guard let head = exchange?.head else { return true }
        return isDraining || !head.options.persist(head.version) || (clientIsFinished && pending.isEmpty)
    }

    /// Ends the client's connection once it has read what was sent; breaks it if that takes too long.
    mutating func close() {
        phase = .ended
        pending = []
        setDeadline(.closing)
        commands.append(.closeClient)
    }

    private mutating func deadlinePassed() {
        guard let passed = currentDeadline else { return }
        currentDeadline = nil
        switch passed.phase {
        case .requestHead: refuse(malformed: .timedOut)
        case .keepAliveIdle, .discardedBody: close()
        case .responseHead: failResponse(.responseTimedOut)
        case .body: stall()
        case .closing: commands.append(.resetClient)
        }
    }
}
