import Testing

/// Tests that no code reads sentences. Sentences are for people, and their words change.
@Suite struct SentenceReadingTests {
    /// The readers of notes of earlier recordings, whose notes have no codes.
    private static let readers: Set<String> = ["Sources/Judging/EarlierNotes.swift"]

    /// The tests for a fragment of text in the message of a note or finding, or in the lines of a verdict. An
    /// interpolation, such as that of a host, is no fragment of a sentence.
    private static func readsSentence(_ line: String) -> Bool {
        let fragment =
            #/(?:\b(?:message|briefReason|actual)|\bverdict\b.*\$0)\.(?:contains|hasPrefix|hasSuffix)\("[^"\\]{2}/#
        let anyText = #/\b(?:message|briefReason)\.(?:contains|hasPrefix|hasSuffix)\((?:\$0|\w+)\)/#
        return line.contains(fragment.wordBoundaryKind(.simple)) || line.contains(anyText.wordBoundaryKind(.simple))
    }

    @Test func noSourceReadsSentences() throws {
        for file in try SourceFile.all(in: "Sources") where !Self.readers.contains(file.path) {
            for (index, line) in file.lines.enumerated() where Self.readsSentence(line) {
                Issue.record("\(file.path):\(index + 1) reads a sentence; a code, a cause or a fact tells the same")
            }
        }
    }

    /// The page reads codes and verdicts. Its texts are written by the program, as sentences for people.
    @Test func thePageReadsNoSentences() throws {
        let reading = #/\b(?:message|reason|note|actual)\.(?:includes|startsWith|endsWith|indexOf|match|search)\(/#
        for file in try SourceFile.all(in: "Sources/CConsolePage/page", ending: "js") {
            #expect(
                !file.text.contains(reading.wordBoundaryKind(.simple)),
                "\(file.path) reads a sentence; a code or a fact tells the same")
        }
    }

    @Test(
        arguments: [
            (#"notes.first { $0.message.hasPrefix("Undetermined") }"#, true),
            (#"let openPoints = server.verdict.dropFirst().filter { $0.contains(" not known") }"#, true),
            (#"actual.hasSuffix(" in cleartext")"#, true),
            (#"phrases.contains { note.message.contains($0) }"#, true),
            (#"finding.message.contains("\(finding.host)") ? "" : "x""#, false),
            (#"actual.contains(" ")"#, false),
            (#"messages.contains("listening")"#, false),
            (#"notes.contains { $0.code == .otherHello }"#, false),
        ])
    func theFormsAreRecognized(line: String, isReading: Bool) {
        #expect(Self.readsSentence(line) == isReading)
    }
}
