import TransportSecurity

/// The way of a request from the client's bytes to the permit for its load.
extension Session {
    mutating func clientSent(_ bytes: ArraySlice<UInt8>) {
        switch phase {
        case .ended:
            return
        case .head:
            pending = bytes
            readRequests()
            // What is left over is copied, so that no buffer of the connection's is held on to.
            pending = ArraySlice(Array(pending))
        case .authenticating, .deciding, .connecting:
            keep(bytes)
        case .exchanging:
            keep(bytes)
            sendRequestBody()
        case .discarding:
            keep(bytes)
            discardBody()
        }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        pending = pending.isEmpty ? ArraySlice(Array(bytes)) : pending + bytes
    }

    /// Holds what came too early within its limit. A connection that was told to pause has at most one read more
    /// under way; whatever goes on sending beyond that ignores us.
    mutating func boundPending() {
        if pending.isEmpty { pending = [] }
        if !clientIsPaused, pending.count >= limits.pipelined, phase != .ended {
            clientIsPaused = true
            commands.append(.pauseClient)
        } else if clientIsPaused, pending.count < limits.pipelined {
            clientIsPaused = false
            commands.append(.resumeClient)
        }
    }

    /// Reads requests as long as they can be answered at once.
    mutating func readRequests() {
        while phase == .head, !pending.isEmpty {
            do throws(RequestError) {
                guard let head = try parser.consume(&pending) else { break }
                begin(head)
            } catch {
                refuse(malformed: error)
            }
        }
        guard phase == .head else { return }
        if clientIsFinished {
            clientFinished()
        } else if !parser.isEmpty {
            setDeadline(.requestHead)
        } else if isDraining {
            close()
        } else {
            setDeadline(.keepAliveIdle)
        }
    }

    private mutating func begin(_ head: RequestHead) {
        setDeadline(nil)
        if ConnectionAuthentication.isPart(of: head.fields) { originIsPersonal = true }
        exchange = Exchange(head: head, request: ProxyRequest(head), responseParser: ResponseParser(limits: limits))
        switch admission {
        case .admitted: break
        case .notAllowed: return reply(.clientNotAllowed, ending: .clientNotAllowed, closing: true)
        case .tooManyConnections: return reply(.tooManyConnections, ending: .refused(.limitReached), closing: true)
        }
        if let local = localReply(to: head) {
            return reply(local, ending: .complete)
        }
        guard requiresAuthentication else { return decide() }
        authenticate(head)
    }

    /// The reply to what is asked of the proxy itself, for which nobody needs to say who they are: a phone must be
    /// able to read how to set the proxy up before it is set up.
    private func localReply(to head: RequestHead) -> Reply? {
        var userAgent: String { head.fields.first(.userAgent)?.text ?? "" }
        switch head.target {
        case .authority: return nil
        case .asterisk: return .empty
        case .origin(let path):
            let asked = head.fields.first(.host).flatMap { Authority(parsing: $0, defaultPort: 80) }
            let reached = asked.flatMap { $0.host == .name(LocalPages.setupHost) ? nil : $0 }
            return pages.reply(to: .init(path: path, directly: reached, isProxied: false, userAgent: userAgent))
        case .absolute(let target):
            if LocalPages.answer(for: target.authority) {
                return pages.reply(
                    to: .init(path: target.path, directly: nil, isProxied: true, userAgent: userAgent))
            }
            // RFC 9110 §7.6.2: the last recipient that the client wants to hear answers.
            return head.maxForwards == 0 ? .empty : nil
        }
    }

    private mutating func authenticate(_ head: RequestHead) {
        guard head.fields.count(of: .proxyAuthorization) == 1, let value = head.fields.first(.proxyAuthorization)
        else { return reply(.notAuthenticated, ending: .notAuthenticated) }
        if let accepted, accepted.credentials == WireText(value) {
            exchange?.isAsked(by: accepted.user)
            return decide()
        }
        guard let credentials = BasicCredentials(value) else {
            return reply(.notAuthenticated, ending: .notAuthenticated)
        }
        phase = .authenticating
        commands.append(.authenticate(user: credentials.user, password: credentials.password))
    }

    mutating func authenticated(_ user: String?) {
        guard phase == .authenticating, let head = exchange?.head else { return }
        guard requiresAuthentication else { return decide() }
        guard let user, let value = head.fields.first(.proxyAuthorization) else {
            return replyAndGoOn(.notAuthenticated, ending: .notAuthenticated)
        }
        if value.count <= Self.rememberedCredentials { accepted = (WireText(value).compacted, user) }
        exchange?.isAsked(by: user)
        decide()
    }

    /// The longest field value with credentials that is remembered for a connection, in bytes.
    private static let rememberedCredentials = 1024

    private mutating func decide() {
        guard let request = exchange?.request else { return }
        phase = .deciding
        commands.append(.decide(request))
    }

    mutating func permitted(_ permit: Permit) {
        guard phase == .deciding else { return }
        exchange?.permit = permit
        phase = .connecting
        commands.append(.connect(permit))
    }
}
