import DataFiles
import ForwardProxy
import Networking
import Probing
import TransportSecurity

/// Updates data files from their sources, one after the other. A file is checked in full before it replaces another.
///
/// Lives on the loop of its downloader. Releasing it cancels the update; no handler is called then.
final class DataUpdate {
    private let downloader: Downloader
    private let settings: Settings
    private var waiting: ArraySlice<DataFileSource>
    private let each: (Outcome) -> Void
    private let finished: () -> Void

    /// How files are fetched, and where they are kept.
    struct Settings {
        /// The parent proxy; nil if sources are reached directly.
        var parent: ParentProxy?
        /// How servers are reached and trusted.
        var probing: ProbeSettings
        /// The rules by which the connections to sources are judged.
        var rules: RuleSet
        var waivers: [Waiver] = []
        /// The directory of updated files.
        var directory: DataDirectory
        /// The time limit of one download.
        var seconds = 60.0
    }

    /// What became of one file.
    struct Outcome {
        /// The source of the file.
        var source: DataFileSource
        /// The date of the file that was in use before; nil if it cannot be read.
        var before: Instant?
        var result: Result

        enum Result {
            /// The file was replaced by a newer one, of that date.
            case updated(Instant)
            /// The source has no newer file.
            case current
            /// The file that was in use stays. The sentence says why.
            case failed(CommandFailure)
        }
    }

    /// Begins an update of the files of these sources, at least one. The handlers are called on the loop, never before this
    /// initializer returns: one for each source in order, the other at the end.
    init(
        _ sources: [DataFileSource], with downloader: Downloader, _ settings: Settings,
        each: @escaping (Outcome) -> Void, finished: @escaping () -> Void
    ) {
        precondition(!sources.isEmpty, "Without a source, there is nothing to wait for.")
        self.downloader = downloader
        self.settings = settings
        self.each = each
        self.finished = finished
        waiting = sources[...]
        next()
    }

    deinit {
        downloader.cancel()
    }

    private func next() {
        guard let source = waiting.popFirst() else { return finished() }
        let request = DownloadRequest(
            of: source.url.authority, target: source.target, sizeLimit: DataFileKind.sizeLimit,
            milliseconds: Int(settings.seconds * 1000), rules: settings.rules, waivers: settings.waivers)
        downloader.use(probing(for: source))
        downloader.begin(request, parent: settings.parent) { [unowned self] answer in
            let before = CurrentData.choice(source.kind).date
            let outcome = Outcome(
                source: source, before: before, result: self.result(of: answer, to: request, from: source))
            self.each(outcome)
            self.next()
        }
    }

    /// How a source is reached and trusted. A root that is trusted for the traffic of an app does not vouch for what Apple and
    /// Mozilla publish.
    private func probing(for source: DataFileSource) -> ProbeSettings {
        var probing = settings.probing
        guard source.isPublisher else { return probing }
        probing.trust.userRoots = []
        if let roots = try? CurrentData.roots() { probing.trust.systemRoots = roots }
        return probing
    }

    private func result(
        of answer: Result<DownloadedFile, DownloadFailure>, to request: DownloadRequest, from source: DataFileSource
    ) -> Outcome.Result {
        do throws(CommandFailure) {
            switch answer {
            case .success(let file): return try replacement(file, of: request, from: source)
            case .failure(let failure):
                let reason = failure.isUnreachable ? "its source cannot be reached: " : ""
                throw CommandFailure(.unavailable, reason + failure.message(about: source.url.authority))
            }
        } catch {
            let date = CurrentData.choice(source.kind).date?.date ?? "no date"
            return .failed(
                CommandFailure(error.status, "\(source.kind.rawValue) of \(date) stays in use: \(error.sentence)"))
        }
    }

    /// Checks a file, and puts it in the place of the updated one if it is newer than the one in use.
    private func replacement(
        _ file: DownloadedFile, of request: DownloadRequest, from source: DataFileSource
    ) throws(CommandFailure) -> Outcome.Result {
        let (kind, name) = (source.kind, source.url.text)
        let new: DataFileContent
        do throws(DataFileFault) {
            new = try DataFileContent(kind, file.bytes, named: name)
        } catch {
            throw CommandFailure(.data, error.sentence)
        }
        // The file in use is looked at under the lock, since another process may have replaced it.
        let directory = try Self.writing { () throws(DataFileFault) in try LockedDataDirectory(settings.directory) }
        switch new.succession(to: try CurrentData.content(kind), named: name, at: WallClock.now) {
        case .refused(let fault): throw CommandFailure(.data, fault.sentence)
        case .same:
            // Each start would warn of an updated file that is of no use.
            if CurrentData.choice(kind).ignored != nil {
                _ = try Self.writing { () throws(DataFileFault) in try directory.remove(kind) }
            }
            return .current
        case .newer:
            try check(new, against: file, of: request, from: source)
            try Self.writing { () throws(DataFileFault) in try directory.replace(kind, with: file.bytes) }
            return .updated(new.date)
        }
    }

    private static func writing<Result: ~Copyable>(
        _ job: () throws(DataFileFault) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(DataFileFault) {
            return try job()
        } catch {
            throw CommandFailure(.output, error.sentence)
        }
    }

    /// Throws an error if the new file would make ATS refuse the connection that has brought it.
    private func check(
        _ new: DataFileContent, against file: DownloadedFile, of request: DownloadRequest, from source: DataFileSource
    ) throws(CommandFailure) {
        var trust = probing(for: source).trust
        var rules = settings.rules
        switch new.value {
        case .logs(let logs):
            trust.logKeys = logs.logs.mapValues(\.key)
            rules = RuleSet.standard(logs: logs, publicSuffixes: CurrentData.publicSuffixes)
        case .roots(let roots): trust.systemRoots = roots
        case .publicSuffixes: return
        }
        let findings = file.findings(by: rules, trusting: trust, of: request)
        guard findings.isEmpty else {
            throw CommandFailure(
                .data,
                "by \(source.url.text) itself, ATS would refuse the connection to \(source.url.authority), so that no update "
                    + "could correct the file: \(findings.joined(separator: " "))")
        }
    }
}
