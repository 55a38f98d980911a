import Foundation
import Testing
@testable import Recordings

@Suite struct SpilledLinesTests {
    @Test func linesComeBackInTheirOrder() throws {
        let folder = try RecordingFolder()
        let lines = (0..<90_000).map { Array("\($0) \(String(repeating: "x", count: $0 % 40))".utf8) }
        var rest = lines[...]
        let spilled = try SpilledLines(in: folder.path) { rest.popFirst() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        for line in lines { #expect(try spilled.next() == line) }
        #expect(try spilled.next() == nil)
    }

    @Test func aDirectoryThatIsMissingIsNamed() {
        let error = #expect(throws: TemporaryFileError.self) { try SpilledLines(in: "/nonexistent/x") { nil } }
        #expect(
            error?.description
                == "a temporary file in /nonexistent/x cannot be written: No such file or directory; set TMPDIR to a directory "
                + "with room.")
    }
}
