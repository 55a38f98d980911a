import Foundation
import Testing

/// Requests that no proxy should pass on, told as bytes on a socket.
@Suite struct HostileJourneyTests {
    private func reply(to request: String, at port: Int) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "request-\(UUID().uuidString)")
        try Data(request.utf8).write(to: file)
        defer { unlink(file.path) }
        return try Client.output("send_file", ["\(port)", file.path])
    }

    @Test(arguments: [
        (
            "GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400"
        ),
        ("GET http://plain.test/ HTTP/1.1\r\nHost : plain.test\r\n\r\n", "400"),
        ("GET https://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n\r\n", "400"),
        ("CONNECT plain.test HTTP/1.1\r\nHost: plain.test\r\n\r\n", "400"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"),
        ("GET http://plain.test/\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\n", "414"),
        ("GET http://plain.test/ HTTP/1.1\r\nX: \(String(repeating: "x", count: 70_000))", "431"),
    ])
    func whatIsAmbiguousIsRefusedAndRecorded(request: String, status: String) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        #expect(try reply(to: request, at: proxy.port).hasPrefix("HTTP/1.1 \(status)"))
        #expect(
            try holds {
                try proxy.events().contains { $0["decision"] as? String == "failed" }
            })
    }

    @Test func aHeadThatNeverEndsIsGivenUp() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        #expect(try reply(to: "GET http://plain.test/ HTTP/1.1\r\nHost:", at: proxy.port).hasPrefix("HTTP/1.1 408"))
    }
}
