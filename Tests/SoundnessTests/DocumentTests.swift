import Foundation
import Testing

/// The documents for users and contributors: their links and their words. `Tests/Scripts/check-documents` checks their
/// length and spelling, and `Tests/Scripts/run-guide` runs the commands of the guides.
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

    /// No document uses a retired word of the glossary in its prose.
    @Test(arguments: documents.filter { $0 != "config/glossary.md" })
    func retiredWordsAreGone(document: String) throws {
        let prose = Self.prose(try Self.text(of: document)).lowercased()
        for word in try Self.retiredWords() {
            let use = try Regex("\\b\(word)(s|es)?\\b")
            #expect(prose.firstMatch(of: use) == nil, "\(document) says \(word); see config/glossary.md")
        }
    }

    /// No comment uses one either. Members of events and names of limits keep older words.
    @Test(arguments: ["Sources", "Tests"])
    func retiredWordsAreGoneFromComments(folder: String) throws {
        let words = try Self.retiredWords().joined(separator: "|")
        let use = try Regex("\\b(\(words))(s|es)?\\b").ignoresCase()
        for file in try SourceFile.all(in: folder) {
            for (number, line) in file.lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("//") {
                let prose = line.replacing(#/`[^`]*`/#, with: "")
                #expect(prose.firstMatch(of: use) == nil, "\(file.path):\(number + 1) \(line); see config/glossary.md")
            }
        }
    }

    /// No help, message or text of the console's page uses one either. Names, such as those of members, have neither a
    /// space nor a capital, and the names of limits stand in backticks or behind `--limit`.
    @Test(arguments: [("Sources", "swift"), ("Sources/CConsolePage/page", "js")])
    func retiredWordsAreGoneFromTexts(folder: String, ending: String) throws {
        let words = try Self.retiredWords().joined(separator: "|")
        let use = try Regex("\\b(\(words))(s|es)?\\b").ignoresCase()
        for file in try SourceFile.all(in: folder, ending: ending) {
            for text in Self.literals(in: file.text) where text.contains(" ") || text.first?.isUppercase == true {
                let prose = text.replacing(#/`[^`]*`|--limit \S+ and \S+|, called \w+ here,/#, with: "")
                #expect(prose.firstMatch(of: use) == nil, "\(file.path): \(text); see config/glossary.md")
            }
        }
    }

    /// The texts between quotes, those of several lines among them, without comments.
    private static func literals(in text: String) -> [String] {
        let code = text.replacing(#/(?m)^ *(\/\/|\/\*\*).*$/#, with: "")
        return code.matches(of: #/(?s)""".*?"""|"(?:[^"\\\n]|\\.)*"/#).map {
            $0.output.trimmingCharacters(in: ["\""])
        }
    }

    @Test func retiredWordsAreThoseWithoutANote() throws {
        let words = try Self.retiredWords()
        #expect(words.contains("remark") && words.contains("parent proxy"))
        #expect(!words.contains { $0.contains("problem") || $0.contains("profile") })
        #expect(Self.prose("a `remark`\n```text\nan alarm\n```\nand text\n") == "a \nand text\n")
    }

    /// The words in the third column of the glossary, except those with a note in parentheses.
    private static func retiredWords() throws -> [String] {
        try text(of: "config/glossary.md").matches(of: #/(?m)^\|[^|]*\|[^|]*\|([^|]*)\|$/#).dropFirst(2).flatMap {
            $0.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { !$0.isEmpty && !$0.contains("(") }
    }

    /// The text without code.
    private static func prose(_ text: String) -> String {
        text.replacing(#/(?ms)^```.*?^```\n/#, with: "").replacing(#/`[^`\n]*`/#, with: "")
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
