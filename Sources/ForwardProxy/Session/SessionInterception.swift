import HTTP
import InternetNames
import TransportSecurity

/// The phases `readingOpening` and `intercepting`: connections whose clients do not know of the proxy.
extension Session {
    // MARK: - readingOpening

    mutating func readingOpening(_ opening: inout ConnectionOpening, _ event: Event) -> Phase {
        switch event {
        case .clientSent(let bytes):
            guard let kind = opening.read(bytes) else {
                setDeadline(.requestHead)
                return .readingOpening(opening)
            }
            return begin(kind, opening)
        case .clientFinished:
            return opening.isEmpty ? close() : refuse(opening, because: .incomplete)
        case .deadlinePassed:
            return opening.isEmpty ? close() : refuse(opening, because: .timedOut)
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .draining:
            return opening.isEmpty ? close() : .readingOpening(opening)
        case .authenticated, .permitted, .refused, .connected, .connectFailed, .originSent, .originFinished,
            .originFailed, .relayed, .profileWritten, .testCaseRead, .reconfigured:
            return .readingOpening(opening)
        }
    }

    private mutating func begin(_ kind: ConnectionOpening.Kind, _ opening: ConnectionOpening) -> Phase {
        setDeadline(nil)
        pending = opening.bytes[...]
        switch kind {
        case .http:
            return readRequests()
        case .tls(let name?) where name.contradicts(opening.destination.address):
            return decide(InterceptedLoad(to: nil, at: opening.destination, .unreadable, isTLS: true))
        case .tls(let name):
            return decide(
                InterceptedLoad(to: name, at: opening.destination, name == nil ? .absent : .named, isTLS: true))
        case .unreadable(let isTLS):
            return decide(InterceptedLoad(to: nil, at: opening.destination, .unreadable, isTLS: isTLS))
        }
    }

    /// Ends a connection of which only a part of the beginning arrived. One of which nothing arrived does not count as
    /// a load: browsers open connections that they may need later.
    private mutating func refuse(_ opening: ConnectionOpening, because error: RequestError) -> Phase {
        let request = ProxyRequest(interceptedAt: opening.destination, name: nil, .unreadable)
        finish(request, status: nil, .malformed(error), by: .client)
        return reset()
    }

    // MARK: - intercepting

    private mutating func decide(_ load: InterceptedLoad) -> Phase {
        switch admission {
        case .admitted:
            commands.append(.decide(load.request))
            return .intercepting(load)
        case .notAllowed:
            return refuse(load, as: .clientNotAllowed)
        case .tooManyConnections:
            return refuse(load, as: .refused(.limitReached))
        }
    }

    mutating func intercepting(_ load: InterceptedLoad, _ event: Event) -> Phase {
        switch event {
        case .permitted(let permit):
            commands.append(.connect(permit))
            return .intercepting(load)
        case .connected:
            return openTunnel()
        case .refused(let refusal):
            return refuse(load, as: .refused(refusal))
        case .connectFailed(let error):
            return refuse(load, as: .refused(.upstream(error)))
        case .clientSent(let bytes):
            keep(bytes)
            return .intercepting(load)
        case .clientFailed:
            finish(load.request, status: nil, .cutShort, by: .client)
            setDeadline(nil)
            return .closed
        case .authenticated, .originSent, .originFinished, .originFailed, .relayed, .deadlinePassed, .clientFinished,
            .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .intercepting(load)
        }
    }

    /// Ends a connection that may not become a tunnel: with an alert where the client understands one and a rule
    /// forbids the load, otherwise with a reset, as if the server could not be reached.
    private mutating func refuse(_ load: InterceptedLoad, as ending: ExchangeSummary.Ending) -> Phase {
        finish(load.request, status: nil, ending, by: .proxy)
        guard load.isTLS, ending.isDenial else { return reset() }
        commands.append(.sendToClient(Self.accessDenied[...]))
        return close()
    }

    private mutating func reset() -> Phase {
        pending = []
        setDeadline(nil)
        commands.append(.resetClient)
        return .closed
    }

    /// A record with the fatal alert `access_denied` (RFC 8446 §6.2). Clients accept this version before they have
    /// agreed on one (§5.1).
    private static let accessDenied: [UInt8] = [21, 3, 3, 0, 2, 2, 49]
}

extension ExchangeSummary.Ending {
    /// Whether the load was denied, and not merely failed.
    fileprivate var isDenial: Bool {
        switch self {
        case .clientNotAllowed, .refused(.blocked), .refused(.destinationProhibited), .refused(.unnamedServer):
            return true
        case .refused(.upstream), .refused(.upstreamProxy), .refused(.loop), .refused(.limitReached),
            .refused(.shortage),
            .refused(.probeFailed),
            .refused(.unproven), .complete, .malformed, .notAuthenticated, .failed, .cutShort, .stalled:
            return false
        }
    }
}
