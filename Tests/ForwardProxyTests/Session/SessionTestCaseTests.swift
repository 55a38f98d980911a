import Testing

@testable import ForwardProxy

/// A client asks what its test case has loaded: the phase `readingTestCase`.
@Suite struct SessionTestCaseTests {
    private static func get(_ query: String, _ fields: String = "") -> String {
        "GET http://ats.setup/label\(query) HTTP/1.1\r\nHost: ats.setup\r\n\(fields)\r\n"
    }

    private static func status(_ lines: [String]) -> String { String(lines.toClient.dropFirst(9).prefix(3)) }

    @Test(arguments: [
        ("", "present"), ("?", "present"), ("?name=testLogin", "testLogin"), ("?name=a+b%C3%BC%26", "a bü&"),
        ("?x=1&name=test", "test"),
    ])
    func theQueryNamesTheTestCase(query: String, name: String) {
        let script = SessionScript()
        #expect(script.client(Self.get(query)) == ["read test case \(name)"])
        let lines = script.on(.testCaseRead(Array("{}".utf8)))
        #expect(Self.status(lines) == "200" && lines.toClient.contains("\r\nContent-Type: application/json\r\n"))
        #expect(lines.toClient.hasSuffix("\r\n\r\n{}") && !lines.contains("close client"))
    }

    @Test(arguments: ["?name=", "?x=1", "?name=%0A", "?name=%FF", "?name=a&name=b"])
    func anotherQueryIsRefused(query: String) {
        let lines = SessionScript().client(Self.get(query))
        #expect(Self.status(lines) == "400" && !lines.contains { $0.hasPrefix("read") }, "\(lines)")
    }

    @Test func aTestCaseThatIsNotKnownIsNotFound() {
        let script = SessionScript()
        _ = script.client(Self.get("?name=a"))
        #expect(Self.status(script.on(.testCaseRead(nil))) == "404")
    }

    /// The next request waits for the answer, behind the body of the question.
    @Test func theNextRequestFollows() {
        let script = SessionScript()
        let next = "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(script.client(Self.get("", "Content-Length: 2\r\n") + "xx" + next) == ["read test case present"])
        #expect(script.on(.testCaseRead([0x7B, 0x7D])).last == "decide GET http://a:80/")
    }

    @Test func aClientThatIsGoneGetsNothing() {
        let script = SessionScript()
        _ = script.client(Self.get(""))
        #expect(script.on(.clientFailed) == [])
        #expect(script.on(.testCaseRead([0x7B, 0x7D])) == [])
        let finished = SessionScript()
        _ = finished.client(Self.get(""))
        #expect(finished.on(.clientFinished) == [])
        #expect(finished.on(.testCaseRead([0x7B, 0x7D])).last == "close client")
    }
}
