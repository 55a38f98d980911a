import Testing

@testable import Console

@Suite struct ConsoleTargetTests {
    @Test(
        arguments: [
            ("/", .page), ("/page/app.js", .file("app.js")), ("/page/a/b", .file("a/b")),
            ("/api/v1/rows/r%2f1/", .api(["rows", "r/1", ""])), ("/api/v1", .unknown), ("/api/v2/rows", .unknown),
            ("/docs", .guide("README")), ("/docs/", .guide("README")), ("/docs/rules", .guide("rules")),
            ("/docs/%", .malformed), ("/docsx", .unknown),
            ("//", .unknown), ("/api/v1/%", .malformed), ("/api/v1/%g0", .malformed), ("/page/%80", .malformed),
        ] as [(String, ConsoleTarget)])
    func paths(path: String, target: ConsoleTarget) {
        #expect(ConsoleTarget(path: .init(path)) == target)
    }

    @Test func queries() {
        #expect(ConsoleTarget.members(of: nil) == [])
        #expect(
            ConsoleTarget.members(of: "a=b+c&d&=e&&f=g=h%26")
                == [.init("a", "b c"), .init("d", ""), .init("", "e"), .init("f", "g=h&")])
        #expect(ConsoleTarget.members(of: "a=%") == nil)
        #expect(ConsoleTarget.members(of: .init(Array(repeating: "a", count: 65).joined(separator: "&"))) == nil)
    }
}
