import Audit
import Foundation
import Networking
import Recording

/// Recordings named by arguments: files, or `-` for standard input.
enum RecordingInput {
    /// Reads all recordings to their current end.
    static func traffic(of paths: [String], keepingFacts: Bool) throws(CommandFailure) -> RecordedTraffic {
        var reader = reader(keepingFacts: keepingFacts)
        for path in paths { try read(path, into: &reader) }
        let traffic = reader.traffic
        for source in traffic.sources where source.isUnreadable {
            let reason =
                source.holdsZeroBytes
                ? "it looks like UTF-16; convert it first, as with: iconv -f UTF-16 -t UTF-8"
                : "none of its lines is an event that atsproxy writes, one JSON object a line, as jq -c does."
            throw CommandFailure(.data, "\(source.name) is no recording: \(reason)")
        }
        return traffic
    }

    /// Reads the rest of a descriptor, without keeping facts. The name is for messages.
    static func traffic(readFrom descriptor: Int32, named name: String) throws(CommandFailure) -> RecordedTraffic {
        var reader = reader(keepingFacts: false)
        try read(descriptor, named: name, into: &reader)
        return reader.traffic
    }

    private static func reader(keepingFacts: Bool) -> RecordingReader {
        let decoder = JSONDecoder()
        return RecordingReader(keepingFacts: keepingFacts) { line in
            try decoder.decode(RecordedEvent.self, from: Data(buffer: line))
        }
    }

    private static func read(_ path: String, into reader: inout RecordingReader) throws(CommandFailure) {
        guard path != "-" else { return try read(STDIN_FILENO, named: "standard input", into: &reader) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        try read(descriptor, named: path, into: &reader)
    }

    private static func read(
        _ descriptor: Int32, named name: String, into reader: inout RecordingReader
    ) throws(CommandFailure) {
        reader.begin(name)
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
        defer { piece.deallocate() }
        var isFirst = true
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(name) }
            guard count > 0 else { break }
            // The first bytes of a gzip member (RFC 1952 §2.3.1).
            if isFirst, piece[..<count].starts(with: [0x1F, 0x8B]) {
                throw CommandFailure(
                    .data, "\(name) is compressed with gzip; decompress it first, as with: gunzip -c \(name)")
            }
            isFirst = false
            reader.read(UnsafeBufferPointer(rebasing: piece[..<count]))
        }
        reader.end()
    }

    private static func failure(_ name: String) -> CommandFailure {
        CommandFailure(.data, "\(name) cannot be read: \(SystemError.last("read").text).")
    }
}
