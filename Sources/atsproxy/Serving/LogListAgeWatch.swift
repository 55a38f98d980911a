import DataFiles
import DataInUse
import MetricsServing
import Networking
import StandardStreams
import TransportSecurity

/// Prints a warning when the list of CT logs of a running proxy becomes too old. Certificate Transparency is then no
/// longer enforced.
///
/// The watch runs on the loop of the program's main thread, which serves no clients.
final class LogListAgeWatch {
    /// The date of the list; nil if the list states none.
    private var date: Instant?
    /// Whether an option names the list.
    private var isGiven: Bool
    /// Whether the list was too old at the last check, and the warning is printed.
    private var isTooOld: Bool
    private var timer: Timer?

    /// Creates a watch of the list with which the proxy has started. If that list is too old, the start has already
    /// printed the warning.
    ///
    /// - Parameter isGiven: Whether an option names the list.
    init(on loop: EventLoop, _ dates: DataFileDates, isGiven: Bool) {
        date = dates.logList
        self.isGiven = isGiven
        isTooOld = Self.isTooOld(dates.logList)
        timer = Timer(loop) { [unowned self] in self.check() }
        timer?.start(milliseconds: Self.interval)
    }

    /// Watches a list that was read again, and warns at once if it is too old.
    func use(_ dates: DataFileDates, isGiven: Bool) {
        date = dates.logList
        self.isGiven = isGiven
        noteAge()
    }

    private func check() {
        if !isTooOld { noteAge() }
        timer?.start(milliseconds: Self.interval)
    }

    /// Notes whether the list is too old, and warns if so.
    private func noteAge() {
        isTooOld = Self.isTooOld(date)
        guard isTooOld else { return }
        var notice = OldDataNotice(isListGiven: isGiven)
        notice.add(logListOf: date)
        for sentence in notice.sentences { Output.say(sentence) }
    }

    private static func isTooOld(_ date: Instant?) -> Bool {
        DataFileAge(of: .logList, date: date, at: WallClock.now).isTooOld
    }

    /// The time between two checks, in milliseconds.
    private static let interval = 5000
}
