import Testing
@testable import Events

@Suite struct LineSplitterTests {
    private func lines(_ pieces: [String]) -> [String] {
        var splitter = LineSplitter()
        var lines: [String] = []
        func note(_ line: LineSplitter.Line) {
            switch line {
            case .text(let text): lines.append(String(decoding: text, as: UTF8.self))
            case .overlong: lines.append("overlong")
            }
        }
        for piece in pieces { Array(piece.utf8).withUnsafeBufferPointer { splitter.append($0, note) } }
        splitter.finish(note)
        return lines
    }

    @Test(arguments: [
        ([], []), (["a\nb\n"], ["a", "b"]), (["a", "b\nc"], ["ab", "c"]), (["\n\n"], ["", ""]),
        (["a\n", "", "b"], ["a", "b"]), (["a\r\n"], ["a\r"]),
    ])
    func splitsLines(pieces: [String], expected: [String]) {
        #expect(lines(pieces) == expected)
    }

    @Test func skipsAnOverlongLine() {
        let piece = String(repeating: "x", count: LineSplitter.lengthLimit / 2 + 1)
        #expect(lines([piece, piece, piece + "\nb\n"]) == ["overlong", "b"])
        #expect(lines([piece, piece]) == ["overlong"])
    }

    /// The limit holds for a line in one piece, and for the last part of a line.
    @Test func theLimitDoesNotDependOnThePieces() {
        let limit = LineSplitter.lengthLimit
        let longest = String(repeating: "x", count: limit)
        #expect(lines([longest + "\nb\n"]).map(\.utf8.count) == [limit, 1])
        #expect(lines([longest, "\nb\n"]).map(\.utf8.count) == [limit, 1])
        for pieces in [[longest + "x\nb\n"], [longest, "x\nb\n"], [longest, "x", "\nb\n"]] {
            let lines = lines(pieces)
            #expect(lines.count == 2 && lines.first?.prefix(9) == "overlong" && lines.last == "b")
        }
    }
}
