import InternetNames
import OpenSSL
import Recordings

/// Reads a recording from where the store has counted it, and on as it grows.
///
/// Lines of earlier versions belong to loads that began before, and the digest is that of the whole content. So the
/// part that the store has counted is read as well, and its counts are left out.
struct RecordingTail {
    private let file: PushedFile
    /// The recording as the file identifies it.
    private let source: RecordingSource
    private var condenser: RecordingCondenser
    /// The digest of the content up to `position`.
    private let digest: RunningDigest
    /// The number of bytes that the condenser has read.
    private var position: Int64 = 0
    /// The state of the recording in the store; nil if it has nothing.
    private var pushed: StoredRecording?
    /// The memory for counts above which a batch ends.
    private var sizeLimit: Int
    private let usualSizeLimit: Int
    /// The position at which the memory was last looked at.
    private var memoryCheckPosition: Int64 = 0

    /// The number of bytes of content between two looks at the memory.
    private static let checkedSize: Int64 = 1 << 20

    /// Creates a reader of a file.
    ///
    /// - Parameters:
    ///   - file: The file, at its beginning.
    ///   - source: The recording that the file holds.
    ///   - known: The state of the recording in the store; nil if it has nothing.
    ///   - sizeLimit: The memory for counts above which a batch ends, in bytes.
    init(
        _ file: PushedFile, of source: RecordingSource, known: StoredRecording?, sizeLimit: Int
    ) throws(StoreFailure) {
        self.file = file
        self.source = source
        self.sizeLimit = sizeLimit
        usualSizeLimit = sizeLimit
        pushed = known
        condenser = RecordingIdentification.condenser(of: file)
        do throws(OpenSSLError) {
            digest = try RunningDigest()
        } catch {
            throw Self.noDigest(error)
        }
    }

    /// Whether the file ends before the position up to which the store has counted.
    var isBehind: Bool { position < pushedPosition }

    /// The next batch; nil if the store has everything up to the present end of the file.
    ///
    /// - Parameter limit: The number of bytes of a recording to read for one batch, about.
    mutating func next(limit: Int64) throws(StoreFailure) -> PushBatch? {
        var hasMore = true
        while position - pushedPosition < limit {
            hasMore = try read()
            guard hasMore else { break }
            guard isFull() else { continue }
            guard position < pushedPosition else { break }
            // What the store has counted is left out in any case.
            _ = try takePart()
        }
        guard !isBehind else {
            guard !file.isCompressed else { throw RecordingIdentification.otherVersion(of: file) }
            return nil
        }
        return try batch(isComplete: !hasMore && file.isCompressed)
    }

    /// Notes that the store has a batch.
    mutating func note(_ batch: PushBatch) {
        pushed = StoredRecording(
            position: batch.position, isComplete: batch.isComplete, digest: batch.digest,
            condensedLine: batch.part.source.condensedLine)
    }

    private var pushedPosition: Int64 { pushed?.position ?? 0 }

    private mutating func batch(isComplete: Bool) throws(StoreFailure) -> PushBatch? {
        if isComplete { condenser.endLines() }
        let part = try takePart()
        try RecordingIdentification.checkBeginning(of: part.source, in: file)
        let isNew = isComplete || position > pushedPosition || part.source.condensedLine != pushed?.condensedLine
        guard isNew else { return nil }
        return PushBatch(
            part: part, previousPosition: pushedPosition, position: position, digest: try currentDigest(),
            isComplete: isComplete)
    }

    private mutating func read() throws(StoreFailure) -> Bool {
        var failure: StoreFailure?
        let hasMore = try file.read { bytes in
            guard failure == nil else { return }
            do throws(StoreFailure) {
                try feed(bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return hasMore
    }

    private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoreFailure) {
        let known = bytes.prefix(Int(clamping: max(0, pushedPosition - position)))
        try add(UnsafeBufferPointer(rebasing: known))
        if !known.isEmpty, position == pushedPosition { try leaveOutCounted() }
        try add(UnsafeBufferPointer(rebasing: bytes.dropFirst(known.count)))
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoreFailure) {
        guard !bytes.isEmpty else { return }
        condenser.read(bytes)
        position += Int64(bytes.count)
        do throws(OpenSSLError) {
            try digest.append(bytes)
        } catch {
            throw Self.noDigest(error)
        }
    }

    /// Forgets the counts that the store has. Throws an error if the file has other content in their place.
    private mutating func leaveOutCounted() throws(StoreFailure) {
        guard try currentDigest() == pushed?.digest else { throw RecordingIdentification.otherVersion(of: file) }
        _ = try takePart()
    }

    /// Takes the counts. The kinds stay in memory, and the limit follows their size.
    private mutating func takePart() throws(StoreFailure) -> CondensedPart {
        do {
            let part = try condenser.takePart(of: source)
            sizeLimit = max(usualSizeLimit, condenser.estimatedSize + usualSizeLimit / 4)
            return part
        } catch {
            throw StoreFailure(.data, "\(file.path) cannot be counted: \(error).")
        }
    }

    /// Whether the counts take all of their memory.
    private mutating func isFull() -> Bool {
        guard position - memoryCheckPosition >= min(Self.checkedSize, Int64(usualSizeLimit)) else { return false }
        memoryCheckPosition = position
        return condenser.estimatedSize >= sizeLimit
    }

    private func currentDigest() throws(StoreFailure) -> String {
        do throws(OpenSSLError) {
            return try digest.value().hexadecimal
        } catch {
            throw Self.noDigest(error)
        }
    }

    private static func noDigest(_ error: OpenSSLError) -> StoreFailure {
        StoreFailure(.unavailable, "OpenSSL computes no SHA-256 here: \(error.text).")
    }
}
