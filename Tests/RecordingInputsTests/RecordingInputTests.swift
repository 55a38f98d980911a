import Foundation
import Gzip
import Testing

@testable import RecordingInputs
@testable import Settings

@Suite struct RecordingInputTests {
    private static let end =
        #"{"time":"2026-11-26T16:08:54.656Z","event":"closed","id":"01M8C9VX297YF1QK3ZZA1XFW83","host":"good.test","#
        + #""port":443,"bytesFromClient":753,"bytesFromServer":2741,"durationMilliseconds":56,"endedBy":"client","#
        + #""how":"finished","clientRefusal":null}"# + "\n"

    private static func fault(_ bytes: [UInt8], ending: String = "jsonl") throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString).\(ending)")
        try Data(bytes).write(to: file)
        defer { unlink(file.path) }
        let error = #expect(throws: CommandFailure.self) {
            try RecordingInput.traffic(of: [file.path], keepingFacts: true)
        }
        return error?.sentence ?? ""
    }

    private static func compressed(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let compressor = try GzipCompressor()
        Array(text.utf8).withUnsafeBufferPointer { compressor.append($0) { bytes += $0 } }
        compressor.finish { bytes += $0 }
        return bytes
    }

    /// A member of gzip has a header of 10 bytes, and may have no content in the bytes that follow it.
    @Test(arguments: [2, 9, 10, 12, 40])
    func aCompressedFileWithoutItsEndIsNotEmpty(length: Int) throws {
        let cut = try Self.fault(Array(try Self.compressed(Self.end).prefix(length)), ending: "jsonl.gz")
        #expect(cut.contains("end before the first line; take a whole copy"), "\(cut)")
        let empty = try Self.fault(try Self.compressed(""), ending: "jsonl.gz")
        #expect(empty.contains("is empty: no load was recorded"), "\(empty)")
    }

    /// The beginnings of the loads may be in the part that is missing: the end of a connection may be recorded first.
    @Test func aFileWithoutItsEndIsSaidToLackIt() throws {
        let whole = try Self.fault(Array(Self.end.utf8))
        #expect(whole.contains("holds ends of loads only; give the recordings"), "\(whole)")
        let cut = try Self.fault(Array((Self.end + #"{"time":"2026-"#).utf8))
        #expect(cut.contains("the end of the file is missing: take a whole copy") && !cut.contains("give"), "\(cut)")
    }
}
