import Testing

@Suite struct CommentPatternTests {
    @Test(
        arguments: [
            ("/// What the server sent.", [.question]),
            ("/// Whether the server sent something.", []),
            ("// What is written stays.", []),
            ("/// The bytes. How many there are is known later.", []),
            ("/// A row. What was read stays.", []),
            ("/// Copies the bytes, so that they stay.", [.result]),
            ("/// Copies the bytes so that they stay.", []),
            ("/// A value that is no number.", [.negatedNoun]),
            ("/// Has no name and no address.", [.negatedNoun]),
            ("/// Whether there is no number, or the number is no longer used.", []),
            ("/// The value of one row alone.", [.alone]),
            ("/// Rows that stand alone, which the reader leaves alone.", []),
            ("/// Rows. Neither has a name.", [.inversion]),
            ("/// The row has no name, nor does the column.", [.inversion]),
            ("/// The row has a name, so does the column.", [.inversion]),
            ("/// Rows. Only then are they read.", [.inversion]),
            ("/// Rows. Of these, one is read.", [.inversion]),
            ("/// The row has neither a name nor a number.", []),
            ("/// A" + String(repeating: " word", count: 35) + ".", [.length]),
            ("/// A" + String(repeating: " word", count: 34) + ".", []),
            ("/// A count of what is kept.", [.what]),
            ("/// The `what` of \"what-if\".", []),
            ("/// All rows but for the last.", [.idiom]),
            ("/// All rows but the last.", []),
            ("/// Rows. They are sorted.", [.pronoun]),
            ("/// Rows. This is rare.", [.pronoun]),
            ("/// Rows. This row is rare.", []),
            ("/// It is rare.", []),
        ] as [(String, [CommentPattern])])
    func patternOfAComment(comment: String, expected: [CommentPattern]) {
        #expect(CommentSentence.all(in: [comment]).flatMap(CommentPattern.all) == expected)
    }

    @Test func sentencesOfAComment() {
        let sentences = CommentSentence.all(in: [
            "/// The rows of `a", "/// b` twice, e.g. ten (or `nil`). They end.", "///",
            "/// - Parameter rows: The rows",
            "///   to read.",
            "let a = 1", "    // A reason", "    /// A name", "/// ```", "/// Code.", "/// ```", "///     More code.",
        ])
        #expect(
            sentences.map(\.text) == [
                "The rows of CODE twice, e.g. ten (or CODE).", "They end.", "The rows to read.", "A reason", "A name",
            ])
        #expect(sentences.map(\.line) == [1, 2, 4, 7, 8])
        #expect(sentences.map(\.isFirst) == [true, false, false, true, true])
        #expect(sentences.map(\.isDocumentation) == [true, true, true, false, true])
    }

    @Test(arguments: [
        ("func a(_ b: Int, _ c: Int, d: Int, _ e: Int) {}", StyleCounts(unlabelled: 2)),
        ("public init?<T>(\n    _ b: T,\n    _ c: Int) {}", StyleCounts(unlabelled: 1)),
        ("func a(_ b: Int, c: (_ d: Int, _ e: Int) -> Void) {}", StyleCounts()),
        (String(repeating: "a", count: 121), StyleCounts(longLines: 1)),
        (String(repeating: "ä", count: 120), StyleCounts()),
        ("switch a {\ncase _ where b: 1\ncase _: 2\n}", StyleCounts(openCases: 1)),
        ("/// What it is.\n// Whatever it is, so that it is.", StyleCounts(comments: 2)),
    ])
    func countsOfAText(text: String, expected: StyleCounts) {
        #expect(StyleCounts(of: text) == expected)
    }
}
