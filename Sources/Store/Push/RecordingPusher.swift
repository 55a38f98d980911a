import InternetNames
import Networking
import Recording

/// Pushes recordings to a store. Each call of `push` adds the events that were appended since the call before.
public final class RecordingPusher {
    /// The files of recordings, and the directories of these.
    private let paths: [String]
    /// The approximate number of bytes of a recording in one transaction.
    private let batchSize: Int64
    /// Takes sentences for the user, such as those about recordings that cannot be pushed.
    let say: (String) -> Void
    /// The memory for counts above which a batch ends, in bytes.
    var sizeLimit = PushBatch.usualSizeLimit
    /// The recordings that may grow and whose readers are kept, in the order in which they were last read.
    private var openRecordings: [OpenRecording] = []
    /// The versions of files of which nothing more will be pushed: recordings that are counted to their end, and files
    /// that were refused. A file that changes is read again.
    private var settled: Set<FileVersion> = []
    /// The files that were opened in this round.
    private var openedVersions: Set<FileVersion> = []
    /// The sentences that were reported, each of which names a path. None is reported twice.
    private var reported: Set<String> = []
    /// The total since the beginning.
    public private(set) var total = PushTotal()

    /// The largest number of readers to keep. A recording whose reader was closed is read again from its beginning.
    private static let openLimit = 16
    /// The number of bytes of a recording in one transaction, unless another number is given.
    public static let usualBatchSize: Int64 = 1 << 25

    /// Creates a pusher.
    ///
    /// - Parameters:
    ///   - paths: Files of recordings, and directories of these.
    ///   - batchSize: The approximate number of bytes of a recording in one transaction.
    ///   - say: Takes sentences about recordings that cannot be pushed.
    public init(
        _ paths: [String], batchSize: Int64 = RecordingPusher.usualBatchSize, saying say: @escaping (String) -> Void
    ) {
        self.paths = paths
        self.batchSize = batchSize
        self.say = say
    }

    /// Pushes new events of all recordings. A recording that cannot be read or that the server refuses is reported and
    /// left out. Any other failure of the store is thrown; the next call goes on from there.
    public func push(to store: Store) throws(StoreFailure) { try push(to: store as any RecordingStore) }

    /// Pushes new events of all recordings to any store.
    func push(to store: any RecordingStore) throws(StoreFailure) {
        let files = files()
        openRecordings.removeAll { recording in !files.contains(recording.path) || recording.file.isRewritten }
        openedVersions = []
        for file in files {
            // The rest of a file comes before the one that has replaced it.
            while try push(file, to: store) == .replaced {}
        }
        settled.formIntersection(openedVersions)
    }

    /// Closes all recordings, which are then read again from their beginnings. The caller does this after a failure
    /// that leaves the content of the store unknown.
    func closeRecordings() {
        openRecordings = []
    }
}

extension RecordingPusher {
    /// The outcome of a file in one round.
    private enum Outcome {
        /// The file was pushed to its present end, or refused.
        case done
        /// The file was pushed to its end, and another file has its path now.
        case replaced
    }

    /// The paths of all files: those that were named, and those in the directories that were named.
    private func files() -> [String] {
        var files: [String] = []
        for path in paths {
            guard let directory = RecordingDirectory(at: path) else {
                files.append(path)
                continue
            }
            do throws(SystemError) {
                let recordings = try directory.recordings()
                mark(path, asEmpty: recordings.isEmpty)
                files += recordings
            } catch {
                refuse(path, because: "\(path) cannot be read: \(error.text).")
            }
        }
        return files
    }

    /// Adds a path to the empty files and directories of the total, or removes it.
    private func mark(_ path: String, asEmpty isEmpty: Bool) {
        if isEmpty { total.empty.insert(path) } else { total.empty.remove(path) }
    }

    /// Adds a path to the refused files, and reports the reason.
    private func refuse(_ path: String, because sentence: String) {
        total.refused.insert(path)
        report(sentence)
    }

    /// Reports a sentence, unless it was reported before.
    private func report(_ sentence: String) {
        if reported.insert(sentence).inserted { say(sentence) }
    }

    /// Pushes the new part of the recording in a file, or reports the reason why the file is refused.
    private func push(_ path: String, to store: any RecordingStore) throws(StoreFailure) -> Outcome {
        var version: FileVersion?
        do throws(StoreFailure) {
            guard var recording = try takeRecording(at: path) else { return .done }
            version = recording.version
            return try push(&recording, to: store)
        } catch {
            guard error.cause == .data else { throw error }
            if let version { settled.insert(version) }
            refuse(path, because: error.sentence)
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
                recording.state.finishIdentifying(hasLoads: recording.source != nil)
                mark(recording.path, asEmpty: recording.source == nil)
            case .ask: try ask(store, about: &recording)
            case .read:
                recording.batch = try recording.tail?.nextBatch(reading: batchSize)
                recording.state.finishReading(hasBatch: recording.batch != nil)
                if recording.tail?.isBehind == true { reportShorter(recording.path) }
            case .add: try add(&recording, to: store)
            case .wait:
                if recording.isReplaced { return .replaced }
                openRecordings.append(recording)
                if openRecordings.count > Self.openLimit { openRecordings.removeFirst() }
                return .done
            case .end:
                if let version = recording.version { settled.insert(version) }
                return .done
            }
        }
    }

    /// The recording at a path, as the last round left it, or from its beginning; nil if nothing more of it will be
    /// pushed.
    private func takeRecording(at path: String) throws(StoreFailure) -> OpenRecording? {
        if let index = openRecordings.firstIndex(where: { $0.path == path }) {
            var recording = openRecordings.remove(at: index)
            recording.state.beginRound(isReading: recording.tail != nil)
            return recording
        }
        let recording = try OpenRecording(path, pieceSize: Int(clamping: min(batchSize, 1 << 20)))
        guard let version = recording.version else { return recording }
        openedVersions.insert(version)
        return settled.contains(version) ? nil : recording
    }

    /// Asks the store how much of a recording is counted, and creates the reader of the rest.
    private func ask(_ store: any RecordingStore, about recording: inout OpenRecording) throws(StoreFailure) {
        guard let source = recording.source else { return recording.state.finishIdentifying(hasLoads: false) }
        let stored = try store.state(of: source)
        if let stored, stored.isComplete {
            try checkSize(of: recording, against: stored)
            recording.tail = nil
        } else {
            try recording.file.verify()
            recording.tail = try RecordingTail(recording.file, of: source, pushed: stored, sizeLimit: sizeLimit)
        }
        recording.state.finishAsking(isCounted: stored?.isComplete == true, isClosed: recording.file.isCompressed)
    }

    /// Checks the size of a file whose recording the store has counted to the end. A longer file is refused; so is a
    /// shorter one if it is compressed. A file of the same size is not compared.
    private func checkSize(
        of recording: OpenRecording, against stored: StoredRecording
    ) throws(StoreFailure) {
        let size = try recording.file.contentSize(expecting: stored.position)
        if size < stored.position, !recording.file.isCompressed { return reportShorter(recording.path) }
        guard size == stored.position else { throw RecordingIdentification.otherVersion(of: recording.file) }
    }

    /// Reports that a file holds less than the store has counted.
    private func reportShorter(_ path: String) {
        report("\(path) holds less of its recording than the store has counted, and therefore nothing new.")
    }

    /// Adds the batch of a recording to the store.
    private func add(_ recording: inout OpenRecording, to store: any RecordingStore) throws(StoreFailure) {
        guard let batch = recording.batch else { return recording.state.finishReading(hasBatch: false) }
        do throws(StoreFailure) {
            switch try store.add(batch) {
            case .added(let prunedDecisions):
                total.add(batch, prunedDecisions: prunedDecisions)
                recording.tail?.note(batch)
                recording.state.finishAdding(isLast: batch.isComplete)
            case .overtaken: recording.state.restart()
            }
        } catch {
            switch recording.state.recover(from: error.recovery) {
            case .tryAgain: TransactionRetry.pause()
            case .setAside:
                refuse(recording.path, because: "\(recording.path) is set aside: \(error.sentence)")
            case .stop: throw error
            }
        }
    }
}
