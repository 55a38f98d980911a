import ForwardProxy
import InternetNames
import Networking
import Probing
import TLSMessages
import TransportSecurity

/// One load under way. Tells its `LoadDecision` each event, and carries out the commands of the decision.
///
/// Lives on one worker's loop. The `LoadDecision` decides, and the owner of the task opens a connection with the
/// permit. While the load waits for a background probe, it outlives its connection.
final class LoadTask: StoppableLoad {
    var decision: LoadDecision
    var description: LoadDescription
    let environment: LoadEnvironment
    let listener: ListenerConfiguration
    let isLocalClient: Bool
    /// The address that the client itself connected to; nil if the client uses the proxy.
    let destination: IPAddress?
    /// The peer that is connected to for the load.
    let hop: NextHop
    /// The Via of the request, if a tunnel through an upstream proxy passes it on.
    let via: ByteString?
    /// The number of the client connection if it must not share idle connections.
    private let originOwner: UInt64?
    private var idleOrigin: OriginPool.Idle?
    private var search: DestinationSearch?
    var wait: ProbeWait?
    private var reply: ((Reply) -> Void)?
    /// The result of the lookup for the next new connection.
    private(set) var newConnection = NewConnection()
    /// Called with the permit for further addresses, if there are any, and with whether they are the last.
    var addAddresses: ((Permit?, Bool) -> Void)?
    /// An empty array with room for the commands of the next event.
    private var commands: [LoadDecision.Command] = []
    private var session: TunnelSession
    private var acceptance = TunnelAcceptance()
    /// Whether the load has looked for newer facts, because those that were known would refuse it.
    var hasForgottenRefusal = false

    /// The part of a lookup that matters for the connection.
    struct NewConnection {
        /// Whether more addresses may follow those of the permit.
        var expectsMoreAddresses = false
        /// The rest of the time limit of the connect after the lookup; nil for the whole time limit.
        var milliseconds: Int?
    }

    /// The answer to the client's request.
    enum Reply {
        /// The load may go.
        case permitted(Permit)
        /// The load may not go.
        case refused(Refusal)
    }

    /// Creates the load of a request; `begin` starts it.
    ///
    /// - Parameters:
    ///   - originOwner: The number of the client connection if it must not share idle connections.
    ///   - reply: Called once, on the loop.
    init(
        _ request: ProxyRequest, from client: SocketAddress, at listener: ListenerConfiguration,
        in environment: LoadEnvironment,
        originOwner: UInt64? = nil, reply: @escaping (Reply) -> Void
    ) {
        self.environment = environment
        self.listener = listener
        self.originOwner = originOwner
        self.reply = reply
        isLocalClient = environment.isLocalClient(client.address)
        destination = request.destination
        let entry = environment.requirements.find(
            listener.policies, request.load.authority.host, userAgent: request.userAgent,
            appName: listener.appNames.name(of: client.address))
        let appliedPolicy = entry.appliedPolicy
        // The host of the requirements does not keep the client's message in memory.
        let authority = Authority(host: entry.requirements.host, port: request.load.authority.port)
        hop = NextHop(
            to: authority, through: listener.upstreamProxy, asTunnel: request.isConnect || request.load.scheme == .ws)
        if case .tunnel = hop { via = request.via } else { via = nil }
        decision = LoadDecision(
            of: authority, isConnect: request.isConnect, opensWebSocket: request.load.scheme == .ws,
            by: entry.verdicts, in: appliedPolicy.mode, isStrict: listener.options.hasStrictTunnels,
            failureOfNaming: request.naming.failure(
                under: appliedPolicy.requirements(for: authority.host, by: entry.app.value, isNameKnown: false),
                isStrict: listener.options.hasStrictTunnels), route: hop.route)
        let testCase = environment.labels.testCase(of: client.address, at: listener.name)
        description = LoadDescription(
            id: environment.recorder.nextID(), began: WallClock.elapsedMilliseconds, listener: listener.name,
            client: client, authority: authority, mode: appliedPolicy.mode, requirements: entry,
            label: testCase?.label,
            labelled: testCase?.loads.map { LabelledLoad(of: $0, awaitsTunnel: request.isConnect) },
            route: request.destination == nil ? hop.route : .transparent,
            // A tunnel may stay open for hours.
            request: request.isConnect ? entry.tunnelRequest(like: request) : request)
        session = TunnelSession(with: authority, in: environment.sessionCertificates)
    }

    /// The key of idle connections that may serve the load.
    var originKey: OriginPool.Key {
        OriginPool.Key(
            listener: listener, authority: hop.pooledAuthority(of: authority), destination: destination, hop: hop,
            user: description.request.user, isLocalClient: isLocalClient, owner: originOwner)
    }

    /// The server as the client named it.
    var authority: Authority { decision.authority }

    /// Whether the client asks for a tunnel.
    var isConnect: Bool { description.request.isConnect }

    /// The address of the client.
    var client: IPAddress { description.client.address }

    /// The limits on the bytes of a tunnel of the load.
    var enforcement: Tunnel.Enforcement { decision.enforcement }

    /// Begins the load.
    func begin() {
        commands.reserveCapacity(2)
        // The proxy itself does not count as a destination, or as a server that an app could be told to change.
        // Cleartext is judged before its addresses are known, so this check comes first. `findFacts` and
        // `findAddresses` refuse a tunnel.
        if !isConnect, leadsToProxy || !mayGoThroughUpstreamProxy { return handle(.addressesFailed(.prohibited)) }
        handle(.start)
    }

    /// The idle connection that was found for the load, once: a second attempt needs a new connection.
    func takeIdleOrigin() -> OriginPool.Idle? {
        defer { idleOrigin = nil }
        return idleOrigin
    }

    /// A connection to that address is established.
    func connected(to address: IPAddress) {
        search = nil
        handle(.connected(address))
    }

    /// No connection could be established.
    func connectFailed(_ failure: LoadFailure) {
        search = nil
        handle(.connectFailed(failure))
    }

    /// The exchange is over without a tunnel.
    func exchangeEnded(_ summary: ExchangeSummary, fromClient: UInt64, fromServer: UInt64) {
        defer { description.labelled?.tunnelIsRead() }
        if let failure = LoadFailure(summary) { handle(.responseFailed(failure)) }
        handle(.exchangeEnded(LoadEnd(summary, fromClient: fromClient, fromServer: fromServer)))
    }

    /// The proxy stops while the exchange is under way: nothing else happens to the load.
    func exchangeStopped(fromClient: UInt64, fromServer: UInt64) {
        handle(.responseFailed(.stopped))
        handle(.exchangeEnded(LoadEnd(.drained, by: .proxy, fromClient: fromClient, fromServer: fromServer)))
    }

    /// The proxy stops: nothing else happens to the load.
    func stop() {
        handle(.stopped)
    }

    func handle(_ event: LoadDecision.Event) {
        let time = WallClock.now
        // The load keeps the array, because a new one for each event would cost an allocation. While commands run,
        // `self.commands` is empty. Before the last command, the array returns there: this command may lead to the next
        // event at once.
        var commands: [LoadDecision.Command] = []
        swap(&commands, &self.commands)
        decision.handle(event, at: time, appendingTo: &commands)
        defer { description.labelled?.commandsEnded() }
        guard !commands.isEmpty else { return self.commands = commands }
        let last = commands.count - 1
        for index in 0...last {
            let command = commands.take(at: index, leaving: .findFacts)
            if index == last {
                commands.removeAll(keepingCapacity: true)
                swap(&commands, &self.commands)
            }
            carryOut(command, at: time)
        }
    }

    private func carryOut(_ command: consuming LoadDecision.Command, at time: Instant) {
        switch consume command {
        case .findFacts: findFacts()
        case .findAddresses: findAddresses()
        case .findConnection: findConnection()
        case .permit(let permit): answer(.permitted(permit))
        case .addAddresses(let permit, let isComplete): addAddresses?(permit, isComplete)
        case .refuse(let refusal):
            description.labelled?.tunnelIsRead()
            answer(.refused(refusal))
        case .record(let record):
            let address = decision.address ?? destination ?? addressOfUpstreamProxy(failedBy: record)
            environment.recorder.record(record, of: &description, reaching: address, at: time)
        case .probeLater(let address): probeLater(at: address)
        case .probeOtherOffers(let authority, let address): probeOtherOffers(of: authority, at: address)
        case .observeTunnel(let reading, let failure):
            if failure != nil { tunnelFails(because: failure) }
            _ = judge(reading, isLast: true)
        case .rememberSilence: rememberSilence()
        case .forgetUnreachable(let facts): forgetUnreachable(facts)
        }
    }

    private func answer(_ answer: Reply) {
        let reply = self.reply
        self.reply = nil
        reply?(answer)
    }
}

// MARK: - Addresses

extension LoadTask {
    private func findConnection() {
        idleOrigin = environment.pool.take(for: originKey)
        if let idleOrigin { handle(.idleConnection(idleOrigin.address)) } else { findAddresses() }
    }

    private func findAddresses() {
        if let upstreamProxy = hop.upstreamProxy { return findAddresses(of: upstreamProxy) }
        let authority = decision.authority
        if let known = knownAddresses {
            // Nearly always all of them are allowed.
            let allowed = known.allSatisfy(isAllowed) ? known : known.filter(isAllowed)
            return allowed.isEmpty
                ? handle(.addressesFailed(.prohibited)) : handle(.addresses(allowed, isComplete: true))
        }
        search = DestinationSearch(environment.context, for: authority, by: client, isAllowed: isAllowed) {
            [unowned self] in self.found($0)
        }
    }

    /// The addresses of the server that are known without a lookup; otherwise nil.
    private var knownAddresses: [IPAddress]? {
        destination.map { [$0] } ?? DestinationSearch.known(environment.context, decision.authority)
    }

    /// The upstream proxy looks the server's name up.
    private func findAddresses(of upstreamProxy: UpstreamProxy) {
        guard mayGoThroughUpstreamProxy else { return handle(.addressesFailed(.prohibited)) }
        if let known = DestinationSearch.known(environment.context, upstreamProxy) {
            return handle(.addresses(known, isComplete: true))
        }
        search = DestinationSearch(environment.context, for: upstreamProxy) { [unowned self] in self.found($0) }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            newConnection = NewConnection(expectsMoreAddresses: !isComplete, milliseconds: search?.millisecondsLeft)
            if isComplete { search = nil }
            handle(.addresses(addresses, isComplete: isComplete))
        case .failed(let failure):
            search = nil
            handle(.addressesFailed(failure))
        }
    }

    private func forgetUnreachable(_ facts: ServerFacts?) {
        if let facts { environment.factsCache.expire(factsKey, unreachable: facts) }
        let peer = hop.upstreamProxy?.authority ?? decision.authority
        if case .name(let name) = peer.host { environment.context.lookups.forget(name) }
    }

    /// The address of the upstream proxy that failed, if it has but one and that is known; otherwise nil.
    private func addressOfUpstreamProxy(failedBy record: LoadDecision.Record) -> IPAddress? {
        guard case .failure(.upstreamProxy) = record, let upstreamProxy = hop.upstreamProxy,
            let known = DestinationSearch.known(environment.context, upstreamProxy), known.count == 1
        else { return nil }
        return known.first
    }

    /// Whether the server is one of the proxy's own listeners, as far as its addresses are known without a lookup.
    private var leadsToProxy: Bool {
        let authority = decision.authority
        let machine = environment.machine
        // Nearly all loads go to ports on which nothing of the proxy listens.
        guard machine.listens(on: authority.port) else { return false }
        return (knownAddresses ?? []).contains { machine.listens(at: $0, port: authority.port) }
    }

    /// Whether the client may reach the server through the upstream proxy, if there is one on the way.
    var mayGoThroughUpstreamProxy: Bool {
        !hop.isUpstreamProxy
            || environment.context.permitThroughUpstreamProxy(decision.authority, to: client, by: listener.destinations)
    }

    /// Whether the load may go to that address: the server's, or the upstream proxy's on the way to a permitted server.
    func isAllowed(_ address: IPAddress) -> Bool {
        guard !hop.isUpstreamProxy else { return mayGoThroughUpstreamProxy }
        return listener.destinations.permit(address, port: decision.authority.port, to: client, on: environment.machine)
    }
}

// MARK: - The tunnel

extension LoadTask {
    /// Called when the tunnel opens. An open tunnel may last for hours and must not keep the client's message in
    /// memory.
    func tunnelOpens() {
        if !isConnect { description.request = description.request.compacted }
    }

    /// The client has sent a ClientHello in the tunnel.
    func clientHelloSeen() {
        environment.facts.handshakePassed()
        handle(.clientHelloSeen)
    }

    /// Nothing more of the tunnel is read. An idle tunnel keeps no room for commands.
    func tunnelIsRead() {
        commands = []
        description.labelled?.tunnelIsRead()
    }

    /// Judges the reading of the tunnel; returns whether it may go on.
    func judge(_ reading: TunnelReading.Shared, isLast: Bool) -> Decision {
        let now = WallClock.elapsedMilliseconds
        let reading = session.completed(reading, at: now)
        let observation = environment.observation(
            of: reading.value, to: decision.address, under: description.requirements.requirements,
            beside: decision.facts)
        session.keepCertificates(of: reading, evaluated: observation.presented)
        let time = WallClock.now
        let judged = decision.judgeTunnel(
            consume observation, notes: reading.value.notes(on: decision.authority.host), isLast: isLast, at: time)
        guard let record = judged.record else { return judged.decision }
        session.remember(reading, at: now)
        if judged.endsSilence { environment.silentServers.remove(factsKey) }
        let hasChanged =
            record.contradictsFacts && environment.factsCache.expire(factsKey, at: WallClock.elapsedMilliseconds)
        let whole = TunnelAcceptance.Judged(record, reading, hasServerChanged: hasChanged, at: time)
        if !acceptance.hold(whole, ending: judged.decision == .blocked) { self.record(whole) }
        return judged.decision
    }

    /// The client's reaction to the server is known, or the tunnel does not tell it.
    ///
    /// - Parameter serverAlert: The fatal alert of the server since the last verdict.
    func clientReacted(_ reaction: Tunnel.ClientReaction, serverAlert: Alert?) {
        if let judged = acceptance.note(reaction, serverAlert: serverAlert) { record(judged) }
    }

    /// The load has failed in its tunnel, unless there is no failure. A verdict that is not recorded has the failure.
    func tunnelFails(because failure: LoadFailure?) { acceptance.failure = failure }

    private func record(_ judged: TunnelAcceptance.Judged) {
        var notes: [Note] = []
        if judged.hasServerChanged {
            notes.append(
                Note(.serverChanged, "The server is not the one that was probed; the next load probes it again."))
        }
        let missing = acceptance.missingCertificate(judged)
        if let missing { notes.append(missing.note(on: authority.host)) }
        environment.recorder.record(
            judged.tunnel, judged.reading, accepted: acceptance.said(of: judged.tunnel), missing,
            failure: acceptance.takeFailure(), notes: notes, of: &description,
            reaching: decision.address ?? destination, at: judged.time)
    }

    /// Judges the reading of the tunnel, only for the recording.
    func tunnelWasRead(_ reading: TunnelReading.Shared) {
        handle(.tunnelRead(reading))
    }

    /// The server gave the client a ticket for the session of the tunnel, whose handshake may be judged later.
    func ticketIssued(_ ticket: [UInt8]) {
        session.ticketIssued(ticket, at: WallClock.elapsedMilliseconds)
    }

    /// The tunnel is over.
    func tunnelEnded(
        _ end: TunnelEnd, fromClient: UInt64, fromServer: UInt64, clientRefusal: ClientRefusal?,
        failure: LoadFailure?
    ) {
        defer { tunnelIsRead() }
        var end = LoadEnd(
            end, fromClient: fromClient, fromServer: fromServer, clientRefusal: clientRefusal, failure: failure)
        if acceptance.hasToldFailure { end.failure = nil }
        acceptance.failure = nil
        handle(.tunnelEnded(end))
    }
}
