import Harness
import InternetNames
import SetupPages
import TransportSecurity

@testable import ForwardProxy

/// Carries out a session's commands without a network, and claims that the commands are consistent.
struct Connection: ~Copyable {
    private var session: Session
    private let limits: Limits
    private let isIntercepted: Bool
    private var origin: OriginSide?
    private var isTunnel = false
    private var isClosed = false
    private var isPaused = false
    private var isAwaitingPermit = false
    private var isAwaitingConnect = false
    private var isAwaitingUser = false
    private var isAwaitingProfile = false
    private var isAwaitingTestCase = false
    private var relays: [Session.Direction: UInt64?] = [:]
    /// The length of the longest piece that the session received.
    private var longestPiece = 0

    init(requiresAuthentication: Bool, isIntercepted: Bool) {
        var limits = Limits()
        // Small limits, so that inputs reach them.
        limits.pipelined = 256
        limits.discardedBody = 64
        limits.message.head = 512
        limits.message.startLine = 256
        limits.message.fieldCount = 8
        limits.message.trailers = 64
        limits.message.chunkExtensions = 64
        limits.message.interimResponses = 3
        self.limits = limits
        self.isIntercepted = isIntercepted
        session = Session(
            limits: limits, pages: LocalPages(), admission: .admitted,
            requiresAuthentication: requiresAuthentication,
            intercepted: isIntercepted ? InterceptedDestination(address: .v4(0xC633_6407), port: 443) : nil)
        carryOut(session.begin())
    }

    /// Sends the session the next event, if that event is possible now.
    mutating func happens(_ choices: inout Choices) {
        let step = choices.number(below: 17)
        switch step {
        case 0...5: clientSends(choices.piece())
        case 6...9: originSends(choices.piece())
        case 10, 11: answer(choices.flag(), through: step == 11 && !isIntercepted ? Self.upstreamProxy : nil)
        case 12: relayed(choices.flag() ? .fromClient : .fromOrigin)
        case 13:
            guard !isTunnel, !isClosed else { return }
            handle(choices.flag() ? .clientFinished : .clientFailed)
        case 14:
            guard origin != nil, !isTunnel else { return }
            handle(choices.flag() ? .originFinished : .originFailed)
        case 15:
            guard !isTunnel, !isClosed else { return }
            handle(
                .reconfigured(
                    isAllowed: choices.flag(), requiresAuthentication: !isIntercepted && choices.flag()))
        case _:
            guard !isUnanswered else { return }
            handle([.deadlinePassed, .draining, .refused(.limitReached)][choices.number(below: 3)])
        }
        let openingLimit = isIntercepted ? 200_000 : 0
        let limit = limits.pipelined + longestPiece + openingLimit
        claim(session.pending.count <= limit, "\(session.pending.count) bytes are kept")
    }

    private mutating func clientSends(_ bytes: ArraySlice<UInt8>) {
        guard !isTunnel, !isClosed, !isPaused, !isUnanswered, relays[.fromClient] == nil, !bytes.isEmpty else { return }
        longestPiece = max(longestPiece, bytes.count)
        handle(.clientSent(bytes))
    }

    private mutating func originSends(_ bytes: ArraySlice<UInt8>) {
        guard origin != nil, !isTunnel, relays[.fromOrigin] == nil, !bytes.isEmpty else { return }
        handle(.originSent(bytes))
    }

    /// Whether a command awaits its answer. A connection does not read from its client meanwhile.
    private var isUnanswered: Bool {
        isAwaitingUser || isAwaitingPermit || isAwaitingConnect || isAwaitingProfile || isAwaitingTestCase
    }

    private mutating func answer(_ isGranted: Bool, through upstreamProxy: UpstreamProxy?) {
        if isAwaitingUser {
            isAwaitingUser = false
            handle(.authenticated(isGranted ? .granted("user") : .wrong))
        } else if isAwaitingProfile {
            isAwaitingProfile = false
            handle(.profileWritten(isGranted ? [0x30] : nil))
        } else if isAwaitingTestCase {
            isAwaitingTestCase = false
            handle(.testCaseRead(isGranted ? Array("{}".utf8) : nil))
        } else if isAwaitingPermit {
            isAwaitingPermit = false
            handle(isGranted ? Self.permit.map(Session.Event.permitted) ?? .draining : .refused(.destinationProhibited))
        } else if isAwaitingConnect {
            isAwaitingConnect = false
            if isGranted { origin = OriginSide() }
            handle(isGranted ? .connected(isReused: true, upstreamProxy: upstreamProxy) : .connectFailed(.refused))
        }
    }

    private mutating func relayed(_ direction: Session.Direction) {
        guard !isTunnel, !isClosed, let count = relays[direction] else { return }
        relays[direction] = nil
        if direction == .fromClient, let count { origin?.take(relayed: count) }
        handle(count == nil ? .originFinished : .relayed(direction))
    }

    private static let upstreamProxy = UpstreamProxy(
        Authority(host: .name("proxy.example"), port: 3128), credentials: BasicCredentials("ann:secret"))

    private static let permit = Permit(
        Verdict(), in: .enforce, authority: Authority(host: .name("a"), port: 80), addresses: [.v4(0xC000_0201)])

    private mutating func handle(_ event: Session.Event) {
        carryOut(session.handle(event))
    }

    private mutating func carryOut(_ commands: [Session.Command]) {
        for command in commands { carryOut(command) }
    }

    private mutating func carryOut(_ command: Session.Command) {
        switch command {
        case .authenticate: isAwaitingUser = true
        case .decide: isAwaitingPermit = true
        case .connect:
            claim(origin == nil, "a second connection while one is held")
            isAwaitingConnect = true
        case .sendToClient(let bytes):
            claim(!isClosed, "bytes for a client that was closed")
            claim(!bytes.isEmpty, "nothing is sent")
        case .sendToOrigin(let bytes):
            claim(origin != nil, "bytes for no origin")
            claim(!isTunnel, "bytes beside the tunnel")
            origin?.take(bytes)
        case .relay(let direction, let count):
            claim(origin != nil && relays[direction] == nil, "a relay without an origin, or a second one")
            claim(count != 0, "a relay of nothing")
            relays[direction] = .some(count)
            if direction == .fromClient { claim(count != nil, "a request without end") }
        case .tunnel:
            claim(origin != nil, "a tunnel to nowhere")
            isTunnel = true
        case .writeProfile(let profile):
            claim((profile.network?.name.utf8.count ?? 1) <= WiFiNetwork.nameLimit, "a name of a network is too long")
            isAwaitingProfile = true
        case .readTestCase(let label):
            claim((label?.text.utf8.count ?? 1) <= TestLabel.sizeLimit, "a label is too long")
            isAwaitingTestCase = true
        case .label(let label): claim((label?.text.utf8.count ?? 1) <= TestLabel.sizeLimit, "a label is too long")
        case .finishOrigin: claim(origin != nil, "no origin to finish")
        case .releaseOrigin(let reuse):
            claim(origin != nil, "no origin to release")
            if reuse != .none {
                claim(origin?.isAtEnd == true && relays.isEmpty, "an origin is reused in the middle")
            }
            origin = nil
            relays = [:]
        case .closeClient, .resetClient: isClosed = true
        case .deadline, .finished: break
        case .pauseClient: isPaused = true
        case .resumeClient: isPaused = false
        }
    }
}
