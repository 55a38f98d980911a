import Foundation

/// `GET recording`: a recording, as it is on disk.
enum RecordingRoute {
    /// The largest recording to send in bytes, since it is in memory several times until it is sent.
    private static let sizeLimit = 32 << 20

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let paths =
            state.settings.source == .live
            ? state.program.recordings.map(\.path) : state.traffic.content.sources.map(\.name)
        let number = request.request.first("number").map { Int($0) } ?? 0
        guard !paths.isEmpty else {
            throw ConsoleProblem(
                409, "No recording", "Nothing is recorded in a file; start atsproxy serve with --events PATH.")
        }
        guard let number, paths.indices.contains(number) else {
            throw ConsoleProblem(
                400, "Unknown recording", "The member number of the query is from 0 to \(paths.count - 1).")
        }
        let path = paths[number]
        return .computation(ConsoleComputation { (_) throws(ConsoleProblem) in .response(try recording(at: path)) })
    }

    private static func recording(at path: String) throws(ConsoleProblem) -> ConsoleResponse {
        let isCompressed = path.hasSuffix(".gz")
        let name = path.split(separator: "/").last.map(String.init) ?? "recording"
        return .attachment(
            name, contentType: isCompressed ? "application/gzip" : "application/x-ndjson", try content(of: path))
    }

    private static func content(of path: String) throws(ConsoleProblem) -> [UInt8] {
        do {
            let file = URL(filePath: path).resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ConsoleProblem(409, "No recording", "\(path.visible()) is no regular file.")
            }
            // A large file is not read to find out that it is too large.
            guard attributes[.size] as? Int ?? 0 <= sizeLimit else { throw tooLarge(path) }
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { handle.closeFile() }
            let data = try handle.read(upToCount: sizeLimit + 1) ?? Data()
            guard data.count <= sizeLimit else { throw tooLarge(path) }
            return Array(data)
        } catch let problem as ConsoleProblem {
            throw problem
        } catch {
            throw ConsoleProblem(409, "No recording", "\(path.visible()) cannot be read.")
        }
    }

    private static func tooLarge(_ path: String) -> ConsoleProblem {
        ConsoleProblem(409, "Too large", "\(path.visible()) is larger than \(sizeLimit >> 20) MiB; copy it from there.")
    }
}
