import DataFiles
import Networking
import TransportSecurity

/// Says when the list of CT logs of a running proxy becomes too old, from when on Certificate Transparency is not
/// enforced.
///
/// Lives on the loop of the program's main thread, which serves no clients.
final class LogListAgeWatch {
    private var date: Instant?
    private var isGiven: Bool
    private var isTooOld: Bool
    private var timer: Timer?

    /// Creates a watch of the list with which the proxy has started. That such a list is too old was said at the start.
    ///
    /// - Parameter isGiven: Whether an option names the list.
    init(_ loop: EventLoop, _ dates: DataFileDates, isGiven: Bool) {
        date = dates.logList
        self.isGiven = isGiven
        isTooOld = Self.isTooOld(dates.logList)
        timer = Timer(loop) { [unowned self] in self.look() }
        timer?.start(milliseconds: Self.interval)
    }

    /// Watches the list that was read again, and says at once if it is too old.
    func use(_ dates: DataFileDates, isGiven: Bool) {
        date = dates.logList
        self.isGiven = isGiven
        isTooOld = false
        sayIfTooOld()
    }

    private func look() {
        if !isTooOld { sayIfTooOld() }
        timer?.start(milliseconds: Self.interval)
    }

    private func sayIfTooOld() {
        isTooOld = Self.isTooOld(date)
        guard isTooOld else { return }
        var notice = OldDataNotice(isListGiven: isGiven)
        notice.add(logListOf: date)
        if let sentence = notice.sentence { Console.say(sentence) }
    }

    private static func isTooOld(_ date: Instant?) -> Bool {
        DataFileAge(of: .logList, date: date, at: WallClock.now).isTooOld
    }

    /// The time between two looks at the clock, in milliseconds.
    private static let interval = 5000
}
