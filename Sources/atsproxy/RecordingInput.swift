import Audit
import Foundation
import Recording

/// Recordings that arguments name: files, or `-` for standard input.
enum RecordingInput {
    /// Reads all of them, as far as they are written now.
    static func traffic(of paths: [String], keepingFacts: Bool) throws(CommandFailure) -> RecordedTraffic {
        let decoder = JSONDecoder()
        var reader = RecordingReader(keepingFacts: keepingFacts) { line in
            try decoder.decode(RecordedEvent.self, from: Data(buffer: line))
        }
        for path in paths { try read(path, into: &reader) }
        let traffic = reader.traffic
        for source in traffic.sources where source.lines > 0 && source.brokenLines == source.lines {
            throw CommandFailure(
                .data, "\(source.name) is no recording: none of its lines is an event that atsproxy writes.")
        }
        return traffic
    }

    private static func read(_ path: String, into reader: inout RecordingReader) throws(CommandFailure) {
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.data, "\(name) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { if !isStandardInput { close(descriptor) } }
        reader.begin(name)
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
        defer { piece.deallocate() }
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(.data, "\(name) cannot be read: \(String(cString: strerror(errno))).")
            }
            guard count > 0 else { break }
            reader.read(UnsafeBufferPointer(rebasing: piece[..<count]))
        }
        reader.end()
    }
}
