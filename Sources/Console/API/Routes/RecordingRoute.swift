import AppBundle
import Foundation
import HTTPServer
import Recording

/// `GET recording`: the file of a recording, which is sent as it is on disk.
enum RecordingRoute: RouteHandler {
    /// The largest recording in bytes that is sent. The limit is low because a recording is in memory several times
    /// until it is sent.
    private static let sizeLimit = 32 << 20

    /// A recording that is shown or written.
    private struct RecordedFile {
        /// The path; that of a directory of segments ends with a slash.
        var path: String
        /// The identity of the file when it was opened; nil if it is not a regular file.
        var identity: FileIdentity?
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let file = try requestedFile(of: request, in: state)
        let path = file.path
        guard !path.hasSuffix("/") else {
            throw ConsoleProblem(
                409, title: "Segments",
                detail:
                    "The recording is in segments, one file after the other, in \(path.visible()); "
                    + "copy them from there."
            )
        }
        guard let identity = file.identity else {
            throw ConsoleProblem(
                409, title: "No recording", detail: "\(path.visible()) is not a file that can be read again.")
        }
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in
                .response(response(with: try content(of: path, identifiedBy: identity), at: path))
            })
    }

    /// The recording with the number in the query, by default 0.
    private static func requestedFile(
        of request: RoutedRequest, in state: ConsoleState
    ) throws(ConsoleProblem) -> RecordedFile {
        let files =
            state.settings.source == .live
            ? state.proxy.recordings.map { RecordedFile(path: $0.path, identity: $0.identity) }
            : state.traffic.content.sources.map { RecordedFile(path: $0.path, identity: $0.identity) }
        guard !files.isEmpty else {
            throw ConsoleProblem(
                409, title: "No recording",
                detail: "Nothing is recorded in a file; start atsproxy serve with --events events.jsonl.")
        }
        let number = request.request.first("number").map { Int($0) } ?? 0
        guard let number, files.indices.contains(number) else {
            throw ConsoleProblem(
                400, title: "Unknown recording",
                detail: "The member 'number' of the query is from 0 to \(files.count - 1).")
        }
        return files[number]
    }

    private static func response(with content: [UInt8], at path: String) -> ServerResponse {
        let name = path.split(separator: "/").last.map(String.init) ?? "recording"
        let contentType = path.hasSuffix(".gz") ? "application/gzip" : "application/x-ndjson"
        return .attachment(name, contentType: contentType, content: content)
    }

    /// The content of the file at a path. Throws a problem if another file is there now, or if the file is too large.
    private static func content(
        of path: String, identifiedBy identity: FileIdentity
    ) throws(ConsoleProblem) -> [UInt8] {
        do {
            let file = try FileOpening.handle(at: path, pipes: .refused)
            defer { file.closeFile() }
            // A user who may write to the folder could have replaced the recording by any other file.
            guard FileIdentity(descriptor: file.fileDescriptor) == identity else {
                throw ConsoleProblem(
                    409, title: "No recording",
                    detail: "\(path.visible()) is another file than the one that is shown; ask again later.")
            }
            // The size is checked before the file is read.
            guard try file.seekToEnd() <= UInt64(sizeLimit) else { throw tooLarge(path) }
            try file.seek(toOffset: 0)
            let data = try file.read(upToCount: sizeLimit + 1) ?? Data()
            guard data.count <= sizeLimit else { throw tooLarge(path) }
            return Array(data)
        } catch let problem as ConsoleProblem {
            throw problem
        } catch {
            throw ConsoleProblem(409, title: "No recording", detail: "\(path.visible()) cannot be read.")
        }
    }

    private static func tooLarge(_ path: String) -> ConsoleProblem {
        ConsoleProblem(
            409, title: "Too large",
            detail: "\(path.visible()) is larger than \(sizeLimit >> 20) MiB; copy it from there.")
    }
}
