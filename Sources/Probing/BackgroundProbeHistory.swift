import InternetNames
import Synchronization
import TransportSecurity

/// Which destinations were probed when, for all workers, in milliseconds of `WallClock.elapsedMilliseconds`.
public final class BackgroundProbeHistory: Sendable {
    private let days = Mutex<[Authority: Int64]>([:])

    /// A history without an entry.
    public init() {}

    /// Whether nobody has probed the destination within a day; if so, the caller is to do it.
    func claim(_ authority: Authority, at time: Int64) -> Bool {
        days.withLock { days in
            if let last = days[authority], time < last + Self.interval { return false }
            if days.count >= Self.limit {
                days = days.filter { time < $0.value + Self.interval }
                // So many in one day are no app's traffic; they have to do without.
                guard days.count < Self.limit else { return false }
            }
            days[authority] = time
            return true
        }
    }

    private static let interval: Int64 = 86_400_000
    private static let limit = 10_000
}
