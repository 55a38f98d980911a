import Foundation

extension RecordingPusher {
    /// Pushes new events again and again, and never returns. The first connection must succeed. A later failure that is
    /// transient is reported once and retried. Any other failure is thrown.
    ///
    /// - Parameters:
    ///   - url: The server and database.
    ///   - interval: The number of seconds between two looks at the recordings.
    public func follow(_ url: String, interval: Double) throws(StoreFailure) -> Never {
        var store: Store? = try connect(to: url)
        var failures = 0
        var lastSumsUpdate = ContinuousClock.now - Self.sumsInterval
        var reportedDecisions = total.decisions
        say("looking for new decisions every \(Int(exactly: interval).map(String.init) ?? "\(interval)") s.")
        while true {
            do throws(StoreFailure) {
                let connected = if let store { store } else { try connect(to: url) }
                store = connected
                try push(to: connected)
                if lastSumsUpdate.duration(to: .now) >= Self.sumsInterval {
                    try connected.updateSums()
                    lastSumsUpdate = .now
                    if total.decisions != reportedDecisions { say("\(total.text.dropLast()) since the start.") }
                    reportedDecisions = total.decisions
                }
                if failures > 0 { say("the store is there again.") }
                failures = 0
                Thread.sleep(forTimeInterval: interval)
            } catch {
                guard error.isTransient else { throw error }
                if failures == 0 { say("\(error.sentence) Trying again until it is there.") }
                // The last batch may have been counted or not. Its recording is therefore read again.
                closeRecordings()
                store = nil
                failures += 1
                Thread.sleep(forTimeInterval: Self.pause(afterFailures: failures))
            }
        }
    }

    /// The time between two updates of the sums of months.
    private static var sumsInterval: Duration { .seconds(600) }

    /// The seconds to wait after a number of failures in a row: 1, 2, 4 and so on, at most 60.
    private static func pause(afterFailures failures: Int) -> Double { Double(min(60, 1 << min(failures - 1, 6))) }

    /// Connects to a store of this version.
    private func connect(to url: String) throws(StoreFailure) -> Store {
        let store = try Store(url)
        try store.check()
        return store
    }
}
