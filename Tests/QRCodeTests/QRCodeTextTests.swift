import Testing

@testable import QRCode

@Suite struct QRCodeTextTests {
    /// What the text shows, as modules: a glyph draws what is light.
    private static func modules(_ text: QRCodeText) -> [[Bool]] {
        text.lines.flatMap { line in
            [
                line.map { ["▄", " "].contains($0) },
                line.map { ["▀", " "].contains($0) },
            ]
        }
    }

    @Test func showsEachModuleAndTheQuietZone() throws {
        let code = try #require(QRCode("http://192.168.1.20:8080/"))
        let text = QRCodeText(code, hasColours: false)
        let modules = Self.modules(text)
        #expect(text.width == code.size + 8 && text.lines.allSatisfy { $0.count == text.width })
        for row in -4..<(code.size + 4) {
            for column in -4..<(code.size + 4) {
                #expect(modules[row + 4][column + 4] == code.isDark(column: column, row: row), "\(column), \(row)")
            }
        }
    }

    /// Both colours are set, so that those of the terminal do not matter, and every line sets them back.
    @Test func colouredTextIsBlackAndWhite() throws {
        let code = try #require(QRCode("a"))
        let plain = QRCodeText(code, hasColours: false).lines
        let lines = QRCodeText(code, hasColours: true).lines
        #expect(lines == plain.map { "\u{1B}[38;5;231;48;5;16m\($0)\u{1B}[0m" })
    }

    @Test func graphicDrawsEachDarkModule() throws {
        let code = try #require(QRCode("http://192.168.1.20:8080/"))
        let markup = QRCodeGraphic(code).markup(title: "A &amp; B")
        #expect(markup.contains("<title>A &amp; B</title>") && markup.contains("viewBox=\"0 0 33 33\""))
        var drawn: Set<[Int]> = []
        for run in markup.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
            #expect(run.3 == run.4)
            let (column, row, length) = (try #require(Int(run.1)), try #require(Int(run.2)), try #require(Int(run.3)))
            for offset in 0..<length { drawn.insert([column + offset - 4, row - 4]) }
        }
        let dark = (0..<code.size).flatMap { row in (0..<code.size).map { [$0, row] } }.filter {
            code.isDark(column: $0[0], row: $0[1])
        }
        #expect(drawn == Set(dark))
    }
}
