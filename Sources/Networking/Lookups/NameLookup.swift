import InternetNames
import TransportSecurity

/// The two lookups of one name, for IPv6 and IPv4, and the order of their results (RFC 8305 §3, §4).
///
/// Once one family has addresses, the other one gets 50 ms. Results that arrive later are delivered in a second call. A
/// family without a result at the deadline counts as one without addresses.
public final class NameLookup {
    private var pending = Set(Resolver.Family.allCases)
    private var undelivered: [Resolver.Family: [IPAddress]] = [:]
    private var delay: Timer?
    private var hasDelivered = false
    /// The failure of this machine to ask in one family or both; nil if there was none.
    public private(set) var failure: SystemError?
    /// Whether the deadline passed before both families had a result.
    public private(set) var hasTimedOut = false
    private var deadline: Timer?
    private let handler: (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    /// Called once, when the lookup is complete or released: nobody waits for results any more.
    private var over: (() -> Void)?

    init(
        _ loop: EventLoop, milliseconds: Int?,
        handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    ) {
        self.handler = handler
        delay = Timer(loop) { [unowned self] in self.deliver() }
        guard let milliseconds else { return }
        deadline = Timer(loop) { [unowned self] in self.expire() }
        deadline?.start(milliseconds: milliseconds)
    }

    deinit {
        over?()
    }

    /// Whether results are still awaited.
    var isWaiting: Bool { !pending.isEmpty }

    /// Sets the function that is called when nobody waits for results any more.
    func whenOver(_ over: @escaping () -> Void) {
        self.over = over
    }

    func answered(_ family: Resolver.Family, _ answer: Resolver.Answer) {
        guard pending.remove(family) != nil else { return }
        var addresses: [IPAddress] = []
        switch answer {
        case .success(let found): addresses = found
        case .failure(let error): failure = error
        }
        undelivered[family] = addresses
        if pending.isEmpty || hasDelivered {
            deliver()
        } else if !addresses.isEmpty {
            delay?.start(milliseconds: Self.resolutionDelay)
        }
    }

    private func expire() {
        hasTimedOut = true
        pending = []
        deliver()
    }

    private func deliver() {
        delay?.cancel()
        if pending.isEmpty {
            deadline?.cancel()
            over?()
            over = nil
        }
        hasDelivered = true
        let ordered = Self.interleaved(undelivered[.v6] ?? [], undelivered[.v4] ?? [])
        undelivered = [:]
        handler(ordered, pending.isEmpty)
    }

    static func interleaved(_ first: [IPAddress], _ second: [IPAddress]) -> [IPAddress] {
        var ordered: [IPAddress] = []
        for index in 0..<max(first.count, second.count) {
            if index < first.count { ordered.append(first[index]) }
            if index < second.count { ordered.append(second[index]) }
        }
        return ordered
    }

    /// The "Resolution Delay" of RFC 8305 §8, in milliseconds.
    private static let resolutionDelay = 50
}
