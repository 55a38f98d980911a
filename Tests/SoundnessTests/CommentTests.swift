import Testing

/// Tests that the numbers of `StyleLimits` only fall.
@Suite struct CommentTests {
    @Test(arguments: StructureTests.modules)
    func styleOfAModuleKeepsItsCounts(module: String) throws {
        let files = try SourceFile.all(in: "Sources/\(module)")
        let found = files.map { StyleCounts(of: $0.text) }.reduce(StyleCounts(), +)
        for (limit, count) in zip(StyleLimits.limit(of: module).named, found.named) {
            if count.number > limit.number {
                let places = count.name == "comments" ? Self.places(in: files) : ""
                Issue.record("\(module) has \(count.number) \(count.name) instead of \(limit.number).\(places)")
            } else if count.number < limit.number {
                Issue.record("Lower \(count.name) of \(module) in StyleLimits to \(count.number).")
            }
        }
    }

    @Test func eachLimitIsOfAModule() {
        #expect(Set(StyleLimits.byModule.keys).isSubset(of: StructureTests.modules))
    }

    private static func places(in files: [SourceFile]) -> String {
        files.flatMap { file in
            CommentSentence.all(in: file.lines).flatMap { sentence in
                CommentPattern.all(in: sentence).map { "\n  \(file.path):\(sentence.line) \($0): \(sentence.text)" }
            }
        }.joined()
    }
}
