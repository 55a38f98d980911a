import Foundation
import Testing

/// Tests of the conventions of this repository.
@Suite struct SoundnessTests {
    /// The modules that each module may import in addition to the standard library.
    static let imports: [(module: String, allowed: Set<String>)] = [
        ("InternetNames", []),
        ("TransportSecurity", ["InternetNames", "Synchronization"]),
        ("InternationalNames", ["CInternationalNames", "InternetNames"]),
        (
            "AppBundle",
            ["InternationalNames", "InternetNames", "TransportSecurity", "Foundation", "FoundationXML", "CZlib"]
        ),
        ("JSONWriting", ["InternetNames", "TransportSecurity"]),
        ("ForwardProxy", ["InternetNames", "JSONWriting", "TransportSecurity"]),
        ("Networking", ["CLibevent", "InternetNames", "TransportSecurity", "Synchronization", "Glibc", "Darwin"]),
        ("OpenSSL", ["CCertificateLibrary", "COpenSSL", "InternetNames", "TransportSecurity", "Glibc", "Darwin"]),
        (
            "Recording",
            ["InternetNames", "JSONWriting", "Networking", "TransportSecurity", "Synchronization", "Glibc", "Darwin"]
        ),
        ("Audit", ["AppBundle", "InternetNames", "JSONWriting", "Recording", "TransportSecurity"]),
        (
            "Probing",
            [
                "ForwardProxy", "InternetNames", "Networking", "OpenSSL", "Recording", "TransportSecurity",
                "Synchronization", "Glibc", "Darwin",
            ]
        ),
        (
            "ProxyServer",
            [
                "CCrypt", "ForwardProxy", "InternetNames", "JSONWriting", "Networking", "OpenSSL", "Probing",
                "Recording", "TransportSecurity", "Synchronization", "Glibc", "Darwin",
            ]
        ),
    ]

    @Test(arguments: imports)
    func dependenciesPointOneWay(row: (module: String, allowed: Set<String>)) throws {
        for file in try SourceFile.all(in: "Sources/\(row.module)") {
            for match in file.text.matches(of: #/(?m)^\s*(?:@\w+ )*import (?:struct |class )?(\w+)/#) {
                #expect(row.allowed.contains(String(match.1)), "\(file.path) imports \(match.1)")
            }
        }
    }

    @Test func sourcesForceAndSilenceNothing() throws {
        for file in try SourceFile.all(in: "Sources") {
            for word in ["@unchecked", "nonisolated(unsafe)", "try!", "TODO", "FIXME", "fatalError(", " as! "] {
                #expect(!file.text.contains(word), "\(file.path) contains \(word)")
            }
            #expect(file.text.firstMatch(of: #/catch \{\s*\}/#) == nil, "\(file.path) has an empty catch")
        }
    }

    @Test func noNameIsMeaningless() throws {
        for file in try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") {
            let name = file.url.deletingPathExtension().lastPathComponent
            for word in ["Utils", "Utilities", "Helper", "Manager", "Common", "Misc"] {
                #expect(!name.contains(word), "\(file.path) is named after nothing")
                let type = try Regex("(class|struct|enum|protocol|actor) \\w*\(word)\\b")
                #expect(file.text.firstMatch(of: type) == nil, "\(file.path) has a type named after nothing")
            }
        }
    }

    @Test func filesHaveOneSubject() throws {
        for file in try SourceFile.all(in: "Sources") {
            #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
        }
    }

    /// Every public declaration has a comment, except members that a protocol documents.
    @Test func publicDeclarationsAreDocumented() throws {
        for file in try SourceFile.all(in: "Sources") {
            var inConformance = false
            for (index, line) in file.lines.enumerated() {
                let words = line.split(separator: " ")
                if line == "}" { inConformance = false }
                if !line.hasPrefix(" "), line.contains("extension ") || line.contains("Rule {") {
                    inConformance = line.contains(": ")
                }
                guard words.first == "public", words.count > 2, !words.contains("extension"),
                    !inConformance || line.contains("struct "),
                    !Self.witnesses.contains(where: line.contains)
                else { continue }
                let before = file.lines[..<index].last { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@") } ?? ""
                #expect(
                    before.trimmingCharacters(in: .whitespaces).hasPrefix("///"),
                    "\(file.path):\(index + 1) is public and says nothing")
            }
        }
    }

    /// Members of protocols that are implemented in the declaration of their type.
    private static let witnesses = ["init(from decoder", "init(stringLiteral", "write(to json"]

    /// Each rule has a test of the same name and a citation.
    @Test func everyRuleHasATest() throws {
        let tests = try SourceFile.all(in: "Tests/TransportSecurityTests").map(\.url.lastPathComponent)
        for rule in try SourceFile.all(in: "Sources/TransportSecurity/Rules") where rule.text.contains("Rule {") {
            let name = rule.url.deletingPathExtension().lastPathComponent
            #expect(tests.contains("\(name)Tests.swift"), "\(rule.path) has no \(name)Tests.swift")
            #expect(rule.text.contains("Citation("), "\(rule.path) cites nothing")
        }
    }
}

/// A file of the repository.
struct SourceFile {
    let url: URL
    let text: String

    var lines: [String] { text.components(separatedBy: "\n") }
    var path: String { String(url.path.dropFirst(Self.root.path.count + 1)) }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift files below a folder; empty if there is no such folder.
    static func all(in folder: String) throws -> [SourceFile] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { SourceFile(url: $0, text: try String(contentsOf: $0, encoding: .utf8)) }
    }
}
