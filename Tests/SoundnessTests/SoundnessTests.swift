import Foundation
import Testing

/// Tests of the conventions of this repository.
@Suite struct SoundnessTests {
    /// The modules that each module may import in addition to the standard library.
    static let imports: [(module: String, allowed: Set<String>)] = [
        ("InternetNames", []),
        ("QRCode", []),
        ("Metrics", ["Synchronization"]),
        ("TransportSecurity", ["InternetNames", "Synchronization"]),
        ("InfoPlist", ["Foundation", "InternetNames", "TransportSecurity"]),
        ("InternationalNames", ["CInternationalNames", "InternetNames"]),
        ("YAMLReading", ["Yams"]),
        (
            "AppBundle",
            [
                "InfoPlist", "InternationalNames", "InternetNames", "TransportSecurity", "Foundation", "FoundationXML",
                "CZlib", "YAMLReading", "Yams",
            ]
        ),
        ("Gzip", ["CZlib"]),
        ("JSONWriting", ["InternetNames", "TransportSecurity"]),
        ("Documents", ["InternetNames"]),
        ("ErrorCatalogue", ["CShippedData", "Documents", "InternetNames", "JSONWriting", "TransportSecurity"]),
        (
            "PolicyTesting",
            [
                "Documents", "InternationalNames", "InternetNames", "JSONWriting", "TransportSecurity", "YAMLReading",
                "Yams",
            ]
        ),
        ("ServerConfiguration", ["InternetNames", "JSONWriting", "TransportSecurity"]),
        ("DNSMessages", []),
        ("TLSMessages", ["InternetNames", "TransportSecurity"]),
        ("SetupPages", ["InternetNames", "JSONWriting", "QRCode", "TransportSecurity"]),
        ("HTTP", ["InternetNames", "TransportSecurity"]),
        ("ForwardProxy", ["HTTP", "InternetNames", "JSONWriting", "SetupPages", "TLSMessages", "TransportSecurity"]),
        (
            "Networking",
            ["CLibevent", "DNSMessages", "InternetNames", "TransportSecurity", "Synchronization", "Glibc", "Darwin"]
        ),
        (
            "OpenSSL",
            [
                "CCertificateLibrary", "COpenSSL", "InternetNames", "TLSMessages", "TransportSecurity", "Glibc",
                "Darwin",
            ]
        ),
        ("ConfigurationProfiles", ["Foundation", "InternetNames", "OpenSSL", "SetupPages"]),
        ("Events", ["InternetNames", "JSONWriting", "TransportSecurity", "Glibc", "Darwin"]),
        ("ModelContextProtocol", ["Events", "InternetNames", "JSONWriting"]),
        (
            "DeviceManagement",
            ["ErrorCatalogue", "Events", "InternetNames", "JSONWriting", "TransportSecurity"]
        ),
        (
            "Recording",
            [
                "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "TransportSecurity", "Synchronization",
                "Glibc", "Darwin",
            ]
        ),
        ("Traffic", ["Events", "InternetNames", "JSONWriting", "TransportSecurity", "Synchronization"]),
        (
            "TerminalDisplay",
            [
                "Documents", "Events", "InternetNames", "JSONWriting", "Networking", "Recording", "TransportSecurity",
                "Synchronization", "Glibc", "Darwin",
            ]
        ),
        (
            "Recordings",
            [
                "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "OpenSSL", "Recording", "Traffic",
                "TransportSecurity", "Foundation",
            ]
        ),
        (
            "Captures",
            [
                "DNSMessages", "Events", "ForwardProxy", "HTTP", "InternationalNames", "InternetNames", "JSONWriting",
                "OpenSSL", "TLSMessages", "TransportSecurity",
            ]
        ),
        ("Judging", ["Events", "InternetNames", "Recordings", "Traffic", "TransportSecurity"]),
        (
            "Reports",
            [
                "AppBundle", "DeviceManagement", "Documents", "Events", "InternetNames", "JSONWriting", "Judging",
                "Recordings", "Traffic", "TransportSecurity",
            ]
        ),
        (
            "DataFiles", ["Foundation", "InternationalNames", "InternetNames", "OpenSSL", "TransportSecurity"]
        ),
        (
            "Advice",
            [
                "AppBundle", "Documents", "InternetNames", "JSONWriting", "Judging", "Recordings", "Reports", "Traffic",
                "TransportSecurity",
            ]
        ),
        (
            "Evidence",
            [
                "Documents", "Events", "InternetNames", "JSONWriting", "Judging", "Recordings", "TLSMessages",
                "Traffic", "TransportSecurity",
            ]
        ),
        (
            "Watching",
            [
                "Documents", "InternetNames", "JSONWriting", "Metrics", "TransportSecurity", "Foundation",
                "FoundationXML",
            ]
        ),
        ("PostgreSQL", ["CPostgreSQL", "Glibc", "Darwin"]),
        (
            "Store",
            [
                "CStoreSchema", "Documents", "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "OpenSSL",
                "PostgreSQL", "Recording", "Recordings", "Traffic", "TransportSecurity", "Foundation", "Glibc",
                "Darwin",
            ]
        ),
        (
            "Probing",
            [
                "Events", "ForwardProxy", "HTTP", "InternetNames", "Metrics", "Networking", "OpenSSL", "TLSMessages",
                "TransportSecurity", "Synchronization", "Glibc", "Darwin",
            ]
        ),
        (
            "ProxyServer",
            [
                "CCrypt", "ConfigurationProfiles", "Events", "ForwardProxy", "InternetNames", "JSONWriting", "Metrics",
                "Networking", "OpenSSL", "Probing", "Recording", "SetupPages", "TerminalDisplay", "TLSMessages",
                "Traffic", "TransportSecurity", "Synchronization",
            ]
        ),
        ("HTTPServer", ["HTTP", "Networking", "Synchronization"]),
        (
            "StandardStreams",
            [
                "Documents", "InternetNames", "Networking", "TerminalDisplay", "TransportSecurity", "Foundation",
                "Synchronization",
            ]
        ),
        (
            "Settings",
            [
                "AppBundle", "DataFiles", "ForwardProxy", "InternationalNames", "InternetNames", "Networking",
                "Probing", "ProxyServer", "Recording", "SetupPages", "StandardStreams", "TransportSecurity",
                "YAMLReading", "Yams", "Foundation", "Glibc", "Darwin",
            ]
        ),
        ("SystemProxy", ["Foundation", "InternetNames", "Networking"]),
        (
            "Console",
            [
                "Advice", "AppBundle", "CConsolePage", "Documents", "Events", "HTTP", "HTTPServer",
                "InternetNames", "JSONWriting", "Judging", "Networking", "QRCode", "Recording", "Recordings", "Reports",
                "Traffic", "TransportSecurity", "Synchronization", "Foundation",
            ]
        ),
        (
            "DataInUse",
            [
                "AppBundle", "CShippedData", "DataFiles", "ForwardProxy", "InternetNames", "JSONWriting",
                "Networking", "OpenSSL", "Probing", "Recording", "Settings", "StandardStreams", "TransportSecurity",
                "Foundation", "Synchronization",
            ]
        ),
        (
            "ServerChecks",
            [
                "Advice", "AppBundle", "DataInUse", "DeviceManagement", "Documents", "Events", "ForwardProxy", "HTTP",
                "InternationalNames", "InternetNames", "JSONWriting", "Judging", "Networking", "OpenSSL", "Probing",
                "ProxyServer", "Recording", "Recordings", "Reports", "ServerConfiguration", "Settings",
                "StandardStreams", "Traffic", "TransportSecurity", "Foundation",
            ]
        ),
        (
            "RecordingInputs",
            [
                "AppBundle", "Captures", "DeviceManagement", "Documents", "InternationalNames", "InternetNames",
                "Judging", "Networking", "OpenSSL", "Recording", "Recordings", "Reports", "Settings",
                "StandardStreams", "Traffic", "TransportSecurity", "YAMLReading", "Yams", "Foundation",
            ]
        ),
        (
            "Agents",
            [
                "HTTP", "InternetNames", "ModelContextProtocol", "Networking", "Recording", "Settings", "Foundation",
                "Synchronization", "Glibc", "Darwin",
            ]
        ),
        (
            "MetricsServing",
            [
                "DataInUse", "HTTP", "HTTPServer", "InternetNames", "Metrics", "Networking", "OpenSSL", "ProxyServer",
                "Recording", "Settings", "StandardStreams", "TransportSecurity", "Foundation", "Synchronization",
                "Glibc", "Darwin",
            ]
        ),
    ]

    @Test(arguments: imports)
    func dependenciesPointOneWay(row: (module: String, allowed: Set<String>)) throws {
        for file in try SourceFile.all(in: "Sources/\(row.module)") {
            for name in file.imports {
                #expect(row.allowed.contains(name), "\(file.path) imports \(name)")
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
        // The stand-ins for the modules of a Mac have Apple's names.
        let tests = try SourceFile.all(in: "Tests").filter { !$0.path.hasPrefix("Tests/Darwin/") }
        for file in try SourceFile.all(in: "Sources") + tests {
            let name = file.url.deletingPathExtension().lastPathComponent
            for word in ["Utils", "Utilities", "Helper", "Manager", "Common", "Misc"] {
                #expect(!name.contains(word), "\(file.path) is named after nothing")
                guard file.text.contains(word) else { continue }
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

    /// Folders of code without input and output, and the folders of their tests.
    private static let pureFolders = [
        ("InternetNames", "InternetNamesTests"), ("TransportSecurity", "TransportSecurityTests"),
        ("ForwardProxy/Access", "ForwardProxyTests"), ("ForwardProxy/Destinations", "ForwardProxyTests"),
        ("ForwardProxy/Forwarding", "ForwardProxyTests"), ("ForwardProxy/Fields", "ForwardProxyTests"),
        ("HTTP", "HTTPTests"),
        ("ForwardProxy/Limits", "ForwardProxyTests"), ("ForwardProxy/Loads", "ForwardProxyTests"),
        ("ForwardProxy/UpstreamProxy", "ForwardProxyTests"), ("ForwardProxy/Replies", "ForwardProxyTests"),
        ("ForwardProxy/Session", "ForwardProxyTests"),
        ("QRCode", "QRCodeTests"), ("Metrics", "MetricsTests"), ("SetupPages", "SetupPagesTests"),
    ]

    /// A test names a type of each file, or, if the file only extends types, one of its members.
    @Test(arguments: pureFolders)
    func everyFileWithoutInputAndOutputHasATest(folder: String, tests: String) throws {
        let words = Set(try SourceFile.all(in: "Tests/\(tests)").flatMap(\.words))
        for file in try SourceFile.all(in: "Sources/\(folder)") {
            let names = file.subjects
            #expect(!words.isDisjoint(with: names), "no test names one of \(names), which \(file.path) declares")
        }
    }

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
