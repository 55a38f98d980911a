import HTTP
import Testing

@Suite struct ReasonPhraseTests {
    @Test(arguments: [
        (200, "OK"), (304, "Not Modified"), (400, "Bad Request"), (404, "Not Found"),
        (407, "Proxy Authentication Required"), (413, "Content Too Large"), (431, "Request Header Fields Too Large"),
        (500, "Internal Server Error"), (504, "Gateway Timeout"), (0, ""), (299, ""), (-1, ""),
    ])
    func phrases(status: Int, phrase: String) {
        #expect("\(ReasonPhrase.of(status))" == phrase)
    }

    /// A phrase ends its line, so that it has only visible ASCII and spaces.
    @Test func phrasesAreText() {
        let phrases = (100..<600).map { "\(ReasonPhrase.of($0))" }.filter { !$0.isEmpty }
        #expect(Set(phrases).count == phrases.count && phrases.count > 20)
        #expect(phrases.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }
}
