import Events
import JSONWriting
import Testing

@Suite struct LoadKindIDTests {
    @Test(arguments: [
        "0123456789abcdef9f0a9f0a00ff00ff", "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
    ])
    func digitsAreWrittenAsTheyWereRead(text: String) throws {
        let id = try #require(LoadKindID(text))
        #expect(id.description == text)
        #expect(String(decoding: id.line, as: UTF8.self) == "\"\(text)\"")
    }
}
