import Testing

@testable import ModelContextProtocol

@Suite struct JSONValueTests {
    @Test(arguments: [
        #"{"a":[1,-2,null,true,false,"x\u00e9\n"],"b":{}}"#, "[]", "\"\"", "0", "-7", "1.5", "9223372036854775807",
        "-0", "10", "0.5", "1.5E-3", "2.5e+10",
    ])
    func aValueIsReadAsItWasWritten(text: String) throws {
        let value = try JSONValue(reading: Array(text.utf8))
        #expect(try JSONValue(reading: value.line) == value)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "{\"a\":1,\"a\":2}", "nul", "truefalse", "0x10", "nan", "1e999", "+1", ".5", "\"a",
        "\"\\ud800\"", "1 2", "{\"a\"}", "[1}", "{'a':1}", "01",
        "-01", "00", "1.", "1.e2", "-", "1e", "1e+", "1.5.2", "--1", "{\"id\":01}",
    ])
    func otherTextIsRefused(text: String) {
        #expect(throws: JSONValue.Malformed.self) { try JSONValue(reading: Array(text.utf8)) }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        #expect(throws: JSONValue.Malformed.self) { try JSONValue(reading: [0x22, 0xFF, 0x22]) }
    }

    @Test func deepTextIsRefused() throws {
        let limit = JSONValue.depthLimit
        let text = { (depth: Int) in
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try JSONValue(reading: text(limit)).elements?.count == 1)
        for depth in [limit + 1, 100, 100_000] {
            #expect(throws: JSONValue.Malformed.self) { try JSONValue(reading: text(depth)) }
        }
    }

    @Test func invisibleCharactersAreEscaped() {
        let line = JSONValue.string("a\u{202E}\u{1B}").line
        #expect(String(decoding: line, as: UTF8.self) == #""a\u202e\u001b""#)
    }
}
