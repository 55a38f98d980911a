import AppBundle
import Foundation
import HTTPServer
import Recording

/// `GET recording`: a recording, as it is on disk.
enum RecordingRoute: RouteHandler {
    /// The largest recording in bytes that is sent. The limit is low because a recording is in memory several times
    /// until it is sent.
    private static let sizeLimit = 32 << 20

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let files =
            state.settings.source == .live
            ? state.proxy.recordings.map { ($0.path, $0.identity) }
            : state.traffic.content.sources.map { ($0.path, $0.identity) }
        let number = request.request.first("number").map { Int($0) } ?? 0
        guard !files.isEmpty else {
            throw ConsoleProblem(
                409, title: "No recording",
                detail: "Nothing is recorded in a file; start atsproxy serve with --events events.jsonl.")
        }
        guard let number, files.indices.contains(number) else {
            throw ConsoleProblem(
                400, title: "Unknown recording",
                detail: "The member 'number' of the query is from 0 to \(files.count - 1).")
        }
        let (path, identity) = files[number]
        guard !path.hasSuffix("/") else {
            throw ConsoleProblem(
                409, title: "Segments",
                detail:
                    "The recording is in segments, one file after the other, in \(path.visible()); "
                    + "copy them from there."
            )
        }
        guard let identity else {
            throw ConsoleProblem(
                409, title: "No recording", detail: "\(path.visible()) is not a file that can be read again.")
        }
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in .response(try recording(at: path, identity)) })
    }

    private static func recording(
        at path: String, _ identity: FileIdentity
    ) throws(ConsoleProblem) -> ServerResponse {
        let isCompressed = path.hasSuffix(".gz")
        let name = path.split(separator: "/").last.map(String.init) ?? "recording"
        return .attachment(
            name, contentType: isCompressed ? "application/gzip" : "application/x-ndjson",
            try content(of: path, identity))
    }

    private static func content(of path: String, _ identity: FileIdentity) throws(ConsoleProblem) -> [UInt8] {
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
