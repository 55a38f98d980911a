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
    private let takeOver: ([DataUpdate.Outcome]) -> Void
    private var downloader: Downloader?
    private var update: DataUpdate?
    private var timer: Timer?
    private var schedule = UpdateSchedule()
    /// What was said about each file since its last success, so that an hourly failure is said once.
    private var said: [DataFileKind: String] = [:]

    /// Creates the updates of a proxy with its settings. `begin` starts them.
    ///
    /// - Parameter takeOver: Called after files have changed.
    init(_ loop: EventLoop, _ settings: ServeSettings, takeOver: @escaping ([DataUpdate.Outcome]) -> Void) {
        self.loop = loop
        self.settings = settings
        self.takeOver = takeOver
        timer = Timer(loop) { [unowned self] in self.begin() }
        plan()
    }

    /// Applies new settings from the next update on.
    func use(_ settings: ServeSettings) {
        let hasChanged = settings.data != self.settings.data
        self.settings = settings
        guard hasChanged else { return }
        update = nil
        plan()
    }

    private func plan() {
        timer?.cancel()
        guard settings.data.frequency == .daily else { return }
        let seconds = schedule.secondsUntilFirst(
            lastCheck: CurrentData.directory?.lastCheck, at: WallClock.now, random: .random(in: 0..<1))
        timer?.start(milliseconds: Int(seconds * 1000))
    }

    private func begin() {
        do throws(CommandFailure) {
            guard let directory = CurrentData.directory else {
                throw CommandFailure(
                    .output,
                    "data are not updated, because neither STATE_DIRECTORY nor XDG_DATA_HOME nor HOME names a place for them."
                )
            }
            let (store, rules) = try settings.trust.load(warnsAt: nil)
            let probing = ProbeSettings(
                trust: store, limits: settings.network.limits, resolve: settings.network.overrides,
                fetchesIssuers: false)
            let parent = try settings.listeners.lazy.compactMap(\.parent).first?.parent()
            let downloader = try downloader(with: probing)
            var outcomes: [DataUpdate.Outcome] = []
            update = DataUpdate(
                settings.data.sources, with: downloader, .init(parent: parent, rules: rules, directory: directory)
            ) {
                outcomes.append($0)
            } finished: { [unowned self] in
                self.ended(outcomes, directory)
            }
        } catch {
            Console.say(error.sentence)
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
        var hasFailed = false
        for outcome in outcomes {
            let kind = outcome.source.kind
            switch outcome.result {
            case .updated, .current: said[kind] = nil
            case .failed(let failure):
                hasFailed = true
                if said[kind] != failure.sentence { Console.say(failure.sentence) }
                said[kind] = failure.sentence
            }
        }
        if !hasFailed { directory.noteCheck() }
        planNext(afterSuccess: !hasFailed)
        let updated = outcomes.filter { outcome in
            if case .updated = outcome.result { true } else { false }
        }
        if !updated.isEmpty { takeOver(updated) }
    }

    private func planNext(afterSuccess isSuccess: Bool) {
        let seconds = schedule.secondsUntilNext(afterSuccess: isSuccess, random: .random(in: 0..<1))
        timer?.start(milliseconds: Int(seconds * 1000))
    }
}
