import Foundation
import Gzip

/// A folder of recordings that a test writes.
final class PushFolder {
    private let url: URL

    /// The path.
    var path: String { url.path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a recording. Returns its path, its number of loads and its size.
    func write(_ name: String, loads: Int, id: Int = 0) throws -> (path: String, loads: Int, size: Int) {
        let text = Self.text(loads: loads, id: id)
        return (try write(name, text), loads, text.count)
    }

    /// Writes a file. Returns its path.
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = url.appending(path: "\(name).jsonl")
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Appends to a file, which is created if it is missing.
    func append(_ bytes: some Sequence<UInt8>, to path: String) throws {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// Writes a file in place of what a file holds, which stays the same file.
    func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// Writes a compressed recording. Returns its path.
    func writeCompressed(_ name: String, _ bytes: [UInt8]) throws -> String {
        try write("\(name).jsonl.gz", whole: Self.compressed(bytes))
    }

    /// Writes a file under its whole name. Returns its path.
    func write(_ name: String, whole bytes: [UInt8]) throws -> String {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The bytes as a gzip member.
    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let compressor = try GzipCompressor()
        var packed: [UInt8] = []
        bytes.withUnsafeBufferPointer { compressor.append($0) { packed += $0 } }
        compressor.finish { packed += $0 }
        return packed
    }

    /// The identifier of a load in a recording.
    static func identifier(_ recording: Int, load: Int) -> String {
        "01KA0000000000000000" + String(100 + recording) + String(100 + load)
    }

    /// The event with which a segment begins.
    static func segment(_ id: String) -> [UInt8] {
        Array(#"{"time":"2026-11-20T10:00:00.000Z","event":"segment","id":"\#(id)","proxy":"lab-3"}"#.utf8) + [0x0A]
    }

    /// The lines of a recording.
    ///
    /// - Parameters:
    ///   - loads: The number of loads, up to 60.
    ///   - recording: The number of the recording.
    ///   - hosts: The host of each load, by its number.
    static func text(
        loads: Int, id recording: Int = 0, hosts: (Int) -> String = { _ in "example.com" }
    ) -> [UInt8] {
        var text = ""
        for number in 0..<loads {
            let id = identifier(recording, load: number)
            let second = String(100 + number).suffix(2)
            text += """
                {"time":"2026-11-20T10:\(second.first ?? "0")0:0\(second.last ?? "0").000Z","event":"decision","id":"\(id)",\
                "listener":"127.0.0.1:8080","client":"192.0.2.\(number):5000","user":null,"app":null,"method":"GET",\
                "scheme":"http","host":"\(hosts(number))","port":80,"path":"/","address":null,"mode":"observe",\
                "decision":"allowed","policy":null,"facts":null,"tls":null,"violations":[],"warnings":[],"notes":[],\
                "error":null}
                {"time":"2026-11-20T11:00:00.500Z","event":"closed","id":"\(id)","bytesFromClient":10,\
                "bytesFromServer":200,"durationMilliseconds":500,"endedBy":"client","how":"end"}

                """
        }
        return Array(text.utf8)
    }
}
