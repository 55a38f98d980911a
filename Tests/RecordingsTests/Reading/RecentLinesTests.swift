import Testing
@testable import Recordings

@Suite struct RecentLinesTests {
    @Test func theLastLinesAreKnown() {
        var lines = RecentLines(limit: 3)
        func insert(_ text: String) -> Bool {
            guard !lines.contains(text.hashValue) else { return false }
            lines.insert(text.hashValue)
            return true
        }
        #expect(insert("a") && insert("b") && !insert("a") && insert("c") && insert("d"))
        #expect(!insert("b") && !insert("d"))
        #expect(insert("e") && insert("f") && insert("g"))
        // At least three are remembered, at most six.
        #expect(!insert("g") && insert("a"))
    }
}
