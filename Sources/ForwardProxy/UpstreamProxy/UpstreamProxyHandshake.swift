import HTTP
import InternetNames
import TransportSecurity

/// The opening of a tunnel through an upstream proxy: the CONNECT and its answer (RFC 9110 §9.3.6).
///
/// A state machine without input or output. Its owner tells each event on the connection to the upstream proxy, and
/// carries out the command. The read bytes are bounded by the limits of heads.
///
/// An upstream proxy may answer 2xx before it has connected to the server, and close the tunnel when that fails.
/// Nothing in the tunnel tells this from a server that closes. The end therefore counts as that of a server.
public struct UpstreamProxyHandshake: Sendable {
    private let upstreamProxy: UpstreamProxy
    private let destination: Authority
    private let via: ByteString?
    private let interimLimit: Int
    private var parser: ResponseParser
    private var interimResponses = 0
    private var isOver = false

    /// An event on the connection.
    public enum Event: Sendable {
        /// The connection to the upstream proxy is established. The first event.
        case connected
        /// Bytes came from the upstream proxy.
        case received(ArraySlice<UInt8>)
        /// The upstream proxy has closed the connection, or it broke.
        case closed
        /// The time for an answer is over.
        case deadlinePassed
    }

    /// The action to carry out.
    public enum Command: Hashable, Sendable {
        /// Send these bytes to the upstream proxy, and read from it.
        case send([UInt8])
        /// Read on.
        case wait
        /// The tunnel is open. These bytes came behind the answer, and are the first of the server.
        case open(early: ArraySlice<UInt8>)
        /// There is no tunnel. The connection is of no use any more.
        case fail(UpstreamProxyFailure)
    }

    /// The opening of a tunnel to a destination.
    ///
    /// - Parameter via: The Via of the request that the tunnel is for, by which a loop is recognized; nil without one.
    public init(to destination: Authority, through upstreamProxy: UpstreamProxy, via: ByteString? = nil, limits: Limits)
    {
        self.destination = destination
        self.upstreamProxy = upstreamProxy
        self.via = via
        interimLimit = limits.message.interimResponses
        parser = ResponseParser(limits: limits.message)
    }

    /// Returns the command after an event. After `open` and `fail`, no event has an effect.
    public mutating func handle(_ event: Event) -> Command {
        guard !isOver else { return .wait }
        let command = next(after: event)
        switch command {
        case .send, .wait: break
        case .open, .fail: isOver = true
        }
        return command
    }

    private mutating func next(after event: Event) -> Command {
        switch event {
        case .connected: return .send(request)
        case .received(let bytes): return read(bytes)
        case .closed: return fail(.closed)
        case .deadlinePassed: return fail(.silent)
        }
    }

    private var request: [UInt8] {
        var request = Array("CONNECT \(destination) HTTP/1.1\r\nHost: \(destination)\r\n".utf8)
        if let via { request.append(field: Array("Via".utf8)[...], value: via.octets[...]) }
        return request + upstreamProxy.fields + Array("\r\n".utf8)
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) -> Command {
        var input = bytes
        do throws(MalformedResponse) {
            while let head = try parser.consume(&input) {
                guard head.isInterim else { return answered(head, early: input) }
                interimResponses += 1
                // RFC 9110 §7.8: nothing asked the upstream proxy to switch protocols.
                guard head.status != 101, interimResponses <= interimLimit else { return fail(.malformedAnswer) }
            }
            return .wait
        } catch {
            return fail(parser.hasReadStatusLine ? .malformedAnswer : .notHTTP)
        }
    }

    /// RFC 9110 §9.3.6: any 2xx opens the tunnel, and the bytes after its head are the server's, whatever the fields
    /// say.
    private func answered(_ head: ResponseHead, early: ArraySlice<UInt8>) -> Command {
        (200...299).contains(head.status) ? .open(early: early) : .fail(upstreamProxy.failure(by: head))
    }

    private func fail(_ reason: UpstreamProxyFailure.Reason) -> Command {
        .fail(UpstreamProxyFailure(of: upstreamProxy, reason))
    }
}

extension UpstreamProxy {
    /// The failure that an answer other than 2xx stands for.
    func failure(by head: ResponseHead) -> UpstreamProxyFailure {
        UpstreamProxyFailure(of: self, reason(of: head))
    }

    private func reason(of head: ResponseHead) -> UpstreamProxyFailure.Reason {
        switch head.status {
        case 407:
            var schemes = 0
            var offersBasic = false
            head.fields.forEachMember(of: .proxyAuthenticate) { challenge in
                schemes += 1
                let scheme = challenge.prefix { $0 != 0x20 }
                if scheme.equals(ignoringCase: "basic") { offersBasic = true }
            }
            // A parameter of a challenge counts as a member too, which does no harm.
            if schemes > 0, !offersBasic { return .schemeNotSupported }
            return hasCredentials ? .credentialsRejected : .credentialsMissing
        case 403: return .denied
        case 500, 502, 503, 504: return .unavailable(head.status)
        case 508: return .loopDetected
        case _: return .unexpectedStatus(head.status)
        }
    }
}
