import Testing

@testable import Advice

@Suite struct UnifiedDiffTests {
    @Test(arguments: [
        ("", "", ""),
        ("a\n", "a\n", ""),
        ("a\nb\nc\n", "a\nx\nc\n", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
        ("", "a\n", "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n"),
        ("a\n", "", "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-a\n"),
        ("a", "a\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a\r\nb\r\n", "a\r\n", "--- a/f\n+++ b/f\n@@ -1,2 +1,1 @@\n a\r\n-b\r\n"),
    ])
    func writesHunks(old: String, new: String, expected: String) {
        #expect(UnifiedDiff.text(from: old, to: new, path: "f") == expected)
    }

    @Test func separatesDistantChanges() {
        let lines = (1...30).map { "\($0)\n" }
        var other = lines
        other[1] = "x\n"
        other[27] = "y\n"
        let diff = UnifiedDiff.text(from: lines.joined(), to: other.joined(), path: "/dir/f")
        #expect(diff.hasPrefix("--- a/dir/f\n"))
        #expect(diff.contains("@@ -1,5 +1,5 @@") && diff.contains("@@ -25,6 +25,6 @@"))
    }
}
