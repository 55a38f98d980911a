import Foundation
import Testing

/// Tests of the library product `TransportSecurity`, which apps build for iOS and macOS.
@Suite struct LibraryTests {
    /// The modules of the product.
    private static let modules: Set = ["InfoPlist", "InternetNames", "TransportSecurity"]
    /// The modules that exist on every platform.
    private static let portable: Set = ["Foundation", "Synchronization"]

    @Test func theProductHasAllThatItsModulesNeed() throws {
        let manifest = try Self.text(of: "Package.swift")
        let product = try #require(
            manifest.firstMatch(of: #/\.library\(\s*name: "TransportSecurity",\s*targets: \[([^\]]*)\]/#))
        #expect(Set(Self.names(in: product.1)) == Self.modules)
        for module in Self.modules {
            // A system library is declared by `.systemLibrary`, so that it does not match.
            let target = try Regex(
                #"\.target\(\s*name: "\#(module)"(?:,\s*dependencies: \[([^\]]*)\])?"#, as: (Substring, Substring?).self
            )
            let declaration = try #require(manifest.firstMatch(of: target), "\(module) is no target")
            for dependency in Self.names(in: declaration.output.1 ?? "") {
                #expect(Self.modules.contains(dependency), "\(module) needs \(dependency)")
            }
        }
    }

    @Test(arguments: modules)
    func aModuleIsSwiftAndDocumentation(module: String) throws {
        let folder = SourceFile.root.appending(path: "Sources/\(module)")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        #expect(!names.isEmpty)
        for name in names where !name.contains(".docc") {
            let isDirectory = (try? folder.appending(path: name).resourceValues(forKeys: [.isDirectoryKey]))?
                .isDirectory
            #expect(name.hasSuffix(".swift") || isDirectory == true, "\(module) has \(name)")
        }
    }

    @Test(arguments: modules)
    func aModuleBuildsOnEveryPlatform(module: String) throws {
        for file in try SourceFile.all(in: "Sources/\(module)") {
            for name in file.imports {
                #expect(
                    Self.portable.contains(name) || Self.modules.contains(name), "\(file.path) imports \(name)")
            }
            #expect(!file.text.contains("#if "), "\(file.path) differs by platform")
        }
    }

    @Test func theExamplesUseNothingButTheProduct() throws {
        for file in try SourceFile.all(in: "Tests/Examples/Tests") {
            #expect(!file.text.contains("@testable"))
            for name in file.imports {
                #expect(Self.modules.contains(name) || ["Foundation", "Testing"].contains(name), "\(name)")
            }
        }
    }

    /// Each paragraph of each block of Swift stands in the examples, which are compiled and run.
    @Test(arguments: [
        "docs/unit-tests.md", "Sources/TransportSecurity/TransportSecurity.docc/AskYourInfoPlist.md",
    ])
    func everySnippetIsAnExample(document: String) throws {
        let examples = try SourceFile.all(in: "Tests/Examples").map { Self.withoutIndentation($0.text) }
        let snippets = try Self.text(of: document).matches(of: #/(?s)```swift\n(.*?)```/#)
        #expect(!snippets.isEmpty)
        let paragraphs = snippets.flatMap { String($0.1).components(separatedBy: "\n\n") }
        for snippet in paragraphs.map(Self.withoutIndentation) {
            #expect(examples.contains { $0.contains(snippet) }, "no example has:\n\(snippet)")
        }
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
    }

    /// The string literals in a list.
    private static func names(in list: Substring) -> [String] {
        list.matches(of: #/"(\w+)"/#).map { String($0.1) }
    }

    private static func withoutIndentation(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}

extension SourceFile {
    /// The names of the imported modules.
    var imports: [String] {
        text.matches(of: #/(?m)^\s*(?:@\w+ )*import (?:struct |class )?(\w+)/#).map { String($0.1) }
    }
}
