import OpenSSL
import Recordings

/// Identifies the recording in a file by the first event that names it, and checks that it can be pushed.
enum RecordingIdentification {
    /// The recording in a file; nil if the file holds no load so far. The file is at its beginning afterwards. Throws
    /// an error if the file cannot be read, or has content that cannot be pushed.
    static func source(in file: PushedFile) throws(StoreFailure) -> RecordingSource? {
        try file.rewind()
        var condenser = condenser(of: file)
        var hasMore = true
        while condenser.source.id.isEmpty, !condenser.isReadingCondensed, hasMore {
            hasMore = try file.read { condenser.read($0) }
            if condenser.source.id.isEmpty, condenser.estimatedSize > PushBatch.usualSizeLimit {
                try discardCounts(of: &condenser, in: file)
            }
        }
        // Nothing is appended to a compressed recording.
        let isComplete = file.isCompressed && !hasMore
        if condenser.source.id.isEmpty, isComplete {
            // A complete recording without loads is known by the digest of its first line, once its lines have ended.
            condenser.endLines()
        }
        guard !condenser.isReadingCondensed else {
            throw StoreFailure(
                .data, "\(file.path) is a condensed recording; the store takes the recordings themselves.")
        }
        guard !condenser.source.isUnreadable else {
            throw StoreFailure(
                .data, "\(file.path) is not a recording: none of its lines is an event that atsproxy writes.")
        }
        try checkBeginning(of: condenser.source, in: file)
        try file.rewind()
        return condenser.source.id.isEmpty ? nil : condenser.source
    }

    /// Creates a condenser that begins with a file.
    static func condenser(of file: PushedFile) -> RecordingCondenser {
        var condenser = RecordingCondenser(RecordedEventDecoder.make())
        condenser.begin(file.path)
        return condenser
    }

    /// Throws an error if a second segment begins within the file.
    static func checkBeginning(of source: RecordingSource, in file: PushedFile) throws(StoreFailure) {
        guard source.isJoined else { return }
        throw StoreFailure(
            .data,
            "\(file.path) holds more than one segment of a recording, and positions in it cannot be trusted; push the "
                + "segments as the proxy wrote them.")
    }

    /// The failure of a file whose content differs from the content that the store has counted.
    static func otherVersion(of file: PushedFile) -> StoreFailure {
        StoreFailure(
            .data,
            "\(file.path) differs from what the store has counted of the same recording, and nothing of it is pushed; "
                + "push the file as the proxy wrote it.")
    }

    /// Discards the counts of the condenser, which take memory and are not needed to identify a recording.
    private static func discardCounts(
        of condenser: inout RecordingCondenser, in file: PushedFile
    ) throws(StoreFailure) {
        do {
            _ = try condenser.takePart()
        } catch {
            throw StoreFailure(.data, "\(file.path) cannot be counted: \(error).")
        }
    }
}
