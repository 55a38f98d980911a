import InternetNames
import TransportSecurity

/// The two lookups of one name, IPv6 and IPv4, and the order in which their answers are used (RFC 8305 §3, §4).
///
/// Once one family has answered with addresses, the other gets 50 ms; what comes later is told in a second call.
public final class NameLookup {
    private var pending = Set(Resolver.Family.allCases)
    private var untold: [Resolver.Family: [IPAddress]] = [:]
    private var delay: Timer?
    private var hasTold = false
    /// Why nobody could be asked in one family or both; nil where both were asked.
    public private(set) var failure: SystemError?
    private let handler: (_ addresses: [IPAddress], _ isComplete: Bool) -> Void

    init(_ loop: EventLoop, handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void) {
        self.handler = handler
        delay = Timer(loop) { [unowned self] in self.tell() }
    }

    func answered(_ family: Resolver.Family, _ answer: Resolver.Answer) {
        pending.remove(family)
        var addresses: [IPAddress] = []
        switch answer {
        case .success(let found): addresses = found
        case .failure(let error): failure = error
        }
        untold[family] = addresses
        if pending.isEmpty || hasTold {
            tell()
        } else if !addresses.isEmpty {
            delay?.start(milliseconds: Self.resolutionDelay)
        }
    }

    private func tell() {
        delay?.cancel()
        hasTold = true
        let ordered = Self.interleaved(untold[.v6] ?? [], untold[.v4] ?? [])
        untold = [:]
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

    /// RFC 8305 §8, "Resolution Delay", in milliseconds.
    private static let resolutionDelay = 50
}
