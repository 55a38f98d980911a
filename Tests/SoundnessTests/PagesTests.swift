import Foundation
import Testing

/// The README and the pages in `docs`.
@Suite struct PagesTests {
    private static let pages: [String] = {
        let folder = SourceFile.root.appending(path: "docs").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
    }

    @Test func theReadmeIsShort() throws {
        #expect(Self.pages.count > 10)
        #expect(try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    /// The commands of each page are run by a script that names the page.
    @Test(arguments: pages)
    func commandsAreRun(page: String) throws {
        guard try Self.text(of: page).contains("```sh\n") else { return }
        let name = page.replacing("docs/", with: "").replacing(".md", with: "")
        let lists = try ["run-readme", "run-guide"].flatMap { script in
            try Self.text(of: "Tests/Scripts/\(script)").matches(of: #/docs/\{([a-z,-]+)\}\.md/#).flatMap {
                $0.1.split(separator: ",").map(String.init)
            }
        }
        #expect(page == "README.md" || lists.contains(name), "no script runs the commands of \(page)")
    }

    /// Each link leads to a file of the repository, and to a heading in it.
    @Test(arguments: pages)
    func linksLead(page: String) throws {
        let base = SourceFile.root.appending(path: page)
        for link in try Self.text(of: page).matches(of: #/\]\(([^)]+)\)/#).map({ String($0.1) })
        where !link.hasPrefix("http") {
            let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? base : base.deletingLastPathComponent().appending(path: parts[0])
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page) links to \(link)")
            guard parts.count > 1 else { continue }
            let headings = try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^#+ (.+)$/#).map { match in
                match.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            }
            #expect(headings.contains(parts[1]), "\(page) links to \(link)")
        }
    }
}
