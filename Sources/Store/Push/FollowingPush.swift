import Foundation

extension RecordingPusher {
    /// Pushes new events again and again, and never returns. The first connection must succeed. A later failure that is
    /// transient is reported once and retried. Any other failure is thrown.
    ///
    /// - Parameters:
    ///   - url: The server and database.
    ///   - interval: The number of seconds between two looks at the recordings.
    public func follow(_ url: String, interval: Double) throws(StoreFailure) -> Never {
        var store: Store? = try connection(url)
        var failures = 0
        var lastSums = ContinuousClock.now - Self.sumsInterval
        var lastTotal = total.decisions
        say("looking for new decisions every \(Int(exactly: interval).map(String.init) ?? "\(interval)") s.")
        while true {
            do throws(StoreFailure) {
                let connected = if let store { store } else { try connection(url) }
                store = connected
                try push(to: connected)
                if lastSums.duration(to: .now) >= Self.sumsInterval {
                    try connected.updateSums()
                    lastSums = .now
                    if total.decisions != lastTotal { say("\(total.text.dropLast()) since the start.") }
                    lastTotal = total.decisions
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
                Thread.sleep(forTimeInterval: min(60, 0.5 * Double(1 << min(failures, 8))))
            }
        }
    }

    /// The time between two updates of the sums of months.
    private static var sumsInterval: Duration { .seconds(600) }

    /// A connection to a store of this version.
    private func connection(_ url: String) throws(StoreFailure) -> Store {
        let store = try Store(url)
        try store.check()
        return store
    }
}
