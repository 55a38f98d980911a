import Captures
import Documents
import Judging
import Recordings
import Settings
import StandardStreams
import Traffic
import TransportSecurity

/// A file that a command names, with captured traffic or with a recording. The first bytes of the file decide which of
/// the two it is.
package struct CapturedFile {
    /// The bytes of the file that were read so far, enough to know the format unless the file is shorter.
    let head: [UInt8]
    /// The format of a capture; nil for a recording.
    let format: CaptureFormat?
    private let file: RecordingFile

    /// Reads the first bytes of a file. Throws an error if that fails.
    init(_ file: RecordingFile) throws(RecordingFileError) {
        var head: [UInt8] = []
        while head.count < CaptureFormat.headLength, try file.read({ head += $0 }) {}
        (self.file, self.head) = (file, head)
        format = CaptureFormat(beginning: Array(head.prefix(CaptureFormat.headLength)))
    }

    /// The captures and the recordings among files, in their order.
    static func separated(
        _ paths: [String]
    ) throws(RecordingFileError) -> (captures: [String], recordings: [String]) {
        var captures: [String] = []
        var recordings: [String] = []
        for path in paths {
            if try isCapture(path) { captures.append(path) } else { recordings.append(path) }
        }
        return (captures, recordings)
    }

    /// Whether the file at a path is a capture. Standard input and pipes can be read only once, and are not looked at.
    package static func isCapture(_ path: String) throws(RecordingFileError) -> Bool {
        guard path != "-", !RecordingFile.isSpecial(path) else { return false }
        return try CapturedFile(RecordingFile(path)).format != nil
    }

    /// Reads the loads of a capture as a recording. Throws an error if the file cannot be read.
    ///
    /// - Parameter saysCounts: Whether standard error tells the numbers of the file.
    func read(into reader: inout RecordingReader, saysCounts: Bool) throws(RecordingFileError) {
        reader.begin(file.name, identity: file.identity)
        let lines = CapturedLines()
        guard let format else { return }
        let beginning = Array(head.prefix(CaptureFormat.headLength))
        var capture = Capture(format, head: beginning, write: { lines.append($0) })
        head.withUnsafeBufferPointer { capture.read($0) }
        lines.hand(to: &reader)
        while try file.read({ capture.read($0) }) { lines.hand(to: &reader) }
        capture.finish()
        lines.hand(to: &reader)
        reader.markAsCapture(lacking: capture.counts.unreadParts)
        for refused in capture.refused {
            reader.noteRefusal(
                of: refused.authority, to: refused.client, at: Instant(milliseconds: refused.milliseconds))
        }
        reader.end(isDamaged: file.isDamaged)
        guard saysCounts else { return }
        Output.say("\(file.name): \(capture.counts.summary)".visible(limit: 1000))
    }
}

/// Lines that a capture was turned into, and that wait to be read as a recording.
private final class CapturedLines {
    private var bytes: [UInt8] = []

    func append(_ line: [UInt8]) { bytes += line }

    /// Hands the lines to a reader.
    func hand(to reader: inout RecordingReader) {
        bytes.withUnsafeBufferPointer { reader.read($0) }
        bytes.removeAll(keepingCapacity: true)
    }
}

extension RecordedTraffic {
    /// Whether there are loads of captures, which have no recorded verdicts.
    package var hasCapturedLoads: Bool { entries.contains(where: \.isCaptured) }
}

extension [JudgedEntry] {
    /// The recorded verdicts, with other verdicts in place of those on captured loads, which have no recorded ones.
    ///
    /// - Parameter others: The verdicts on the same entries in the same order, by a policy.
    package func replacingCaptured(by others: [JudgedEntry]) -> [JudgedEntry] {
        zip(self, others).map { recorded, other in recorded.entry.isCaptured ? other : recorded }
    }
}

extension TrafficEntry {
    /// Whether the loads are those of a capture, which have no policy.
    fileprivate var isCaptured: Bool { decision.client?.listener == CaptureRecorder.listener && decision.policy == nil }
}
