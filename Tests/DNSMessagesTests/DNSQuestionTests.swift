import Testing

@testable import DNSMessages

@Suite struct DNSQuestionTests {
    @Test func asksForHTTPSRecords() throws {
        let name = try #require(DNSName("WWW.example."))
        let expected: [UInt8] = [
            0x12, 0x34, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0x77, 0x77, 0x77, 7, 0x65, 0x78, 0x61, 0x6D, 0x70, 0x6C,
            0x65,
            0, 0, 65, 0, 1,
        ]
        #expect(DNSQuestion(id: 0x1234, name: name).message == expected)
    }

    @Test(
        arguments: [
            ("a.example", true), ("a.example.", true), ("_8443._https.a", true), ("", false), (".", false),
            ("a..b", false),
            (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
            (Array(repeating: "abcdefg", count: 31).joined(separator: "."), true),
            (Array(repeating: "abcdefg", count: 32).joined(separator: "."), false),
        ])
    func namesHaveTheBoundsOfTheDNS(text: String, isName: Bool) {
        #expect((DNSName(text) != nil) == isName)
    }
}
