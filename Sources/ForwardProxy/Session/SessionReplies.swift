import HTTP
import TransportSecurity

/// Replies that the proxy makes itself, and the state of the connection after them.
extension Session {
    /// The part of a request's body that was not read when the proxy replied.
    enum UnreadBody {
        /// Nothing: the next request follows.
        case none
        /// A body that is read and discarded before the next request.
        case some(DiscardedBody)
        /// The end of the body is unknown or too far: the connection closes.
        case unreadable
    }

    /// Replies to a request and records it. A request whose head could not be read has neither `head` nor `request`; a
    /// request to the proxy itself has no `request`.
    mutating func reply(
        _ reply: Reply, to head: RequestHead?, _ request: ProxyRequest?, ending: ExchangeSummary.Ending,
        before rest: UnreadBody
    ) -> Phase {
        let closes: Bool
        switch rest {
        case .none, .some: closes = false
        case .unreadable: closes = true
        }
        commands.append(.sendToClient(reply.response(to: head, closes: closes)[...]))
        finish(request, status: reply.status, ending, by: .proxy)
        switch rest {
        case .none:
            return .readingHead
        case .some(let body):
            setDeadline(.discardedBody)
            return .discarding(body)
        case .unreadable:
            return close()
        }
    }

    /// Replies to a request of which nothing was sent to an origin.
    mutating func reply(_ reply: Reply, to load: RequestedLoad, ending: ExchangeSummary.Ending) -> Phase {
        self.reply(reply, to: load.head, load.request, ending: ending, before: unsentBody(of: load.head))
    }

    /// Replies to a request whose head cannot be read. The end of that request is unknown, so the connection closes.
    mutating func refuse(malformed error: RequestError) -> Phase {
        reply(Reply(error), to: nil, nil, ending: .malformed(error), before: .unreadable)
    }

    /// Reads the requests that the client has sent since, if a reply left the connection open for them.
    mutating func readOn(after reply: consuming Phase) -> Phase {
        reply.isReadingHead ? readRequests() : reply
    }

    /// The unread body of a request of which nothing was sent to an origin. Discards the part that has come.
    mutating func unsentBody(of head: RequestHead) -> UnreadBody {
        guard !closes(after: head), var body = DiscardedBody(head, limits: limits) else { return .unreadable }
        switch body.consume(&pending) {
        case .complete: return .none
        case .unreadable: return .unreadable
        // A client that waits for a 100 may send the body or the next request now. The proxy cannot tell which.
        case .incomplete: return head.expectsContinue ? .unreadable : .some(body)
        }
    }

    /// Records an exchange.
    mutating func finish(
        _ request: ProxyRequest?, status: UInt16?, _ ending: ExchangeSummary.Ending, by party: ExchangeSummary.Party
    ) {
        commands.append(
            .finished(ExchangeSummary(request: request, status: status, endedBy: party, ending: ending)))
    }
}

/// The phases `discarding`, `tunnel` and `closed`.
extension Session {
    mutating func discarding(_ body: inout DiscardedBody, _ event: Event) -> Phase {
        switch event {
        case .clientSent(let bytes):
            keep(bytes)
            switch body.consume(&pending) {
            case .complete: return readRequests()
            case .incomplete: return .discarding(body)
            case .unreadable: return close()
            }
        case .clientFinished, .deadlinePassed:
            return close()
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .authenticated, .permitted, .refused, .connected, .connectFailed, .originSent, .originFinished,
            .originFailed,
            .relayed, .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .discarding(body)
        }
    }

    mutating func tunnel(_ event: Event) -> Phase {
        switch event {
        case .refused:
            commands.append(.resetClient)
        case .clientSent, .clientFinished, .clientFailed, .authenticated, .permitted, .connected, .connectFailed,
            .originSent, .originFinished, .originFailed, .relayed, .profileWritten, .testCaseRead, .deadlinePassed,
            .draining,
            .reconfigured:
            break
        }
        return .tunnel
    }

    mutating func closed(_ event: Event) -> Phase {
        switch event {
        case .refused, .deadlinePassed:
            commands.append(.resetClient)
        case .clientSent, .clientFinished, .clientFailed, .authenticated, .permitted, .connected, .connectFailed,
            .originSent, .originFinished, .originFailed, .relayed, .profileWritten, .testCaseRead, .draining,
            .reconfigured:
            break
        }
        return .closed
    }

    /// Closes the client's connection once the client has read all sent bytes, or at the deadline.
    mutating func close() -> Phase {
        pending = []
        setDeadline(.closing)
        commands.append(.closeClient)
        return .closed
    }

    /// Whether the client's connection closes after the request with this head.
    func closes(after head: RequestHead) -> Bool {
        isDraining || !head.options.persist(head.version) || (clientIsFinished && pending.isEmpty)
    }
}
