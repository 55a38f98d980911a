import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct TunnelRequestTests {
    private func request(_ text: String) -> TunnelRequest? {
        var reader = TunnelRequestReader()
        guard case .read(let request) = reader.begin(Limits(), with: Array(text.utf8).span) else { return nil }
        return reader.isReading ? nil : request
    }

    @Test(
        arguments: [
            ("GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n", .http, "GET", "/a"),
            ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .http, "OPTIONS", nil),
            ("POST http://b/c HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", .http, "POST", "/c"),
            ("GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", .http, "GET", "/"),
            ("CONNECT b:1 HTTP/1.1\r\nHost: a\r\n\r\n", .http, "CONNECT", nil),
            ("GET /s HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", .ws, "GET", "/s"),
        ] as [(String, Load.Scheme, ByteString, ByteString?)])
    func readsTheHead(text: String, scheme: Load.Scheme, method: ByteString, path: ByteString?) {
        let request = request(text)
        #expect(request?.scheme == scheme && request?.method == method && request?.path == path)
    }

    @Test func keepsNoMoreThanAnOpening() {
        var reader = TunnelRequestReader()
        reader.keep([UInt8](repeating: 65, count: 1000).span)
        reader.keep([UInt8](repeating: 66, count: 1000).span)
        guard case .incomplete = reader.begin(Limits(), with: [0x0D].span) else { return #expect(Bool(false)) }
        guard case .unreadable(let error) = reader.read([0x0A].span) else { return #expect(Bool(false)) }
        #expect(error == .requestLine)
    }

    @Test func boundsTheHead() {
        var limits = Limits()
        limits.message.head = 100
        var reader = TunnelRequestReader()
        _ = reader.begin(limits, with: Array("GET / HTTP/1.1\r\nA: ".utf8).span)
        let rest = [UInt8](repeating: 97, count: 100)
        guard case .unreadable(let error) = reader.read(rest.span) else { return #expect(Bool(false)) }
        #expect(error == .headTooLarge && !reader.isReading)
    }
}
