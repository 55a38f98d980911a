import Console
import Foundation
import Testing

@testable import StandardStreams
@testable import atsproxy

@Suite struct ConsoleSourcesTests {
    private static let policies = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../config/policies")

    @Test func readsThePolicyOfAFile() throws {
        let path = Self.policies.appending(path: "LegacyServer.plist").standardized.path
        let file = try #require(try ConsoleSettings.PolicyFile.read(ofPolicyAt: path))
        #expect(file.path == path)
        #expect(try file.text == String(contentsOfFile: path, encoding: .utf8))
    }

    /// A pipe would have to be read twice, and the second time it is empty or has no end.
    @Test func readsNoPipe() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(try ConsoleSettings.PolicyFile.read(ofPolicyAt: path) == nil)
    }

    @Test func eachRunHasANameOfItsOwn() {
        let names = (0..<100).map { _ in ConsoleSettings(showing: .recordings).session }
        #expect(Set(names).count == 100 && names.allSatisfy { $0.allSatisfy(\.isHexDigit) })
    }
}
