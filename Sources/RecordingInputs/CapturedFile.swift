import Captures
import Documents
import Recordings
import Settings
import StandardStreams
import TransportSecurity

/// A file with captured traffic, or a recording: the first bytes of the file tell.
package struct CapturedFile {
    /// The first bytes of the file, at least as many as tell its format if the file is as long.
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
        var (captures, recordings): ([String], [String]) = ([], [])
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
        reader.begin(file.name, file.identity)
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
        Console.say("\(file.name): \(capture.counts.summary)".visible(limit: 1000))
    }
}

/// Lines of a recording that wait to be read.
private final class CapturedLines {
    private var bytes: [UInt8] = []

    func append(_ line: [UInt8]) { bytes += line }

    /// Hands the lines to a reader.
    func hand(to reader: inout RecordingReader) {
        bytes.withUnsafeBufferPointer { reader.read($0) }
        bytes.removeAll(keepingCapacity: true)
    }
}
