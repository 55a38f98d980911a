import Testing

@testable import HTTP

@Suite struct HTTPVersionTests {
    @Test(arguments: [
        ("HTTP/1.0", HTTPVersion.http1_0), ("HTTP/1.1", .http1_1), ("HTTP/1.2", .http1_1), ("HTTP/1.9", .http1_1),
    ])
    func readsVersions(text: String, version: HTTPVersion) {
        #expect(HTTPVersion(Array(text.utf8)[...]) == version)
    }

    @Test(arguments: ["", "HTTP/1.", "HTTP/1.10", "HTTP/2.0", "http/1.1", "HTTP/1.x", "HTTP 1.1", " HTTP/1.1"])
    func refusesAllElse(text: String) {
        #expect(HTTPVersion(Array(text.utf8)[...]) == nil)
    }
}
