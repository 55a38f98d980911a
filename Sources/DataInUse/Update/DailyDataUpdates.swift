import AppBundle
import DataFiles
import Networking
import Probing
import Settings
import StandardStreams
import TransportSecurity

/// The daily updates of the data files of a running proxy (`--update-data daily`). Each begins a `DataUpdate`, and
/// tells the proxy to use the new files.
///
/// The updates run on the loop of the program's main thread, which serves no clients.
package final class DailyDataUpdates {
    private let loop: EventLoop
    private var settings: ServeSettings
    private let useNewFiles: ([String]) -> Bool
    /// The dates of the files that the proxy judges by.
    private var inForce = DataDates(DailyDataUpdates.dates)
    /// The dates at the last attempt to use new files.
    private var lastSeen: DataDates?
    private var downloader: Downloader?
    private var update: DataUpdate?
    /// Starts the next update.
    private var updateTimer: Timer?
    /// Checks for files that another process has stored or removed.
    private var fileTimer: Timer?
    private var schedule = UpdateSchedule()
    /// The failure of each file that was reported since its last success. An hourly failure is thus reported once.
    private var reportedFailures: [DataFileKind: String] = [:]
    /// The failure to begin an update that was reported last.
    private var reportedFailure: String?

    /// Creates the updates of a proxy with its settings, and plans the first one.
    ///
    /// - Parameter useNewFiles: Called after files have changed, with a line for each. Returns whether the proxy uses
    ///   the files now. After `false`, the closure is called again after the next update.
    package init(_ loop: EventLoop, _ settings: ServeSettings, useNewFiles: @escaping ([String]) -> Bool) {
        self.loop = loop
        self.settings = settings
        self.useNewFiles = useNewFiles
        updateTimer = Timer(loop) { [unowned self] in self.begin() }
        fileTimer = Timer(loop) { [unowned self] in
            // Files that could not be used are tried again after the next update, and not each minute.
            if DataDates(Self.dates) != self.lastSeen { self.useChangedFiles() }
            self.startFileTimer()
        }
        startFileTimer()
        plan(after: .begin(lastCheck: CurrentData.directory?.lastCheck))
    }

    /// Applies new settings from the next update on. The proxy has just read the files again.
    package func use(_ settings: ServeSettings) {
        inForce = DataDates(Self.dates)
        let hasChanged = settings.data != self.settings.data
        self.settings = settings
        guard hasChanged else { return }
        update = nil
        startFileTimer()
        // The time of the last check does not apply to other sources.
        plan(after: .begin(lastCheck: nil))
    }

    private func plan(after event: UpdateSchedule.Event) {
        updateTimer?.cancel()
        let seconds = schedule.scheduleNextCheck(
            settings.data.frequency, after: event, at: WallClock.now, random: .random(in: 0..<1))
        if let seconds { updateTimer?.start(milliseconds: Int(seconds * 1000)) }
    }

    private func startFileTimer() {
        fileTimer?.cancel()
        guard settings.data.frequency == .daily else { return }
        fileTimer?.start(milliseconds: Int(UpdateSchedule.secondsBetweenDirectoryChecks * 1000))
    }

    private func begin() {
        do throws(CommandFailure) {
            // Nothing is downloaded if it could not be stored.
            if let fault = settings.dataPlaceFault { throw CommandFailure(.output, fault) }
            guard let directory = CurrentData.directory else { return plan(after: .end(isSuccess: false)) }
            let replaceable = settings.trust.replaceable
            let sources = settings.data.sources.filter { replaceable.contains($0.kind) }
            guard !sources.isEmpty else { return plan(after: .end(isSuccess: true)) }
            // Pipes are not read, because that could block the thread that handles signals.
            let (store, rules) = try settings.trust.load(warningAt: nil, pipes: .refused)
            let probing = ProbeSettings(
                trust: store, limits: settings.network.limits, resolve: settings.network.overrides,
                fetchesIssuers: false)
            let upstreamProxy = try settings.listeners.lazy.compactMap(\.upstreamProxy).first?.read(pipes: .refused)
            let downloader = try downloader(with: probing)
            var outcomes: [DataUpdate.Outcome] = []
            update = DataUpdate(
                sources, with: downloader,
                .init(
                    upstreamProxy: upstreamProxy, probing: probing, rules: rules, replaceable: replaceable,
                    directory: directory)
            ) {
                outcomes.append($0)
            } finished: { [unowned self] in
                self.finish(outcomes, in: directory)
            }
        } catch {
            if reportedFailure != error.sentence { Output.say(error.sentence) }
            reportedFailure = error.sentence
            plan(after: .end(isSuccess: false))
        }
    }

    /// The downloader, which is created only once, because its threads for lookups never end.
    private func downloader(with settings: ProbeSettings) throws(CommandFailure) -> Downloader {
        if let downloader {
            downloader.use(settings)
            return downloader
        }
        do throws(SystemError) {
            let made = try Downloader(on: loop, settings)
            downloader = made
            return made
        } catch {
            throw CommandFailure(.software, "data are not updated: \(error.operation): \(error.text)")
        }
    }

    /// Reports new failures of an update, plans the next one, and lets the proxy use changed files.
    private func finish(_ outcomes: [DataUpdate.Outcome], in directory: DataDirectory) {
        update = nil
        reportedFailure = nil
        var hasFailed = false
        for outcome in outcomes {
            let kind = outcome.source.kind
            switch outcome.result {
            case .updated, .current: reportedFailures[kind] = nil
            case .failed(let failure):
                hasFailed = true
                if reportedFailures[kind] != failure.sentence { Output.say(failure.sentence) }
                reportedFailures[kind] = failure.sentence
            }
        }
        if !hasFailed { directory.noteCheck() }
        plan(after: .end(isSuccess: !hasFailed))
        useChangedFiles()
    }

    /// Lets the proxy use the files if one of them differs from the one in force. This update or another process may
    /// have stored or removed the file.
    private func useChangedFiles() {
        let dates = DataDates(Self.dates)
        lastSeen = dates
        let lines = dates.changes(since: inForce)
        if !lines.isEmpty, useNewFiles(lines) { inForce = dates }
    }

    /// The dates of the current files.
    private static var dates: [DataFileKind: Instant] {
        var dates: [DataFileKind: Instant] = [:]
        for kind in DataFileKind.allCases { dates[kind] = CurrentData.choice(kind).date }
        return dates
    }
}

/// The dates of the data files at one time, whose comparison shows which files have changed.
struct DataDates: Hashable {
    private let dates: [DataFileKind: Instant]

    /// Creates the dates by kind.
    init(_ dates: [DataFileKind: Instant]) {
        self.dates = dates
    }

    /// A line for each file whose date has changed. The date goes back if an updated file was removed.
    func changes(since old: DataDates) -> [String] {
        DataFileKind.allCases.compactMap { kind in
            let (before, now) = (old.dates[kind], dates[kind])
            guard before != now else { return nil }
            var isOlder = false
            if let before, let now { isOlder = now < before }
            let verb = isOlder ? "went back" : "updated"
            // Two files of one day differ only in the time.
            let isOneDay = before?.date == now?.date
            func text(_ date: Instant?) -> String {
                date.map { isOneDay ? $0.description : $0.date } ?? "no date"
            }
            return "\(kind.rawValue): \(verb) from \(text(before)) to \(text(now))"
        }
    }
}
