import Testing

/// The pages on rules and exit statuses have everything that the program can say.
@Suite struct ReferencePagesTests {
    /// Each rule has a heading with an anchor, to which reports and the console can link.
    @Test func eachRuleHasAHeading() throws {
        let source = try Self.source(named: "RuleID.swift", in: "Sources/TransportSecurity")
        let rules = source.matches(of: #/(?m)^ +case (\w+)(?: = "([a-z.-]+)")?$/#).map { String($0.2 ?? $0.1) }
        #expect(rules.count > 20)
        let headings = try DocumentTests.text(of: "docs/rules.md").matches(
            of: #/(?m)^### <a id="([a-z-]+)"><\/a>([a-z.-]+)$/#)
        #expect(headings.map { String($0.2) }.sorted() == rules.sorted())
        for heading in headings {
            #expect(heading.1 == heading.2.replacing(".", with: "-"))
        }
    }

    /// Reports link to the documents where `config/project` has them.
    @Test func reportsLinkToTheProjectsDocuments() throws {
        let project = try DocumentTests.text(of: "config/project")
        let address = try #require(project.firstMatch(of: #/(?m)^DOCUMENTS=(.+)$/#)?.1)
        #expect(try Self.source(named: "RuleReferences.swift", in: "Sources/Reports").contains("\"\(address)\""))
    }

    /// Each exit status has a row, those of the program's failures among them.
    @Test func eachExitStatusHasARow() throws {
        let page = try DocumentTests.text(of: "docs/exit-statuses.md")
        let source = try Self.source(named: "CommandFailure.swift", in: "Sources")
        let failures = source.matches(of: #/case \w+ = (\d+)/#).map { String($0.1) }
        #expect(failures.count == 5)
        for status in ["0", "1", "2", "130", "143"] + failures {
            #expect(page.contains("\n| \(status) | "), "docs/exit-statuses.md has no row for \(status)")
        }
    }

    private static func source(named name: String, in folder: String) throws -> String {
        let file = try SourceFile.all(in: folder).first { $0.url.lastPathComponent == name }
        return try #require(file, "\(folder) has no \(name)").text
    }
}
