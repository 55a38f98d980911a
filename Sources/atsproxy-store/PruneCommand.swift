import ArgumentParser
import Networking
import Store
import TransportSecurity

/// `atsproxy-store prune`: removes old loads.
struct PruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Remove the loads of days before a date, and what belongs to no load any more.",
        discussion: """
            Whole months are dropped with their tables. Recordings of which nothing is left are remembered, so that a push of \
            their files does not bring them back.
            """)

    @OptionGroup var target: StoreArgument

    @Option(
        help: ArgumentHelp(
            "The first day to keep, in UTC: 2026-11-20, or the day that was 30d ago.", valueName: "day"))
    var before: String

    func run() throws {
        try Output.reportingFailure { () throws(StoreFailure) in
            let day = try firstDay()
            let store = try Store(target.url)
            try store.check()
            Output.say(try store.prune(before: day, now: WallClock.now).text)
        }
    }

    /// Reads the value of `--before`, such as `2026-11-20` or `30d`.
    private func firstDay() throws(StoreFailure) -> Instant {
        if before.utf8.count == 10, let day = Instant("\(before)T00:00:00Z") { return day }
        if before.hasSuffix("d"), let days = Int64(before.dropLast()), (0...100_000).contains(days),
            let day = Instant("\((WallClock.now + -days * 86_400).date)T00:00:00Z")
        {
            return day
        }
        throw StoreFailure(.usage, "--before \(before) is no day such as 2026-11-20 or 30d.")
    }
}
