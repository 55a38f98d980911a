import Audit
import InternetNames
import Networking
import Recording

/// Pushes recordings to a store, again and again as they grow.
public final class RecordingPusher {
    private let paths: [String]
    let say: (String) -> Void
    /// The readers of recordings that may grow, by path, those read last at the end.
    private var tails: [(path: String, tail: RecordingTail)] = []
    /// The recordings of which the store has everything for ever, by the identity of their files.
    private var finished: Set<FileIdentity> = []
    /// The recordings whose faults were said.
    private var refused: Set<String> = []
    /// What was pushed since the beginning.
    public private(set) var total = PushTotal()

    /// The largest number of readers to keep. A recording whose reader was given up is read again from its beginning.
    private static let tailLimit = 16
    /// The number of bytes of a recording in one transaction, about.
    private static let batchSize: Int64 = 1 << 25

    /// Creates a pusher.
    ///
    /// - Parameters:
    ///   - paths: Files of recordings, and directories of these.
    ///   - say: Takes sentences about recordings that cannot be pushed.
    public init(_ paths: [String], saying say: @escaping (String) -> Void) {
        self.paths = paths
        self.say = say
    }

    /// Pushes what is new in all recordings. Recordings that cannot be read are said and left out; what the store fails
    /// in is thrown, after which the next call goes on.
    public func push(to store: Store) throws(StoreFailure) {
        let files = files()
        tails.removeAll { tail in !files.contains(tail.path) || tail.tail.isTruncated }
        for file in files {
            do throws(StoreFailure) {
                try push(file, to: store)
            } catch {
                tails.removeAll { $0.path == file }
                guard error.cause == .data else { throw error }
                refuse(file, error.sentence)
            }
        }
    }

    /// Forgets how far recordings were read, as after a failure in which nobody knows what the store has.
    public func startAnew() {
        tails = []
    }

    /// The files, without those that are pushed for ever.
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

    private func push(_ path: String, to store: Store) throws(StoreFailure) {
        guard var tail = try takeTail(of: path, store) else { return }
        while let batch = try tail.next(limit: Self.batchSize) {
            guard try store.add(batch) else {
                // Another program has pushed a part of this recording meanwhile.
                guard let anew = try takeTail(of: path, store) else { return }
                tail = anew
                continue
            }
            total.add(batch)
            tail.note(batch)
            if batch.isComplete {
                if let identity = tail.identity { finished.insert(identity) }
                return
            }
        }
        tails.append((path, tail))
        if tails.count > Self.tailLimit { tails.removeFirst() }
    }

    /// The reader of a file, as it was left or at the beginning; nil if there is nothing to push.
    private func takeTail(of path: String, _ store: Store) throws(StoreFailure) -> RecordingTail? {
        if let place = tails.firstIndex(where: { $0.path == path }) { return tails.remove(at: place).tail }
        let file = try PushedFile(path)
        if let identity = file.identity, finished.contains(identity) { return nil }
        guard let source = try RecordingTail.identified(file) else { return nil }
        let known = try store.known(source)
        if known?.isComplete == true {
            if let identity = file.identity, file.isCompressed { finished.insert(identity) }
            return nil
        }
        return RecordingTail(file, known: known)
    }

}

/// What was pushed.
public struct PushTotal: Sendable {
    /// The number of bytes of recordings.
    public var bytes: Int64 = 0
    /// The identifiers of the recordings.
    public var recordings: Set<String> = []
    /// The number of decisions.
    public var decisions = 0
    /// The number of lines that could not be read, by recording.
    public var brokenLines: [String: Int] = [:]
    /// The paths of files that could not be pushed.
    public var refused: Set<String> = []

    mutating func add(_ batch: PushBatch) {
        let source = batch.part.source
        bytes += batch.position - batch.previousPosition
        recordings.insert(source.id)
        decisions += batch.part.loads.reduce(0) { $0 + $1.counts.decisions }
        if source.brokenLines > 0 { brokenLines[source.name] = source.brokenLines }
    }

    /// What was pushed, in words.
    public var text: String {
        recordings.isEmpty
            ? "nothing is new."
            : "pushed \(Quantity.of(decisions, "decision")) of \(Quantity.of(recordings.count, "recording"))."
    }
}
