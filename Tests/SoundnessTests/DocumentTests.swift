import Foundation
import Testing

/// The links of the documents for users and contributors. `Tests/Scripts/run-guide` runs the commands of the guides.
@Suite struct DocumentTests {
    /// The guides, and the documents at the top of the repository.
    static let documents: [String] = {
        let folder = SourceFile.root.appending(path: "docs").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let guides = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "config/glossary.md"] + guides
    }()

    static func text(of path: String) throws -> String {
        try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
    }

    /// The index of the guides names each of them.
    @Test func theIndexNamesEachGuide() throws {
        let index = try Self.text(of: "docs/README.md")
        let guides = Self.documents.filter { $0.hasPrefix("docs/") && $0 != "docs/README.md" }
        #expect(guides.count > 20)
        for guide in guides {
            #expect(index.contains("](\(guide.dropFirst(5)))"), "docs/README.md does not name \(guide)")
        }
    }

    /// Each link leads to a file of the repository, and to a heading or an anchor in it.
    @Test(arguments: documents)
    func linksLead(document: String) throws {
        let base = SourceFile.root.appending(path: document)
        for link in try Self.text(of: document).matches(of: #/\]\(([^)]+)\)/#).map({ String($0.1) })
        where !link.hasPrefix("http") {
            let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? base : base.deletingLastPathComponent().appending(path: parts[0])
            #expect(FileManager.default.fileExists(atPath: file.path), "\(document) links to \(link)")
            guard parts.count > 1 else { continue }
            let anchors = try Self.anchors(in: String(contentsOf: file, encoding: .utf8))
            #expect(anchors.contains(parts[1]), "\(document) links to \(link)")
        }
    }

    /// The anchors of headings, as GitHub makes them, and those that are written.
    static func anchors(in text: String) -> Set<String> {
        let headings = text.matches(of: #/(?m)^#+ (.+)$/#).map { match in
            match.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                .replacing(" ", with: "-")
        }
        return Set(headings + text.matches(of: #/<a id="([^"]+)">/#).map { String($0.1) })
    }
}
