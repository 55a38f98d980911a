import Metrics

/// The counts of one worker's probes.
public final class ProbeCounters: Sendable {
    /// The probes that have ended.
    public let results = CounterTable<Outcome>()
    /// The durations of the probes, in milliseconds.
    public let durations = Histogram(bounds: [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000])
    /// The probes that are under way.
    public let running = Gauge()
    /// The loads whose probe waits until no client makes a TLS handshake.
    public let postponed = Gauge()
    /// The destinations that wait for the hellos of other policies, and the one that gets them.
    public let targets = Gauge()

    /// Results of probes.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The server answered a hello with a handshake.
        case handshake
        /// The server refused every hello, or speaks no TLS.
        case noHandshake = "no-handshake"
        /// Nothing was found out about the TLS of the server.
        case failed
    }

    /// Creates counters of nothing.
    public init() {}

    /// Counts a probe that ended with that result after that time.
    func ended(_ result: ProbeResult, after milliseconds: Int64) {
        running.add(-1)
        results.add(of: Outcome(result))
        durations.observe(milliseconds: Int(clamping: milliseconds))
    }
}

extension ProbeCounters.Outcome {
    fileprivate init(_ result: ProbeResult) {
        switch result {
        case .failed: self = .failed
        case .facts(let facts):
            switch facts.observation {
            case .secure: self = .handshake
            case .noHandshake, .cleartext, .certificates: self = .noHandshake
            }
        }
    }
}
