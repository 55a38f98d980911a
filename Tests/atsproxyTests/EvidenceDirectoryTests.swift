import Evidence
import Foundation
import Testing

@testable import atsproxy
@testable import Settings

@Suite struct EvidenceDirectoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString)")
    private let files = ["README.md", "hosts/a/README.md", "SHA256SUMS"].map { EvidenceFile(path: $0, bytes: [0x0A]) }

    @Test func writesEveryFile() throws {
        try EvidenceDirectory(folder.appending(path: "new/below").path).write(files)
        for file in files {
            #expect(try Data(contentsOf: folder.appending(path: "new/below/\(file.path)")) == Data([0x0A]))
        }
    }

    @Test func aFileThatCannotBeWrittenIsNamedWithTheNumberOfMissingOnes() throws {
        let directory = try EvidenceDirectory(folder.path)
        try Data().write(to: folder.appending(path: "hosts"))
        let failure = #expect(throws: CommandFailure.self) { try directory.write(files) }
        #expect(failure?.status == .output)
        #expect(failure?.sentence.contains("is not complete: hosts/a/README.md cannot be written") == true)
        #expect(failure?.sentence.contains("2 of 3 files are missing") == true)
    }
}
