import AppBundle
import Audit
import Foundation
import Gzip
import Networking
import OpenSSL
import Recording

/// Recordings named by arguments: files, compressed with gzip or not, directories of these, or `-` for standard input.
struct RecordingInput {
    private var reader: RecordingReader
    private let filter: RecordingFilter
    /// The recordings whose compressed data end too early, or are damaged.
    private var damaged: [String] = []

    private init(keepingFacts: Bool, filter: RecordingFilter = RecordingFilter()) {
        let decoder = JSONDecoder()
        self.filter = filter
        reader = RecordingReader(keepingFacts: keepingFacts, filter: filter) { line in
            let event = try decoder.decode(RecordedEvent.self, from: Data(buffer: line))
            guard !event.isForged else { throw ForgedEvent() }
            return event
        }
    }

    /// Reads all recordings to their current end. Throws an error if one of them is no recording, or if no load is left
    /// to judge.
    static func traffic(
        of paths: [String], keepingFacts: Bool, filter: RecordingFilter = RecordingFilter()
    ) throws(CommandFailure) -> RecordedTraffic {
        var input = RecordingInput(keepingFacts: keepingFacts, filter: filter)
        for path in try files(of: paths) { try input.read(path) }
        return try input.checkedTraffic()
    }

    /// Reads the rest of a descriptor, without keeping facts. The name is for messages.
    static func traffic(readFrom descriptor: Int32, named name: String) throws(CommandFailure) -> RecordedTraffic {
        var input = RecordingInput(keepingFacts: false)
        try input.read(descriptor, named: name)
        return input.reader.traffic
    }
}

/// A policy or trust store whose identifier is not the digest of its content. The line counts as one that cannot be
/// read.
private struct ForgedEvent: Error {}

extension RecordedEvent {
    /// Whether the event has an identifier that is the digest of another content.
    fileprivate var isForged: Bool {
        switch self {
        case .policy(let policy): policy.id != "sha256:" + Digest.sha256(policy.content).hexadecimal
        case .trust(let trust): trust.id != "sha256:" + Digest.sha256(trust.content).hexadecimal
        case .decision, .facts, .closed, .lost, .service, .segment, .unknown: false
        }
    }
}

extension RecordingFilter {
    /// The options that set the filter, in the order of the help.
    fileprivate var options: [String] {
        let given = [
            ("--app", !apps.isEmpty), ("--build", !builds.isEmpty), ("--device", !devices.isEmpty),
            ("--user", !users.isEmpty), ("--label", !labels.isEmpty), ("--host", !hosts.isEmpty),
            ("--since", since != nil), ("--until", until != nil),
        ]
        return given.filter(\.1).map(\.0)
    }
}

extension RecordingInput {
    private func checkedTraffic() throws(CommandFailure) -> RecordedTraffic {
        var traffic = reader.traffic
        for source in traffic.sources where source.isUnreadable {
            let reason =
                source.holdsZeroBytes
                ? "it contains zero bytes. Text in UTF-16 must be converted, as with: iconv -f UTF-16 -t UTF-8"
                : "none of its lines is an event that atsproxy writes, one JSON object a line, as jq -c does."
            throw CommandFailure(.data, "\(source.name) is no recording: \(reason)")
        }
        for index in traffic.sources.indices where damaged.contains(traffic.sources[index].name) {
            traffic.sources[index].isDamaged = true
        }
        guard traffic.entries.isEmpty else { return traffic }
        throw CommandFailure(.data, nothingToJudge(in: traffic))
    }

    /// The sentence about recordings without a load to judge.
    private func nothingToJudge(in traffic: RecordedTraffic) -> String {
        let names = traffic.sources.map(\.name).joined(separator: ", ")
        if traffic.leftOutDecisions > 0 {
            let options = filter.options
            let sentence =
                "no load in \(names) matches \(options.joined(separator: options.count == 1 ? "" : " and "))"
            guard options.contains("--app") || options.contains("--build") else { return "\(sentence)." }
            let apps = traffic.appNames.sorted().listed(50)
            return sentence + (apps.isEmpty ? "; no app is named in it." : "; its apps are \(apps).")
        }
        if traffic.sources.allSatisfy({ $0.bytes == 0 }) {
            return "\(names) is empty: no load was recorded, so there is nothing to judge."
        }
        return "\(names) holds no decision of atsproxy, so there is nothing to judge; was the traffic sent through the "
            + "proxy, and is this the file that --events named?"
    }

    private mutating func read(_ path: String) throws(CommandFailure) {
        guard path != "-" else { return try read(STDIN_FILENO, named: "standard input") }
        let opened: (descriptor: Int32, path: String)
        do throws(SystemError) {
            opened = try RecordingDirectory.open(path)
        } catch {
            throw Self.failure(path, error)
        }
        defer { close(opened.descriptor) }
        try read(opened.descriptor, named: opened.path)
    }

    /// The files and standard input among the paths, with the recordings in a directory in its place.
    static func files(of paths: [String]) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for path in paths {
            guard path != "-", let directory = RecordingDirectory(at: path) else {
                files.append(path)
                continue
            }
            let recordings: [String]
            do throws(SystemError) {
                recordings = try directory.recordings()
            } catch {
                throw failure(path, error)
            }
            guard !recordings.isEmpty else {
                throw CommandFailure(
                    .data, "\(path) holds no recording: no file in it has a name that ends in .jsonl or .jsonl.gz.")
            }
            files += recordings
        }
        return files
    }

    private mutating func read(_ descriptor: Int32, named name: String) throws(CommandFailure) {
        // Standard input has no path at which a file could be found again.
        reader.begin(name, descriptor == STDIN_FILENO ? nil : FileIdentity(descriptor: descriptor))
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
        defer { piece.deallocate() }
        var decompression: GzipDecompressor?
        var isFirst = true
        /// The bytes at the beginning of `piece` that are not read yet.
        var kept = 0
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress.map { $0 + kept }, piece.count - kept)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(name) }
            guard count > 0 else { break }
            kept += count
            // A pipe may hand out the signature of compressed data in two pieces.
            if isFirst, kept < GzipDecompressor.signature.count { continue }
            let bytes = UnsafeBufferPointer(rebasing: piece[..<kept])
            kept = 0
            if isFirst, bytes.starts(with: GzipDecompressor.signature) {
                decompression = try Self.decompression(of: name)
            }
            isFirst = false
            if let decompression {
                guard decompressed(bytes, by: decompression) else { break }
            } else {
                reader.read(bytes)
            }
        }
        if kept > 0 { reader.read(UnsafeBufferPointer(rebasing: piece[..<kept])) }
        if decompression?.isComplete == false { damaged.append(name) }
        reader.end()
    }

    private static func decompression(of name: String) throws(CommandFailure) -> GzipDecompressor {
        do throws(GzipDecompressor.Malformed) {
            return try GzipDecompressor()
        } catch {
            throw CommandFailure(.software, "\(name) cannot be decompressed: there is no memory for it.")
        }
    }

    /// Reads the content of compressed bytes. Returns false if they are malformed, after which no more can be read.
    private mutating func decompressed(_ bytes: UnsafeBufferPointer<UInt8>, by stream: GzipDecompressor) -> Bool {
        do throws(GzipDecompressor.Malformed) {
            try stream.append(bytes) { reader.read($0) }
            return true
        } catch {
            return false
        }
    }

    private static func failure(_ name: String, _ error: SystemError = .last("read")) -> CommandFailure {
        CommandFailure(.data, "\(name) cannot be read: \(error.text).")
    }
}
