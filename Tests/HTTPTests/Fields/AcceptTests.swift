import Testing

@testable import HTTP

@Suite struct AcceptTests {
    @Test(arguments: [
        ("", false), ("Accept: */*\r\n", false), ("Accept: application/json\r\n", false),
        ("Accept: text/html\r\n", true),
        ("Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n", true),
        ("Accept: application/json, text/html;q=0.9\r\n", false), ("Accept: TEXT/HTML ; Q=0.5\r\n", true),
        ("Accept: text/html;q=0\r\n", false), ("Accept: application/json;q=0.5, text/html;q=0.75\r\n", true),
        ("Accept: text/html;q=0.000\r\nAccept: text/html;q=0.001\r\n", true), ("Accept: ;,;\r\n", false),
        ("Accept: text/html;q=99999999999999999999\r\n", true),
        ("Accept: text/*\r\n", true), ("Accept: TEXT/*;q=0.3, */*;q=0.1\r\n", true),
        ("Accept: text/*, text/html;q=0\r\n", false), ("Accept: text/plain\r\n", false),
        ("Accept: text/*;q=0.5, application/json\r\n", false), ("Accept: text/html;q=0.5, application/*\r\n", false),
        ("Accept: text/*;q=0.5, application/*, application/json;q=0.4\r\n", true),
    ])
    func choosesTheForm(fields: String, page: Bool) throws {
        let head = try #require(
            try RequestParserTests.parse("GET http://a/ HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n").get())
        #expect(Accept(head.fields).prefersPage == page)
    }
}
