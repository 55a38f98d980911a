import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// A search for the addresses at which a client may reach a destination.
///
/// The addresses are those of `--resolve`, else the destination itself if it is an address, else those that its name
/// resolves to. Addresses that the client may not reach through the proxy are left out.
public final class DestinationSearch {
    private var lookup: NameLookup?
    private var immediate: Timer?
    private var hasFound = false
    private var hasProhibited = false
    /// The end of the time for search and connect, in milliseconds of the monotonic clock.
    private let end: Int64
    private let isAllowed: (IPAddress) -> Bool
    private let handler: (Result) -> Void

    /// The result of a search. A search of a name may call its handler twice, once for each family of addresses.
    public enum Result {
        /// Allowed addresses in order of preference. Unless `isComplete`, others may follow.
        case addresses([IPAddress], isComplete: Bool)
        /// The client may reach no address. Comes at most once, and not after addresses.
        case failed(LoadFailure)
    }

    /// Begins a search. The handler is called on the loop of that context, and never before this initializer returns.
    ///
    /// A lookup takes no longer than a connect may. The connect gets the rest of that time (`millisecondsLeft`).
    ///
    /// - Parameter client: The client in whose share a lookup counts; nil for one of the proxy's own.
    public init(
        _ context: ProbeContext, for authority: Authority, by client: IPAddress?,
        isAllowed: @escaping (IPAddress) -> Bool, handler: @escaping (Result) -> Void
    ) {
        self.isAllowed = isAllowed
        self.handler = handler
        let limit = Int(context.settings.limits.connect * 1000)
        end = WallClock.elapsedMilliseconds + Int64(limit)
        if let known = Self.known(context, authority) {
            immediate = Timer(context.loop) { [unowned self] in self.tell(known, isComplete: true) }
            immediate?.start(milliseconds: 0)
            return
        }
        let name = authority.host.description
        lookup = context.lookups.lookUp(name, for: client, within: limit) { [unowned self] in
            self.tell($0, isComplete: $1)
        }
    }

    /// Begins a search for the addresses of an upstream proxy. None of them may be an address of a listener of this
    /// proxy. Failures are those of the upstream proxy.
    public convenience init(
        _ context: ProbeContext, for upstreamProxy: UpstreamProxy, handler: @escaping (Result) -> Void
    ) {
        self.init(
            context, for: upstreamProxy.authority, by: nil,
            isAllowed: { Self.isUpstreamProxy(at: $0, upstreamProxy, context) }
        ) { result in
            switch result {
            case .addresses: handler(result)
            case .failed(let failure): handler(.failed(failure.ofUpstreamProxy(upstreamProxy)))
            }
        }
    }

    /// The addresses of an upstream proxy, none of them one of a listener of this proxy, if they are known without a
    /// lookup; otherwise nil.
    public static func known(_ context: ProbeContext, _ upstreamProxy: UpstreamProxy) -> [IPAddress]? {
        let known = known(context, upstreamProxy.authority)?.filter { isUpstreamProxy(at: $0, upstreamProxy, context) }
        return known?.isEmpty == true ? nil : known
    }

    private static func isUpstreamProxy(at address: IPAddress, _ upstreamProxy: UpstreamProxy, _ context: ProbeContext)
        -> Bool
    {
        !context.machine.current.listens(at: address, port: upstreamProxy.authority.port)
    }

    /// All addresses of a destination, allowed or not, if they are known without a lookup; otherwise nil.
    public static func known(_ context: ProbeContext, _ authority: Authority) -> [IPAddress]? {
        if let given = context.settings.resolve.addresses(of: authority) { return given }
        switch authority.host {
        case .address(let address): return [address]
        case .name(let name): return context.lookups.addresses(of: name)
        }
    }

    private func tell(_ addresses: [IPAddress], isComplete: Bool) {
        let allowed = addresses.filter(isAllowed)
        if allowed.count < addresses.count { hasProhibited = true }
        if !allowed.isEmpty { hasFound = true }
        if hasFound {
            handler(.addresses(allowed, isComplete: isComplete))
        } else if isComplete {
            if hasProhibited { return handler(.failed(.prohibited)) }
            handler(.failed(failureOfLookup))
        }
    }

    private var failureOfLookup: LoadFailure {
        if let failure = lookup?.failure { return LoadFailure(failure) }
        return .upstream(lookup?.hasTimedOut == true ? .lookupTimedOut : .nameNotFound)
    }

    /// The time that the search has left of that for a connect, in milliseconds; at least one.
    public var millisecondsLeft: Int { max(1, Int(end - WallClock.elapsedMilliseconds)) }
}
