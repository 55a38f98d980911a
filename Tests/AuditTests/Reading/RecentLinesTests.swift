import Testing

@testable import Audit

@Suite struct RecentLinesTests {
    @Test func theLastLinesAreKnown() {
        var lines = RecentLines(limit: 3)
        func insert(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { lines.insert($0) } }
        #expect(insert("a") && insert("b") && !insert("a") && insert("c") && insert("d"))
        #expect(!insert("b") && !insert("d"))
        #expect(insert("e") && insert("f") && insert("g"))
        // At least three are remembered, at most six.
        #expect(!insert("g") && insert("a"))
    }
}
