import InternetNames
import OpenSSL
import Recordings

/// Reads the part of a recording that the store has not counted yet, in batches, as the recording grows.
///
/// The counted part is read as well, and its counts are discarded. Lines of earlier versions may belong to loads that
/// began in the counted part, and the digest is that of the whole content.
struct RecordingTail {
    private let file: PushedFile
    /// The recording as the file identifies it.
    private let source: RecordingSource
    /// The condenser that counts the loads.
    private var condenser: RecordingCondenser
    /// The digest of the content up to `position`.
    private let digest: RunningDigest
    /// The number of bytes that the condenser has read.
    private var position: Int64 = 0
    /// The state of the recording in the store; nil if the store has nothing of it.
    private var pushed: StoredRecording?
    /// The memory of the condenser above which a batch ends, in bytes.
    private var sizeLimit: Int
    /// The value of `sizeLimit` as long as the condenser holds few kinds, in bytes.
    private let usualSizeLimit: Int
    /// The position at which the memory was last measured.
    private var memoryCheckPosition: Int64 = 0

    /// The number of bytes of content between two measurements of the memory.
    private static let checkedSize: Int64 = 1 << 20

    /// Creates a reader of a file.
    ///
    /// - Parameters:
    ///   - file: The file, at its beginning.
    ///   - source: The recording that the file holds.
    ///   - pushed: The state of the recording in the store; nil if the store has nothing of it.
    ///   - sizeLimit: The memory for counts above which a batch ends, in bytes.
    init(
        _ file: PushedFile, of source: RecordingSource, pushed: StoredRecording?, sizeLimit: Int
    ) throws(StoreFailure) {
        self.file = file
        self.source = source
        self.sizeLimit = sizeLimit
        usualSizeLimit = sizeLimit
        self.pushed = pushed
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
    /// - Parameter limit: The approximate number of bytes of the recording to read for one batch.
    mutating func nextBatch(reading limit: Int64) throws(StoreFailure) -> PushBatch? {
        var hasMore = true
        while position - pushedPosition < limit {
            hasMore = try read()
            guard hasMore else { break }
            guard isFull() else { continue }
            guard isBehind else { break }
            // The counted part does not belong to the batch, and its counts can be discarded at any time.
            _ = try takePart()
        }
        guard !isBehind else {
            // A compressed file never grows, so its content was replaced. A file that grows may catch up.
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

    /// The number of bytes that the store has counted.
    private var pushedPosition: Int64 { pushed?.position ?? 0 }

    /// The batch of all that was counted since the last one; nil if it would tell the store nothing new.
    ///
    /// - Parameter isComplete: Whether the recording is closed and was read to its end.
    private mutating func batch(isComplete: Bool) throws(StoreFailure) -> PushBatch? {
        if isComplete { condenser.endLines() }
        let part = try takePart()
        try RecordingIdentification.checkBeginning(of: part.source, in: file)
        // Without further bytes, the description of the recording may be another, such as after the file was renamed.
        let isNew = isComplete || position > pushedPosition || part.source.condensedLine != pushed?.condensedLine
        guard isNew else { return nil }
        return PushBatch(
            part: part, previousPosition: pushedPosition, position: position, digest: try currentDigest(),
            isComplete: isComplete)
    }

    /// Reads on, and counts the loads. Returns whether there may be more.
    private mutating func read() throws(StoreFailure) -> Bool {
        var failure: StoreFailure?
        // The handler cannot throw, so the failure is thrown after it.
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

    /// Counts the loads in bytes of the recording. Where the counted part ends, its counts are discarded.
    private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoreFailure) {
        let counted = bytes.prefix(Int(clamping: max(0, pushedPosition - position)))
        try add(UnsafeBufferPointer(rebasing: counted))
        if !counted.isEmpty, position == pushedPosition { try discardCountedPart() }
        try add(UnsafeBufferPointer(rebasing: bytes.dropFirst(counted.count)))
    }

    /// Adds bytes to the condenser and the digest.
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

    /// Discards the counts of the part that the store has counted. Throws an error if the store has counted other
    /// content there.
    private mutating func discardCountedPart() throws(StoreFailure) {
        guard try currentDigest() == pushed?.digest else { throw RecordingIdentification.otherVersion(of: file) }
        _ = try takePart()
    }

    /// Takes the counts from the condenser. Its kinds stay in memory, and the limit grows with their size.
    private mutating func takePart() throws(StoreFailure) -> CondensedPart {
        do {
            let part = try condenser.takePart(of: source)
            sizeLimit = max(usualSizeLimit, condenser.estimatedSize + usualSizeLimit / 4)
            return part
        } catch {
            throw StoreFailure(.data, "\(file.path) cannot be counted: \(error).")
        }
    }

    /// Whether the counts have reached the limit of their memory.
    private mutating func isFull() -> Bool {
        guard position - memoryCheckPosition >= min(Self.checkedSize, Int64(usualSizeLimit)) else { return false }
        memoryCheckPosition = position
        return condenser.estimatedSize >= sizeLimit
    }

    /// The digest of the content up to `position`, in hexadecimal.
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
