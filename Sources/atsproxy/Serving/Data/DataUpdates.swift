import AppBundle
import DataFiles
import Networking
import Probing
import TransportSecurity

/// The updates of data files by a proxy that runs (`--update-data daily`).
///
/// Lives on the loop of the program's main thread, which serves no clients.
final class DataUpdates {
    private let loop: EventLoop
    private var settings: ServeSettings
    private let takeOver: ([String]) -> Bool
    /// The dates of the files that the proxy judges by.
    private var inForce = DataUpdates.dates
    private var downloader: Downloader?
    private var update: DataUpdate?
    private var timer: Timer?
    private var schedule = UpdateSchedule()
    /// The failure of each file that was reported since its last success, so that an hourly failure is reported once.
    private var reportedFailures: [DataFileKind: String] = [:]
    /// The failure to begin an update that was reported last.
    private var reportedFailure: String?

    /// Creates the updates of a proxy with its settings. `begin` starts them.
    ///
    /// - Parameter takeOver: Called after files have changed, with a line for each. Returns whether they are in force, else
    ///   it is called again after the next check.
    init(_ loop: EventLoop, _ settings: ServeSettings, takeOver: @escaping ([String]) -> Bool) {
        self.loop = loop
        self.settings = settings
        self.takeOver = takeOver
        timer = Timer(loop) { [unowned self] in self.begin() }
        plan(after: CurrentData.directory?.lastCheck)
    }

    /// Applies new settings, with which the files were read again, from the next update on.
    func use(_ settings: ServeSettings) {
        inForce = Self.dates
        let hasChanged = settings.data != self.settings.data
        self.settings = settings
        guard hasChanged else { return }
        update = nil
        // The last check was of other sources.
        plan(after: nil)
    }

    private func plan(after lastCheck: Instant?) {
        timer?.cancel()
        guard settings.data.frequency == .daily else { return }
        let seconds = schedule.secondsUntilFirst(
            lastCheck: lastCheck, at: WallClock.now, random: .random(in: 0..<1))
        timer?.start(milliseconds: Int(seconds * 1000))
    }

    private func begin() {
        do throws(CommandFailure) {
            guard let directory = CurrentData.directory else {
                throw CommandFailure(.output, CurrentData.noDirectory)
            }
            let replaceable = settings.trust.replaceable
            let sources = settings.data.sources.filter { replaceable.contains($0.kind) }
            guard !sources.isEmpty else { return planNext(afterSuccess: true) }
            // A pipe would block the thread that handles signals.
            let (store, rules) = try FileOpening.$readsPipes.withValue(false) {
                Result { () throws(CommandFailure) in try settings.trust.load(warnsAt: nil) }
            }.get()
            let probing = ProbeSettings(
                trust: store, limits: settings.network.limits, resolve: settings.network.overrides,
                fetchesIssuers: false)
            let parent = try settings.listeners.lazy.compactMap(\.parent).first?.parent()
            let downloader = try downloader(with: probing)
            var outcomes: [DataUpdate.Outcome] = []
            update = DataUpdate(
                sources, with: downloader, .init(parent: parent, probing: probing, rules: rules, directory: directory)
            ) {
                outcomes.append($0)
            } finished: { [unowned self] in
                self.ended(outcomes, directory)
            }
        } catch {
            if reportedFailure != error.sentence { Console.say(error.sentence) }
            reportedFailure = error.sentence
            planNext(afterSuccess: false)
        }
    }

    /// The downloader, which is made once, because its threads for lookups never end.
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

    private func ended(_ outcomes: [DataUpdate.Outcome], _ directory: DataDirectory) {
        update = nil
        reportedFailure = nil
        var hasFailed = false
        for outcome in outcomes {
            let kind = outcome.source.kind
            switch outcome.result {
            case .updated, .current: reportedFailures[kind] = nil
            case .failed(let failure):
                hasFailed = true
                if reportedFailures[kind] != failure.sentence { Console.say(failure.sentence) }
                reportedFailures[kind] = failure.sentence
            }
        }
        if !hasFailed { directory.noteCheck() }
        planNext(afterSuccess: !hasFailed)
        takeOverChanges()
    }

    /// Takes over each file that is newer than the one in force, also one that another process has put into the directory.
    private func takeOverChanges() {
        let dates = Self.dates
        let changed = DataFileKind.allCases.filter { dates[$0] != inForce[$0] }
        guard !changed.isEmpty else { return }
        let lines = changed.map { kind in
            let (old, new) = (inForce[kind]?.date ?? "no date", dates[kind]?.date ?? "no date")
            return "\(kind.rawValue): updated from \(old) to \(new)"
        }
        if takeOver(lines) { inForce = dates }
    }

    /// The dates of the current files.
    private static var dates: [DataFileKind: Instant] {
        var dates: [DataFileKind: Instant] = [:]
        for kind in DataFileKind.allCases { dates[kind] = CurrentData.choice(kind).date }
        return dates
    }

    private func planNext(afterSuccess isSuccess: Bool) {
        let seconds = schedule.secondsUntilNext(afterSuccess: isSuccess, random: .random(in: 0..<1))
        timer?.start(milliseconds: Int(seconds * 1000))
    }
}
