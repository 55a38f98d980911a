import InternetNames
import Synchronization
import TransportSecurity

/// Which destinations were probed for other policies within the last day, for all workers.
///
/// Times are milliseconds of `WallClock.elapsedMilliseconds`.
public final class BackgroundProbeHistory: Sendable {
    private let lastTimes = Mutex<[Destination: Int64]>([:])

    /// A server, and the address at which a client itself chose to reach it; nil for any address.
    private struct Destination: Hashable {
        var authority: Authority
        var address: IPAddress?
    }

    /// An empty history.
    public init() {}

    /// Enters the destination if it is due, and returns whether the caller is to probe it.
    ///
    /// A destination is due once a day. A history that is full of destinations of the last day takes no further
    /// destination, because the traffic of an app has fewer.
    ///
    /// - Parameter address: The address that the client chose. Such destinations do not use up the day of
    ///   other clients' destinations.
    func claim(_ authority: Authority, chosen address: IPAddress? = nil, at time: Int64) -> Bool {
        let destination = Destination(authority: authority, address: address)
        return lastTimes.withLock { lastTimes in
            if let last = lastTimes[destination], time < last + Self.interval { return false }
            if lastTimes.count >= Self.limit {
                lastTimes = lastTimes.filter { time < $0.value + Self.interval }
                guard lastTimes.count < Self.limit else { return false }
            }
            lastTimes[destination] = time
            return true
        }
    }

    /// One day, in milliseconds.
    private static let interval: Int64 = 86_400_000
    /// The most destinations in the history.
    private static let limit = 10_000
}
