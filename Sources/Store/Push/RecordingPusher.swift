import Audit
import Foundation
import InternetNames
import Networking
import Recording

/// Pushes recordings to a store, again and again as they grow.
public final class RecordingPusher {
    private let paths: [String]
    private let batchSize: Int64
    let say: (String) -> Void
    /// The recordings that may grow and whose readers are kept, those read last at the end.
    private var open: [OpenRecording] = []
    /// The files of which nothing will ever be pushed again.
    private var finished: Set<FileIdentity> = []
    /// The recordings whose faults were said.
    private var refused: Set<String> = []
    /// What was pushed since the beginning.
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

    /// Pushes what is new in all recordings. Recordings that cannot be read or that the server refuses are said and left
    /// out; any other failure of the store is thrown, after which the next call goes on.
    public func push(to store: Store) throws(StoreFailure) { try push(to: store as any RecordingStore) }

    func push(to store: any RecordingStore) throws(StoreFailure) {
        let files = files()
        open.removeAll { recording in !files.contains(recording.path) || recording.file.isTruncated }
        for file in files {
            do throws(StoreFailure) {
                // The rest of a file comes before the one that has replaced it.
                while try push(file, to: store) == .replaced {}
            } catch {
                guard error.cause == .data else { throw error }
                refuse(file, error.sentence)
            }
        }
    }

    /// Forgets how far recordings were read, as after a failure in which nobody knows what the store has.
    public func startAnew() {
        open = []
    }
}

/// A recording whose file is open.
private struct OpenRecording {
    let path: String
    let file: PushedFile
    var state = PushedRecording()
    var source: RecordingSource?
    var tail: RecordingTail?
    var batch: PushBatch?

    init(_ path: String, pieceSize: Int) throws(StoreFailure) {
        self.path = path
        file = try PushedFile(path, pieceSize: pieceSize)
    }

    /// Whether another file has the path now.
    var isReplaced: Bool { FileIdentity(path: path) != file.identity }
}

extension RecordingPusher {
    /// What became of a file in one round.
    private enum Outcome {
        /// It was pushed to its present end.
        case pushed
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
                files += try directory.recordings()
            } catch {
                refuse(path, "\(path) cannot be read: \(error.text).")
            }
        }
        return files
    }

    private func refuse(_ path: String, _ sentence: String) {
        total.refused.insert(path)
        if refused.insert(path).inserted { say(sentence) }
    }

    private func push(_ path: String, to store: any RecordingStore) throws(StoreFailure) -> Outcome {
        guard var recording = try takeRecording(at: path) else { return .pushed }
        while true {
            switch recording.state.next {
            case .identify:
                recording.source = try RecordingTail.identified(recording.file)
                recording.state.identified(hasLoads: recording.source != nil)
            case .ask: try ask(about: &recording, store)
            case .read:
                recording.batch = try recording.tail?.next(limit: batchSize)
                recording.state.read(hasBatch: recording.batch != nil)
            case .add: try add(&recording, to: store)
            case .wait:
                if recording.isReplaced { return .replaced }
                open.append(recording)
                if open.count > Self.openLimit { open.removeFirst() }
                return .pushed
            case .end:
                if let identity = recording.file.identity { finished.insert(identity) }
                return .pushed
            }
        }
    }

    /// The recording at a path, as it was left or from its beginning; nil if nothing of it will ever be pushed again.
    private func takeRecording(at path: String) throws(StoreFailure) -> OpenRecording? {
        if let place = open.firstIndex(where: { $0.path == path }) {
            var recording = open.remove(at: place)
            recording.state.beginRound(isReading: recording.tail != nil)
            return recording
        }
        let recording = try OpenRecording(path, pieceSize: Int(clamping: min(batchSize, 1 << 20)))
        return recording.file.identity.map(finished.contains) == true ? nil : recording
    }

    private func ask(about recording: inout OpenRecording, _ store: any RecordingStore) throws(StoreFailure) {
        guard let source = recording.source else { return recording.state.identified(hasLoads: false) }
        let known = try store.known(source)
        recording.tail = known?.isComplete == true ? nil : RecordingTail(recording.file, known: known)
        recording.state.answered(isCounted: known?.isComplete == true, isClosed: recording.file.isCompressed)
    }

    private func add(_ recording: inout OpenRecording, to store: any RecordingStore) throws(StoreFailure) {
        guard let batch = recording.batch else { return recording.state.read(hasBatch: false) }
        do throws(StoreFailure) {
            guard try store.add(batch) else { return recording.state.overtaken() }
        } catch {
            switch recording.state.failed(error.recovery) {
            case .stepFollows: Thread.sleep(forTimeInterval: .random(in: 0.01..<0.1))
            case .setAside: refuse(recording.path, "\(recording.path) is set aside: \(error.sentence)")
            case .stop: throw error
            }
            return
        }
        total.add(batch)
        recording.tail?.note(batch)
        recording.state.added(isLast: batch.isComplete)
    }
}
