import DataFiles
import ForwardProxy
import Networking
import Probing
import Settings
import TransportSecurity

/// One update of data files from their sources, one file after the other. A file is checked in full before it replaces
/// the present one.
///
/// The update lives on the loop of its downloader. Its release cancels it, and no handler is called afterwards.
package final class DataUpdate {
    private let downloader: Downloader
    private let settings: Settings
    private var waiting: ArraySlice<DataFileSource>
    private let each: (Outcome) -> Void
    private let finished: () -> Void

    /// The settings for fetching files, and the directory where they are kept.
    package struct Settings {
        /// The upstream proxy; nil if sources are reached directly.
        package var upstreamProxy: UpstreamProxy?
        /// The way in which servers are reached and trusted.
        package var probing: ProbeSettings
        /// The rules by which the connections to sources are judged.
        package var rules: RuleSet
        package var waivers: [Waiver]
        /// The files that no option replaces. Later connections are judged by their updates.
        package var replaceable: [DataFileKind]
        /// The directory of updated files.
        package var directory: DataDirectory
        /// The time limit of one download.
        package var seconds: Double

        /// Creates settings.
        package init(
            upstreamProxy: UpstreamProxy?, probing: ProbeSettings, rules: RuleSet, waivers: [Waiver] = [],
            replaceable: [DataFileKind], directory: DataDirectory, seconds: Double = 60
        ) {
            (self.upstreamProxy, self.probing, self.rules, self.waivers) = (upstreamProxy, probing, rules, waivers)
            (self.replaceable, self.directory, self.seconds) = (replaceable, directory, seconds)
        }
    }

    /// The outcome of one file.
    package struct Outcome {
        /// The source of the file.
        package var source: DataFileSource
        /// The date of the file that was in use before. For `current`, the date of the file that is in use now, since
        /// another process may have stored it meanwhile. Nil if the file states none.
        package var before: Instant?
        package var result: Result

        package enum Result {
            /// The file was replaced by a newer one, of that date.
            case updated(Instant)
            /// The source has no newer file.
            case current
            /// The file that was in use stays, for the reason in the sentence.
            case failed(CommandFailure)
        }
    }

    /// Begins an update of the files of these sources, at least one. The handlers are called on the loop, never before
    /// this initializer returns: one for each source in order, the other at the end.
    package init(
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

    /// The longest wait for another process that has locked the directory, in milliseconds. A process holds the lock
    /// only while it compares and renames files.
    private static let longestWait = 5000

    deinit {
        downloader.cancel()
    }

    private func next() {
        guard let source = waiting.popFirst() else { return finished() }
        let request = DownloadRequest(
            of: source.url.authority, target: source.target, sizeLimit: DataFileKind.sizeLimit,
            milliseconds: Int(settings.seconds * 1000), rules: settings.rules, waivers: settings.waivers)
        downloader.use(probing(for: source))
        downloader.begin(request, upstreamProxy: settings.upstreamProxy) { [weak self] answer in
            self?.tell(answer, to: request, from: source)
            // The owner may have released the update.
            self?.next()
        }
    }

    /// Tells the outcome of a file.
    private func tell(
        _ answer: Result<DownloadedFile, DownloadFailure>, to request: DownloadRequest, from source: DataFileSource
    ) {
        var before = CurrentData.choice(source.kind).date
        let result = self.result(of: answer, to: request, from: source)
        if case .current = result { before = CurrentData.choice(source.kind).date }
        each(Outcome(source: source, before: before, result: result))
    }

    /// The way in which a source is reached and trusted. A root that is trusted for the traffic of an app does not
    /// vouch for publications of Apple and Mozilla.
    private func probing(for source: DataFileSource) -> ProbeSettings {
        var probeSettings = settings.probing
        guard source.isPublisher else { return probeSettings }
        probeSettings.trust.userRoots = []
        if let roots = try? CurrentData.roots() { probeSettings.trust.systemRoots = roots }
        return probeSettings
    }

    private func result(
        of answer: Result<DownloadedFile, DownloadFailure>, to request: DownloadRequest, from source: DataFileSource
    ) -> Outcome.Result {
        do throws(CommandFailure) {
            switch answer {
            case .success(let file): return try checkAndReplace(file, request, from: source)
            case .failure(let failure):
                let reason = failure.isUnreachable ? "its source cannot be reached: " : ""
                throw CommandFailure(
                    .unavailable,
                    reason + failure.message(about: source.url.authority) + note(on: failure, of: source))
            }
        } catch {
            let date = CurrentData.choice(source.kind).date?.date ?? "no date"
            return .failed(
                CommandFailure(error.status, "\(source.kind.rawValue) of \(date) stays in use: \(error.sentence)"))
        }
    }

    /// A sentence for a failure by violations at the publisher's own address: roots of `--ca-file`, which the message
    /// may advise to name, do not count there. Empty for other failures.
    private func note(on failure: DownloadFailure, of source: DataFileSource) -> String {
        guard case .violations = failure, source.isPublisher, !settings.probing.trust.userRoots.isEmpty else {
            return ""
        }
        return " Roots of --ca-file do not count for a publisher's own address; name a mirror with --data-source "
            + "\(source.kind.rawValue)=https://HOST/PATH."
    }

    /// Checks a file, and stores it in the directory of updates if it is newer than the file in use.
    private func checkAndReplace(
        _ file: DownloadedFile, _ request: DownloadRequest, from source: DataFileSource
    ) throws(CommandFailure) -> Outcome.Result {
        let (kind, name) = (source.kind, source.url.text)
        let new: DataFileContent
        do throws(DataFileFault) {
            new = try DataFileContent(kind, file.bytes, named: name)
        } catch {
            throw CommandFailure(.data, error.sentence)
        }
        if let fault = try faultOfConnection(file.handshake, request, under: new, from: source) {
            throw CommandFailure(.data, fault)
        }
        // The lock keeps another process from storing a newer file between the comparison and the replacement.
        return try replace(with: new, named: name, in: try lockedDirectory())
    }

    private func lockedDirectory() throws(CommandFailure) -> LockedDataDirectory {
        do throws(DataFileFault) {
            return try LockedDataDirectory(settings.directory, waitingMilliseconds: Self.longestWait)
        } catch {
            throw CommandFailure(.output, error.sentence)
        }
    }

    /// The reason to refuse a file by which its own connection would be judged as a violation; nil if it would not.
    /// Such a file could never be replaced, because all later connections would be refused as well.
    private func faultOfConnection(
        _ handshake: Handshake, _ request: DownloadRequest, under new: DataFileContent, from source: DataFileSource
    ) throws(CommandFailure) -> String? {
        guard settings.replaceable.contains(new.kind) else { return nil }
        var (revisedRequest, revisedProbing) = (request, probing(for: source))
        switch new.value {
        case .roots(let roots): revisedProbing.trust.systemRoots = roots
        case .logs(let logs):
            revisedProbing.trust.logKeys = logs.logs.mapValues(\.key)
            revisedRequest.rules = RuleSet.standard(logs: logs, publicSuffixes: CurrentData.publicSuffixes)
        case .publicSuffixes(let suffixes):
            revisedRequest.rules = RuleSet.standard(logs: settings.rules.transparencyLogs, publicSuffixes: suffixes)
        }
        downloader.use(revisedProbing)
        let findings = downloader.findings(about: handshake, for: revisedRequest)
        guard !findings.isEmpty else { return nil }
        return
            "\(source.url.text) would have the connection refused that carried it, so that no later file could "
            + "correct it: " + findings.joined(separator: " ")
    }

    /// Stores a checked file if it is newer than the file in use.
    private func replace(
        with new: DataFileContent, named name: String, in directory: borrowing LockedDataDirectory
    ) throws(CommandFailure) -> Outcome.Result {
        let kind = new.kind
        switch new.replacement(of: try CurrentData.content(kind), named: name, at: WallClock.now) {
        case .refused(let fault): throw CommandFailure(.data, fault.sentence)
        case .same:
            // A stored file that is ignored, because it is older than the built-in one for example, would cause a
            // warning at each start.
            if CurrentData.choice(kind).ignored != nil { _ = try? directory.remove(kind) }
            return .current
        case .newer:
            do throws(DataFileFault) {
                try directory.replace(kind, with: new.bytes)
            } catch {
                throw CommandFailure(.output, error.sentence)
            }
            return .updated(new.date)
        }
    }
}
