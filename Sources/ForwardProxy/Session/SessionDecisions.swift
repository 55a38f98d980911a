import InternetNames
import TransportSecurity

/// The phases `authenticating`, `deciding` and `connecting`, each of which waits for the answer to one command.
extension Session {
    // MARK: - authenticating

    /// Accepts the credentials of a request, has them checked, or asks for them.
    mutating func authenticate(_ load: RequestedLoad) -> Phase {
        let fields = load.head.fields
        guard fields.count(of: .proxyAuthorization) == 1, let value = fields.first(.proxyAuthorization) else {
            return reply(.notAuthenticated, to: load, ending: .notAuthenticated)
        }
        let credentials = ByteString(value)
        if let accepted, accepted.credentials == credentials { return decide(load.asked(by: accepted.user)) }
        guard let basic = BasicCredentials(value) else {
            return reply(.notAuthenticated, to: load, ending: .notAuthenticated)
        }
        commands.append(.authenticate(user: basic.user, password: basic.password))
        return .authenticating(load, credentials: credentials)
    }

    mutating func authenticating(_ load: RequestedLoad, _ credentials: ByteString, _ event: Event) -> Phase {
        switch event {
        case .authenticated(let authentication):
            // The configuration may have changed since the command.
            guard requiresAuthentication else { return decide(load) }
            return authenticated(load, credentials, authentication)
        case .clientSent(let bytes):
            keep(bytes)
            return .authenticating(load, credentials: credentials)
        case .clientFailed:
            return clientFailed(during: load)
        case .permitted, .refused, .connected, .connectFailed, .originSent, .originFinished, .originFailed, .relayed,
            .deadlinePassed, .clientFinished, .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .authenticating(load, credentials: credentials)
        }
    }

    private mutating func authenticated(
        _ load: RequestedLoad, _ credentials: ByteString, _ authentication: Authentication
    ) -> Phase {
        let refusal: Reply
        switch authentication {
        case .granted(let user):
            if credentials.count <= Self.longestRememberedCredentials { accepted = (credentials.compacted, user) }
            return decide(load.asked(by: user))
        case .wrong: refusal = .notAuthenticated
        case .locked(let seconds): refusal = .passwordsLocked(seconds: seconds)
        case .unchecked: refusal = .passwordUnchecked
        }
        return readOn(after: reply(refusal, to: load, ending: .notAuthenticated))
    }

    /// The longest value of Proxy-Authorization that a session remembers, in bytes.
    private static let longestRememberedCredentials = 1024

    // MARK: - deciding

    mutating func decide(_ load: RequestedLoad) -> Phase {
        commands.append(.decide(load.request))
        return .deciding(load)
    }

    mutating func deciding(_ load: RequestedLoad, _ event: Event) -> Phase {
        switch event {
        case .permitted(let permit):
            return connect(ConnectAttempt(load: load, permit: permit, isRetry: false))
        case .refused(let refusal):
            return refuse(load, refusal)
        case .clientSent(let bytes):
            keep(bytes)
            return .deciding(load)
        case .clientFailed:
            return clientFailed(during: load)
        case .authenticated, .connected, .connectFailed, .originSent, .originFinished, .originFailed, .relayed,
            .deadlinePassed, .clientFinished, .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .deciding(load)
        }
    }

    // MARK: - connecting

    mutating func connect(_ attempt: ConnectAttempt) -> Phase {
        commands.append(.connect(attempt.permit))
        return .connecting(attempt)
    }

    mutating func connecting(_ attempt: ConnectAttempt, _ event: Event) -> Phase {
        switch event {
        case .connected(let isReused, let upstreamProxy):
            switch attempt.load.target {
            case .tunnel:
                commands.append(.sendToClient(Self.connectionEstablished[...]))
                return openTunnel()
            case .resource(let target):
                return beginExchange(attempt, with: target, isReused: isReused, upstreamProxy)
            }
        case .connectFailed(let error):
            return refuse(attempt.load, .upstream(error))
        case .refused(let refusal):
            return refuse(attempt.load, refusal)
        case .clientSent(let bytes):
            keep(bytes)
            return .connecting(attempt)
        case .clientFailed:
            return clientFailed(during: attempt.load)
        case .authenticated, .permitted, .originSent, .originFinished, .originFailed, .relayed, .deadlinePassed,
            .clientFinished, .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .connecting(attempt)
        }
    }

    private static let connectionEstablished = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

    // MARK: - Ends

    /// Leaves all bytes to the tunnel, those included that the client, and after an upgrade the origin, sent early.
    mutating func openTunnel(fromOrigin early: ArraySlice<UInt8> = []) -> Phase {
        setDeadline(nil)
        commands.append(.tunnel(fromClient: pending, fromOrigin: early))
        pending = []
        if clientIsFinished { commands.append(.finishOrigin) }
        return .tunnel
    }

    private mutating func clientFailed(during load: RequestedLoad) -> Phase {
        finish(load.request, status: nil, .cutShort, by: .client)
        setDeadline(nil)
        return .closed
    }

    /// Replies to a load that is not permitted, or whose origin cannot be reached.
    mutating func refuse(_ load: RequestedLoad, _ refusal: Refusal) -> Phase {
        readOn(after: reply(Reply(refusal, host: load.host), to: load, ending: .refused(refusal)))
    }
}
