import Foundation
import Testing

/// `atsproxy check --profile` and `--enrollment`.
@Suite struct ManagementFileJourneyTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func check(_ options: String...) throws -> (status: Int32, lines: [[String: Any]], errors: String) {
        let site = try Site.shared.get()
        let program = try Program(
            Repository.program, ["check", "--format", "json", "--ca-file", site.root] + site.resolve + options)
        let status = program.end()
        let lines = try program.output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        return (status, lines, program.errors)
    }

    private func written(_ value: Any, _ name: String, _ format: PropertyListSerialization.PropertyListFormat = .xml)
        throws -> String
    {
        let file = folder.appending(path: name)
        try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0).write(to: file)
        return file.path
    }

    private func profile() throws -> [String: Any] {
        let site = try Site.shared.get()
        return [
            "PayloadType": "Configuration",
            "PayloadContent": [
                [
                    "PayloadType": "com.apple.mdm", "ServerURL": try site.url("good", "/mdm"),
                    "CheckInURL": try site.url("old", "/c"),
                ],
                ["PayloadType": "com.apple.security.scep", "PayloadContent": ["URL": "http://scep.test/scep"]],
            ],
        ]
    }

    private func expectTheServersOfTheProfile(_ result: (status: Int32, lines: [[String: Any]], errors: String)) throws
    {
        #expect(result.status == 1)
        #expect(
            result.lines.map { $0["event"] as? String } == [
                "management-document", "exempt-use", "decision", "decision",
            ])
        #expect(result.lines.suffix(2).map { $0["host"] as? String } == ["old.test", "good.test"])
        let uses = result.lines.suffix(2).map { ($0["uses"] as? [[String: Any]])?.first?["source"] as? String ?? "" }
        #expect(uses.map { String($0.prefix(26)) } == ["CheckInURL of com.apple.md", "ServerURL of com.apple.mdm"])
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func eachURLOfAProfileIsJudged(format: PropertyListSerialization.PropertyListFormat) throws {
        try expectTheServersOfTheProfile(check("--profile", written(profile(), "a.mobileconfig", format)))
    }

    @Test func aSignedProfileIsRead() throws {
        let site = try Site.shared.get()
        let (plain, signed) = (try written(profile(), "a.plist"), folder.appending(path: "signed.mobileconfig").path)
        let folder = site.folder.path
        for form in [[], ["-stream"]] {
            let openssl = try Program(
                "/usr/bin/openssl",
                [
                    "cms", "-sign", "-nodetach", "-binary", "-in", plain, "-signer", "\(folder)/good.pem", "-inkey",
                    "\(folder)/good.key", "-outform", "DER", "-out", signed,
                ] + form)
            #expect(openssl.end() == 0)
            let result = try check("--profile", signed)
            #expect(result.lines.first?["signed"] as? Bool == true)
            try expectTheServersOfTheProfile(result)
        }
    }

    @Test func declarationsAndManifestsAreRead() throws {
        let site = try Site.shared.get()
        let declaration = folder.appending(path: "asset.json")
        try JSONSerialization.data(withJSONObject: [
            "Type": "com.apple.asset.data", "Payload": ["Reference": ["DataURL": try site.url("good", "/a")]],
        ]).write(to: declaration)
        let manifest = try written(["items": [["assets": [["url": try site.url("old", "/a.ipa")]]]]], "manifest.plist")
        let result = try check("--profile", declaration.path, "--profile", manifest, "--enrollment", site.url("wide"))
        let uses = result.lines.compactMap { ($0["uses"] as? [[String: Any]])?.first?["activity"] as? String }
        #expect(uses == ["enrollment", "asset", "app"])
        #expect(result.status == 1)
    }

    @Test func otherFilesAreRefused() throws {
        let empty = folder.appending(path: "empty.json")
        try Data().write(to: empty)
        let page = folder.appending(path: "page.mobileconfig")
        try Data("<html></html>".utf8).write(to: page)
        let policy = try written(["NSAppTransportSecurity": [:]], "Info.plist")
        for path in [empty.path, page.path, policy, "/nonexistent.mobileconfig"] {
            let result = try check("--profile", path)
            #expect(result.status == 65)
            // The list of CT logs may be old, which is said as well.
            let sentences = result.errors.split(separator: "\n").filter { !$0.contains("the list of CT logs") }
            #expect(sentences.count == 1 && sentences[0].contains(path), "\(result.errors)")
        }
    }

    @Test func findingsOfThePackageAreWarnings() throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program, ["check", "--os", "system27"] + site.trust + site.resolve + [try site.url("no-ems")])
        #expect(program.end() == 1)
        #expect(program.output.contains("a device may refuse it"))
        #expect(program.output.contains("may be stricter than the system"))
        for word in ["Info.plist", "exception", "an app sees", "unless the app"] {
            #expect(!program.output.contains(word))
        }
    }
}
