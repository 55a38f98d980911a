import Foundation
import Gzip
@testable import Recordings

/// A temporary directory with recordings, which is removed at the end.
final class RecordingFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, compressed if its name says so. Returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        let path = "\(path)/\(name)"
        try Data(name.hasSuffix(".gz") ? Self.compressed(text) : Array(text.utf8)).write(to: URL(filePath: path))
        return path
    }

    /// Writes a file whose compressed members are the parts of a text. Each is read as a piece of its own.
    func write(_ name: String, members: [some StringProtocol]) throws -> String {
        let path = "\(path)/\(name)"
        try Data(members.flatMap { try Self.compressed(String($0)) }).write(to: URL(filePath: path))
        return path
    }

    /// A text as a member of a compressed file.
    static func compressed(_ text: String) throws -> [UInt8] {
        let compressor = try GzipCompressor()
        var packed: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { compressor.append($0) { packed += $0 } }
        compressor.finish { packed += $0 }
        return packed
    }

    /// The condensed recording of files.
    static func condensed(_ paths: [String], sizeLimit: Int = 64 << 20, checkedSize: Int = 4 << 20) throws -> String {
        var union = RecordingUnion(sizeLimit: sizeLimit, checkedSize: checkedSize)
        try union.add(paths)
        var text: [UInt8] = []
        try union.write { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    /// The recording of loads from hosts, of which each is loaded from once.
    static func recording(_ number: Int, loads: Range<Int>) -> String {
        loads.map { load in
            #"{"time":"2026-11-20T10:00:00.\#(100 + number)Z","event":"decision","id":"01JD4Q0Y7ZK8M3T5V9\#(number + 10)\#(100_000 + load)","#
                + #""client":"192.0.2.1:4000","mode":"observe","decision":"allowed","scheme":"https","#
                + #""host":"h\#(load).example","port":443,"violations":[],"warnings":[],"notes":[]}"# + "\n"
        }.joined()
    }
}
