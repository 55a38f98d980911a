import Foundation
import Testing

@testable import AppBundle

/// Reports and findings of lint name a property list alike.
@Suite struct LocatedPolicyTests {
    private static let list = propertyListXML(
        "<dict><key>NSAppTransportSecurity</key>\n<dict><key>NSAllowsArbitraryLoad</key><true/></dict></dict>")

    @Test(arguments: [
        ("Info.plist", "Info.plist"), ("A.app/Info.plist", "A.app"), ("A.app/Info.plist", "A.app/"),
        ("X.xcarchive/Products/Applications/A.app/Info.plist", "X.xcarchive"),
        ("A.app/PlugIns/B.appex/Info.plist", "A.app#B.appex"),
    ])
    func lintAndReportsNameOnePath(file: String, path: String) throws {
        let directory = try TemporaryDirectory()
        for file in Set([file, "A.app/Info.plist"]) { _ = try directory.write(Self.list, to: file) }
        try check(directory.path(path) + (path.hasSuffix("/") ? "/" : ""), file: directory.path(file))
    }

    @Test func aPropertyListInAnArchiveIsNamedBelowIt() throws {
        let directory = try TemporaryDirectory()
        let zip = ZipBytes(files: [.init(name: "Payload/A.app/Info.plist", content: Array(Self.list))])
        let path = try directory.write(zip.bytes, to: "A.ipa")
        try check(path, file: path + "/Payload/A.app/Info.plist")
    }

    private func check(_ path: String, file: String) throws {
        let policy = try LocatedPolicy(at: path)
        let report = try #require(try PolicyLint(readBy: .newest).reports(on: path).first)
        #expect(policy.path == file && report.file == file)
        #expect(policy.lines.sectionLine == 4 && report.lints.first?.position?.line == 5)
    }
}
