import InternetNames
import Testing
@testable import Recording

@Suite struct DequeuedLinesTests {
    private let decision = LineRole.decision(host: .name("a"), facts: nil, policy: nil)

    private func lines(_ text: String, roles: [Int] = [], ending: Int? = nil) -> DequeuedLines {
        var bytes = Array(text.utf8)
        var placed = roles.map { start in
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            return DequeuedLines.Role(line: start..<end, role: decision)
        }
        var lines = DequeuedLines()
        lines.refill(with: &bytes, count: text.count { $0 == "\n" }, roles: &placed, ending: ending)
        #expect(bytes.isEmpty && placed.isEmpty)
        return lines
    }

    private func text(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }

    @Test(arguments: [
        (1, "ab\n"), (2, "ab\n"), (3, "ab\n"), (4, "ab\ncd\n"), (6, "ab\ncd\n"), (7, "ab\ncd\nef\n"),
        (99, "ab\ncd\nef\n"),
    ])
    func endsWithTheLineThatReachesASize(size: Int, expected: String) {
        #expect(text(lines("ab\ncd\nef\n").next(reaching: size) { _, _ in true }) == expected)
    }

    @Test func endsBeforeALineThatIsNotReady() {
        var lines = lines("ab\ncd\nef\n", roles: [0, 6])
        var offered: [String] = []
        let first = lines.next(reaching: 99) { _, line in
            offered.append(text(line))
            return offered.count == 1
        }
        #expect(text(first) == "ab\ncd\n" && offered == ["ab\n", "ef\n"])
        #expect(lines.role == decision)
        lines.advance(by: 3, lines: 1)
        #expect(lines.role == nil && lines.count == 2)
        lines.advance(by: 3, lines: 1)
        #expect(lines.role == decision)
        #expect(lines.next(reaching: 99) { _, _ in false }.isEmpty)
        #expect(text(lines.next(reaching: 99) { _, _ in true }) == "ef\n")
        lines.advance(by: 3, lines: 1)
        #expect(lines.isEmpty && lines.count == 0 && lines.role == nil)
    }

    @Test func linesOfTheNextBytesAreCounted() {
        var lines = lines("ab\ncd\nef\n")
        #expect(lines.lineCount(of: lines.next(reaching: 99) { _, _ in true }) == 3)
        #expect(lines.lineCount(of: lines.next(reaching: 4) { _, _ in true }) == 2)
        lines.advance(by: 6, lines: 2)
        #expect(lines.lineCount(of: lines.next(reaching: 99) { _, _ in true }) == 1)
    }

    @Test func endsWhereTheSegmentIsToEnd() {
        var lines = lines("ab\ncd\n", roles: [3], ending: 3)
        #expect(text(lines.next(reaching: 99) { _, _ in false }) == "ab\n")
        lines.advance(by: 3, lines: 1)
        #expect(lines.isAtEnding && lines.hasEnding && !lines.isEmpty)
        lines.passEnding()
        #expect(text(lines.next(reaching: 99) { _, _ in true }) == "cd\n")
        // A request without lines.
        let none = self.lines("", ending: 0)
        #expect(none.isAtEnding && !none.isEmpty)
    }
}
