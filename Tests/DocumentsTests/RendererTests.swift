import Documents
import InternetNames
import Testing

@Suite struct RendererTests {
    private static let document = Document(
        title: "Title",
        blocks: [
            .heading("Part"), .paragraph("Words.", tone: .bad), .list(["one", "two"]),
            .table(
                .init(["Host", "Loads"], rows: [["a.example", .number(12)], [.init("b", tone: .good), .number(3)]])),
            .code("x = ```\n\ty", language: "txt"),
        ])

    @Test func textHasColumns() {
        #expect(
            TextRenderer(width: 60).text(of: Self.document) == """
                Title

                Part
                ----

                Words.

                - one
                - two

                Host       Loads
                ---------  -----
                a.example  12
                b          3

                    x = ```
                        y
                """)
    }

    @Test func textIsColouredIfRequested() {
        let text = TextRenderer(width: 60, usesColour: true).text(of: Self.document)
        #expect(text.contains("\u{1B}[31mWords.\u{1B}[0m") && text.contains("\u{1B}[32mb\u{1B}[0m"))
    }

    @Test func wideTablesAreStacked() {
        let long = String(repeating: "word ", count: 30)
        let table = Document.Table(["Host", "Why"], rows: [["a.example", Document.Cell(long)]])
        let text = TextRenderer(width: 50).text(of: Document(title: "T", blocks: [.table(table)]))
        #expect(text.contains("a.example\n    Why: word"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 50 })
    }

    /// Names are not broken inside a word: other columns are narrowed, or stand below their row.
    @Test(arguments: [80, 72, 60])
    func tablesKeepWordsWhole(width: Int) {
        let app = "com.example.MyApplication"
        let table = Document.Table(
            ["App", "Host", "Contacts", "Last contact (UTC)", "Compared with"],
            rows: [
                [
                    .init(app), "images.shop.example.com", .number(7), "2026-11-20 09:30",
                    "MyApp, and loads that name no app",
                ]
            ])
        let text = TextRenderer(width: width).text(of: Document(title: "T", blocks: [.table(table)]))
        #expect(text.contains(app) && text.contains("images.shop.example.com"), "\(text)")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    }

    /// A word that is longer than a row is broken.
    @Test func wordsBeyondTheWidthAreBroken() {
        let table = Document.Table(["A", "B"], rows: [[.init(String(repeating: "a", count: 70)), "b"]])
        let text = TextRenderer(width: 40).text(of: Document(title: "T", blocks: [.table(table)]))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    }

    @Test func markdownUsesLongerFencesThanTheText() {
        let text = MarkdownRenderer().text(of: Self.document)
        #expect(text.hasPrefix("## Title\n\n### Part\n\n❌ Words.\n\n- one\n- two\n"))
        #expect(text.contains("| Host | Loads |\n| --- | ---: |\n| a.example | 12 |\n| ✅ b | 3 |"))
        #expect(text.contains("````txt\nx = ```\n    y\n````"))
    }

    @Test func htmlLabelsItsCellsForPhones() {
        let text = HTMLRenderer().text(of: Self.document)
        #expect(text.contains("<td data-label=\"Loads\" data-order=\"12\" class=\"short tiny\"><span>12</span></td>"))
        #expect(text.contains("<td data-label=\"Host\" class=\"good short tiny\">"))
        #expect(!text.contains("http://") && !text.contains("src="))
    }

    /// Long identifiers have break opportunities at the boundaries of their parts, and copied text has none.
    @Test func htmlBreaksIdentifiersAtTheBoundariesOfTheirParts() {
        let table = Document.Table(
            ["Key"], rows: [["NSExceptionAllowsInsecureHTTPLoads<b>"], ["NSAllowsArbitraryLoads"]])
        let text = HTMLRenderer().text(of: Document(title: "T", blocks: [.table(table)]))
        #expect(text.contains("NSException<wbr>Allows<wbr>Insecure<wbr>HTTPLoads&lt;b&gt;"))
        #expect(text.contains(">NSAllowsArbitraryLoads<"))
    }
}
