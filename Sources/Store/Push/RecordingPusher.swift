import InternetNames
import Networking
import Recording

/// Pushes recordings to a store, again and again as they grow.
public final class RecordingPusher {
    private let paths: [String]
    private let batchSize: Int64
    let say: (String) -> Void
    /// The memory for counts above which a batch ends, in bytes.
    var sizeLimit = PushBatch.usualSizeLimit
    /// The recordings that may grow and whose readers are kept, those read last at the end.
    private var open: [OpenRecording] = []
    /// The versions of files of which nothing more will be pushed: recordings that are counted to their end, and files
    /// that were refused. A file that changes is read again.
    private var settled: Set<FileVersion> = []
    /// The files that were looked at in this round.
    private var seen: Set<FileVersion> = []
    /// The sentences that were said. Each names a path.
    private var reported: Set<String> = []
    /// The total since the beginning.
    public private(set) var total = PushTotal()

    /// The largest number of readers to keep. A recording whose reader was given up is read again from its beginning.
    private static let openLimit = 16
    /// The number of bytes of a recording in one transaction, unless another one is given.
    public static let usualBatchSize: Int64 = 1 << 25

    /// Creates a pusher.
    ///
    /// - Parameters:
    ///   - paths: Files of recordings, and directories of these.
    ///   - batchSize: The number of bytes of a recording in one transaction, about.
    ///   - say: Takes sentences about recordings that cannot be pushed.
    public init(
        _ paths: [String], batchSize: Int64 = RecordingPusher.usualBatchSize, saying say: @escaping (String) -> Void
    ) {
        self.paths = paths
        self.batchSize = batchSize
        self.say = say
    }

    /// Pushes new events of all recordings. Recordings that cannot be read or that the server refuses are said and left
    /// out; any other failure of the store is thrown, after which the next call goes on.
    public func push(to store: Store) throws(StoreFailure) { try push(to: store as any RecordingStore) }

    func push(to store: any RecordingStore) throws(StoreFailure) {
        let files = files()
        open.removeAll { recording in !files.contains(recording.path) || recording.file.isRewritten }
        seen = []
        for file in files {
            // The rest of a file comes before the one that has replaced it.
            while try push(file, to: store) == .replaced {}
        }
        settled.formIntersection(seen)
    }

    /// Forgets how far recordings were read, as after a failure that leaves the content of the store unknown.
    func startAnew() {
        open = []
    }
}

extension RecordingPusher {
    /// The outcome of a file in one round.
    private enum Outcome {
        /// It was pushed to its present end, or refused.
        case done
        /// It was pushed to its end, and another one has its path now.
        case replaced
    }

    /// The files, with those of directories.
    private func files() -> [String] {
        var files: [String] = []
        for path in paths {
            guard let directory = RecordingDirectory(at: path) else {
                files.append(path)
                continue
            }
            do throws(SystemError) {
                let recordings = try directory.recordings()
                note(path, isEmpty: recordings.isEmpty)
                files += recordings
            } catch {
                refuse(path, "\(path) cannot be read: \(error.text).")
            }
        }
        return files
    }

    private func note(_ path: String, isEmpty: Bool) {
        if isEmpty { total.empty.insert(path) } else { total.empty.remove(path) }
    }

    private func refuse(_ path: String, _ sentence: String) {
        total.refused.insert(path)
        report(sentence)
    }

    private func report(_ sentence: String) {
        if reported.insert(sentence).inserted { say(sentence) }
    }

    private func push(_ path: String, to store: any RecordingStore) throws(StoreFailure) -> Outcome {
        var version: FileVersion?
        do throws(StoreFailure) {
            guard var recording = try takeRecording(at: path) else { return .done }
            version = recording.version
            return try push(&recording, to: store)
        } catch {
            guard error.cause == .data else { throw error }
            if let version { settled.insert(version) }
            refuse(path, error.sentence)
            return .done
        }
    }

    /// Pushes the new part of a recording.
    private func push(
        _ recording: inout OpenRecording, to store: any RecordingStore
    ) throws(StoreFailure) -> Outcome {
        while true {
            switch recording.state.next {
            case .identify:
                recording.source = try RecordingIdentification.source(in: recording.file)
                recording.state.identified(hasLoads: recording.source != nil)
                note(recording.path, isEmpty: recording.source == nil)
            case .ask: try ask(about: &recording, store)
            case .read:
                recording.batch = try recording.tail?.next(limit: batchSize)
                recording.state.read(hasBatch: recording.batch != nil)
                if recording.tail?.isBehind == true { reportShorter(recording.path) }
            case .add: try add(&recording, to: store)
            case .wait:
                if recording.isReplaced { return .replaced }
                open.append(recording)
                if open.count > Self.openLimit { open.removeFirst() }
                return .done
            case .end:
                if let version = recording.version { settled.insert(version) }
                return .done
            }
        }
    }

    /// The recording at a path, as it was left or from its beginning; nil if nothing more of it will be pushed.
    private func takeRecording(at path: String) throws(StoreFailure) -> OpenRecording? {
        if let place = open.firstIndex(where: { $0.path == path }) {
            var recording = open.remove(at: place)
            recording.state.beginRound(isReading: recording.tail != nil)
            return recording
        }
        let recording = try OpenRecording(path, pieceSize: Int(clamping: min(batchSize, 1 << 20)))
        guard let version = recording.version else { return recording }
        seen.insert(version)
        return settled.contains(version) ? nil : recording
    }

    private func ask(about recording: inout OpenRecording, _ store: any RecordingStore) throws(StoreFailure) {
        guard let source = recording.source else { return recording.state.identified(hasLoads: false) }
        let known = try store.known(source)
        if let known, known.isComplete {
            try checkSize(of: recording, known)
            recording.tail = nil
        } else {
            try recording.file.verify()
            recording.tail = try RecordingTail(recording.file, of: source, known: known, sizeLimit: sizeLimit)
        }
        recording.state.answered(isCounted: known?.isComplete == true, isClosed: recording.file.isCompressed)
    }

    /// Throws an error if a file is longer than its recording, which the store has counted to the end, or is compressed
    /// and shorter. Whether a file of the same size has the same content is not checked.
    private func checkSize(of recording: OpenRecording, _ known: KnownRecording) throws(StoreFailure) {
        let size = try recording.file.contentSize(expecting: known.position)
        if size < known.position, !recording.file.isCompressed { return reportShorter(recording.path) }
        guard size == known.position else { throw RecordingIdentification.otherVersion(of: recording.file) }
    }

    private func reportShorter(_ path: String) {
        report("\(path) holds less of its recording than the store has counted, so that nothing in it is new.")
    }

    private func add(_ recording: inout OpenRecording, to store: any RecordingStore) throws(StoreFailure) {
        guard let batch = recording.batch else { return recording.state.read(hasBatch: false) }
        do throws(StoreFailure) {
            switch try store.add(batch) {
            case .added(let prunedDecisions):
                total.add(batch, prunedDecisions: prunedDecisions)
                recording.tail?.note(batch)
                recording.state.added(isLast: batch.isComplete)
            case .overtaken: recording.state.overtaken()
            }
        } catch {
            switch recording.state.failed(error.recovery) {
            case .tryAgain: Conflicts.pause()
            case .setAside: refuse(recording.path, "\(recording.path) is set aside: \(error.sentence)")
            case .stop: throw error
            }
        }
    }
}
