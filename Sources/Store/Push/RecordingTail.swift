import Audit
import OpenSSL
import Recording
import RecordingFiles

/// Reads a recording from where the store has counted it, and on as it grows.
///
/// Whether a decision is the second one on a load, and to which row an end belongs, depends on what came before. So the
/// part that the store has counted is read as well, and what is counted in it is left out.
struct RecordingTail {
    private let file: PushedFile
    private var condenser: RecordingCondenser
    /// The number of bytes that the condenser has read.
    private var position: Int64 = 0
    /// The position in the store.
    private(set) var pushedPosition: Int64
    /// What the store has of the recording's numbers.
    private var pushedNumbers: String?
    private var isDamaged = false

    /// Creates a reader of a file.
    ///
    /// - Parameters:
    ///   - file: The file, at its beginning.
    ///   - known: What the store has of the recording; nil if it has nothing.
    init(_ file: PushedFile, known: KnownRecording?) {
        self.file = file
        pushedPosition = known?.position ?? 0
        pushedNumbers = known?.numbers
        condenser = Self.condenser(of: file)
    }

    /// Creates a condenser that begins with a file.
    static func condenser(of file: PushedFile) -> RecordingCondenser {
        var condenser = RecordingCondenser(digest: { Digest.sha256($0) }, decode: RecordedEventDecoder.make())
        condenser.begin(file.path)
        return condenser
    }

    /// Finds out which recording is in a file, and leaves the file at its beginning. Returns nil if it holds no load so far.
    /// Throws an error if the file cannot be read, or holds what cannot be pushed.
    static func identified(_ file: PushedFile) throws(StoreFailure) -> RecordingSource? {
        try file.rewind()
        var condenser = condenser(of: file)
        var progress = PushedFile.Progress.more
        while condenser.source.id.isEmpty, !condenser.isReadingCondensed, case .more = progress {
            progress = try file.read { condenser.read($0) }
            // What is counted is of no use here.
            if condenser.estimatedSize > memoryLimit { condenser = Self.condenser(of: file) }
        }
        if condenser.source.id.isEmpty, file.isCompressed, case .end = progress {
            // A closed recording without loads is known by its first line.
            condenser.endLines()
        }
        guard !condenser.isReadingCondensed else {
            throw StoreFailure(
                .data, "\(file.path) is a condensed recording; the store takes the recordings themselves.")
        }
        guard !condenser.source.isUnreadable else {
            throw StoreFailure(
                .data, "\(file.path) is no recording: none of its lines is an event that atsproxy writes.")
        }
        try checkBeginning(of: condenser.source, in: file)
        try file.rewind()
        return condenser.source.id.isEmpty ? nil : condenser.source
    }

    /// Throws an error if a segment begins within the file.
    private static func checkBeginning(of source: RecordingSource, in file: PushedFile) throws(StoreFailure) {
        guard source.isJoined else { return }
        throw StoreFailure(
            .data,
            "\(file.path) holds more than one segment of a recording, so that positions in it cannot be trusted; push the "
                + "segments as the proxy wrote them.")
    }

    /// The next batch; nil if the store has everything up to the present end of the file.
    ///
    /// - Parameter limit: The number of bytes of a recording to read for one batch, about.
    mutating func next(limit: Int64) throws(StoreFailure) -> PushBatch? {
        var progress = PushedFile.Progress.more
        while position - pushedPosition < limit, condenser.estimatedSize < Self.memoryLimit {
            progress = try read()
            guard case .more = progress else { break }
        }
        // Another program has a later version of this file.
        guard position >= pushedPosition else { return nil }
        var isComplete = false
        switch progress {
        case .more: break
        case .damaged: isDamaged = true
        case .end where file.isCompressed: isComplete = true
        case .end: break
        }
        return try batch(isComplete: isComplete)
    }

    /// Notes that the store has a batch.
    mutating func note(_ batch: PushBatch) {
        pushedPosition = batch.position
        pushedNumbers = batch.part.source.condensedText
    }

    /// The number of bytes of what was counted from which it is pushed, roughly.
    private static let memoryLimit = 1 << 27

    private mutating func batch(isComplete: Bool) throws(StoreFailure) -> PushBatch? {
        let part: CondensedPart
        do {
            if isComplete { condenser.endLines() }
            part = try condenser.takePart()
        } catch {
            throw StoreFailure(.data, "\(file.path) cannot be counted: \(error).")
        }
        try Self.checkBeginning(of: part.source, in: file)
        var batch = PushBatch(
            part: part, previousPosition: pushedPosition, position: position, isComplete: isComplete)
        batch.part.source.isDamaged = isDamaged
        let isNew =
            isComplete || position > pushedPosition || batch.part.source.condensedText != pushedNumbers
        return isNew && !part.source.id.isEmpty ? batch : nil
    }

    private mutating func read() throws(StoreFailure) -> PushedFile.Progress {
        var failure: StoreFailure?
        let progress = try file.read { bytes in
            guard failure == nil else { return }
            do throws(StoreFailure) {
                try feed(bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return progress
    }

    private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoreFailure) {
        let known = bytes.prefix(Int(clamping: max(0, pushedPosition - position)))
        condenser.read(UnsafeBufferPointer(rebasing: known))
        position += Int64(known.count)
        if !known.isEmpty, position == pushedPosition { try leaveOutCounted() }
        let new = bytes.dropFirst(known.count)
        condenser.read(UnsafeBufferPointer(rebasing: new))
        position += Int64(new.count)
    }

    private mutating func leaveOutCounted() throws(StoreFailure) {
        do {
            _ = try condenser.takePart()
        } catch {
            throw StoreFailure(.data, "\(file.path) cannot be counted: \(error).")
        }
    }
}
