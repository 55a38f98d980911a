import HTTP
import InternetNames
import SetupPages
import TransportSecurity

/// The phase `readingHead`: from the client's bytes to a request.
extension Session {
    mutating func readingHead(_ event: Event) -> Phase {
        switch event {
        case .clientSent(let bytes):
            pending = bytes
            let next = readRequests()
            // The rest is copied, because the connection's buffer must not be kept alive.
            pending = ArraySlice(Array(pending))
            return next
        case .clientFinished:
            return endOfRequests()
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .deadlinePassed:
            return parser.isEmpty ? close() : refuse(malformed: .timedOut)
        case .draining:
            return parser.isEmpty && pending.isEmpty ? close() : .readingHead
        case .authenticated, .permitted, .refused, .connected, .connectFailed, .originSent, .originFinished,
            .originFailed,
            .relayed, .profileWritten, .testCaseRead, .reconfigured:
            return .readingHead
        }
    }

    /// Reads requests from the bytes that are there, for as long as the proxy itself answers them.
    mutating func readRequests() -> Phase {
        while !pending.isEmpty {
            let next: Phase
            do throws(RequestError) {
                guard let head = try parser.consume(&pending) else { break }
                next = begin(head)
            } catch {
                next = refuse(malformed: error)
            }
            guard next.isReadingHead else { return next }
        }
        if clientIsFinished { return endOfRequests() }
        if !parser.isEmpty {
            setDeadline(.requestHead)
        } else if isDraining {
            return close()
        } else {
            setDeadline(.keepAliveIdle)
        }
        return .readingHead
    }

    /// The client has closed its side, and all its whole requests are answered.
    private mutating func endOfRequests() -> Phase {
        parser.isEmpty ? close() : refuse(malformed: .incomplete)
    }

    private mutating func begin(_ head: RequestHead) -> Phase {
        setDeadline(nil)
        if ConnectionAuthentication.isPart(of: head.fields) { usesConnectionAuthentication = true }
        switch admission {
        case .admitted: break
        case .notAllowed:
            return reply(
                .clientNotAllowed, to: head, ProxyRequest(head), ending: .clientNotAllowed, before: .unreadable)
        case .tooManyConnections:
            return reply(
                .tooManyConnections, to: head, ProxyRequest(head), ending: .refused(.limitReached), before: .unreadable)
        }
        if head.isTrace {
            return reply(
                Reply(.trace), to: head, ProxyRequest(head), ending: .malformed(.trace), before: unsentBody(of: head))
        }
        switch recipient(of: head) {
        case .proxy(let own):
            return reply(own, to: head, ProxyRequest(head), ending: .complete, before: unsentBody(of: head))
        case .label(let inquiry):
            return foreignOrigin(of: head, inquiry) ?? readBody(of: head, .label)
        case .testCase(let inquiry):
            return foreignOrigin(of: head, inquiry) ?? readTestCase(head)
        case .profile(let inquiry):
            if let refusal = pages.refusal(of: head, inquiry) {
                return reply(refusal, to: head, nil, ending: .complete, before: unsentBody(of: head))
            }
            return readBody(of: head, .profile(inquiry))
        case .labelEnd(let inquiry):
            if let refusal = foreignOrigin(of: head, inquiry) { return refusal }
            commands.append(.label(nil))
            return reply(.unlabelled, to: head, ProxyRequest(head), ending: .complete, before: unsentBody(of: head))
        case .origin(let load):
            if Via.isMarked(head.fields) { return refuse(load, .loop) }
            return requiresAuthentication ? authenticate(load) : decide(load)
        case .none(let error):
            return refuse(malformed: error)
        }
    }

    /// The refusal of a request about test cases that a page of another site may have made; nil without a reason.
    private mutating func foreignOrigin(of head: RequestHead, _ inquiry: LocalPages.Inquiry) -> Phase? {
        guard let sentence = inquiry.foreignOrigin(of: head.fields) else { return nil }
        return reply(
            .labelRefused(sentence), to: head, ProxyRequest(head), ending: .complete, before: unsentBody(of: head))
    }

    /// The party that answers a request.
    private enum Recipient {
        /// The proxy itself, with this reply.
        case proxy(Reply)
        /// The proxy itself, which reads the name of a test case.
        case label(LocalPages.Inquiry)
        /// The proxy itself, which describes the loads of a test case.
        case testCase(LocalPages.Inquiry)
        /// The proxy itself, which makes a configuration profile.
        case profile(LocalPages.Inquiry)
        /// The proxy itself, which forgets the name of a test case.
        case labelEnd(LocalPages.Inquiry)
        /// The origin of this load.
        case origin(RequestedLoad)
        /// No one: the request has this fault.
        case none(RequestError)
    }

    /// Tells requests to the proxy itself from loads. The proxy's own pages need no authentication: a device must be
    /// able to read how to set up the proxy before it is set up.
    private func recipient(of head: RequestHead) -> Recipient {
        var userAgent: String { head.fields.first(.userAgent)?.text ?? "" }
        if let destination { return recipient(of: head, interceptedAt: destination) }
        switch head.target {
        case .authority(let authority):
            return .origin(RequestedLoad(head, connectingTo: authority))
        case .asterisk:
            return .proxy(.empty)
        case .origin(let path, query: _):
            let asked = head.fields.first(.host).flatMap { Authority(parsing: $0, defaultPort: 80) }
            let reached = asked.flatMap { $0.host == .name(LocalPages.setupHost) ? nil : $0 }
            return recipient(
                of: head, .init(path: path.text, reachedAddress: reached, isProxied: false, userAgent: userAgent))
        case .absolute(let target):
            if LocalPages.serves(target.authority) {
                return recipient(
                    of: head, .init(path: target.path.text, reachedAddress: nil, isProxied: true, userAgent: userAgent))
            }
            // RFC 9110 §7.6.2: the recipient of a request with Max-Forwards 0 answers it.
            return head.maxForwards == 0 ? .proxy(.empty) : .origin(RequestedLoad(head, for: target))
        }
    }

    /// The recipient of a request whose client does not know of the proxy: the origin, except for the name of a test
    /// case. The pages that tell how to use the proxy are of no use to such a client.
    private func recipient(of head: RequestHead, interceptedAt destination: InterceptedDestination) -> Recipient {
        guard let target = AbsoluteTarget(head, interceptedAt: destination.address, port: destination.port) else {
            return .none(.target)
        }
        if LocalPages.serves(target.authority), target.path.text == LocalPages.labelPath {
            return recipient(
                of: head, .init(path: target.path.text, reachedAddress: nil, isProxied: true, userAgent: ""))
        }
        if head.maxForwards == 0 { return .proxy(.empty) }
        return .origin(RequestedLoad(head, for: target, at: destination.address))
    }

    /// The recipient of a request to the proxy itself.
    private func recipient(of head: RequestHead, _ inquiry: LocalPages.Inquiry) -> Recipient {
        switch (inquiry.path, head.method.text) {
        case (LocalPages.labelPath, "PUT"): return .label(inquiry)
        case (LocalPages.labelPath, "GET"): return .testCase(inquiry)
        case (LocalPages.labelPath, "DELETE"): return .labelEnd(inquiry)
        case (LocalPages.labelPath, _): return .proxy(.labelMethodNotAllowed)
        case (LocalPages.profilePath, "POST"): return .profile(inquiry)
        case (LocalPages.profilePath, _): return .proxy(.profileMethodNotAllowed)
        case _: return .proxy(Reply(pages.page(for: inquiry)))
        }
    }
}
