import Judging
import TransportSecurity

/// The inputs with which the console judges traffic and shows certificates. The program makes them, because they need
/// OpenSSL.
public struct ConsoleJudge: Sendable {
    /// Creates the judge of traffic. The judge stays on the thread that creates it.
    public var replay: @Sendable () -> Replay
    /// The known logs of Certificate Transparency; nil if there is no list.
    public var logs: TransparencyLogList?
    /// The period for which a stapled OCSP response is valid; nil if it cannot be read.
    public var stapledPeriod: @Sendable (_ staple: [UInt8]) -> StapledPeriod?

    /// The period for which a stapled OCSP response is valid.
    public struct StapledPeriod: Hashable, Sendable {
        /// The time at which the status was known to be correct.
        public var thisUpdate: Instant
        /// The time by which there will be a newer response; nil if the response names none.
        public var nextUpdate: Instant?

        /// Creates a period.
        public init(thisUpdate: Instant, nextUpdate: Instant?) {
            self.thisUpdate = thisUpdate
            self.nextUpdate = nextUpdate
        }
    }

    /// Creates the inputs of judging.
    public init(
        logs: TransparencyLogList?,
        replay: @escaping @Sendable () -> Replay,
        stapledPeriod: @escaping @Sendable (_ staple: [UInt8]) -> StapledPeriod? = { _ in nil }
    ) {
        self.replay = replay
        self.logs = logs
        self.stapledPeriod = stapledPeriod
    }

    /// The largest number of evaluations of chains that a judge of live traffic should cache.
    public static let evaluationLimit = 2000
}
