import TLSSamples
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct ConnectionOpeningTests {
    private static func kind(of bytes: [UInt8]) -> ConnectionOpening.Kind? {
        var opening = ConnectionOpening(to: .init(address: .v4(1), port: 443))
        return opening.read(bytes[...])
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n", "PROPFIND ", "OPTIONS * "])
    func knowsHTTP(text: String) {
        #expect(Self.kind(of: Array(text.utf8)) == .http)
    }

    @Test(arguments: ["G", "GET", "PRI * HTTP/2", "SSH", "", "\r\n", "PURGE / HTTP/1.1\r\nHost: a\r\n"])
    func waitsWhileSeveralProtocolsArePossible(text: String) {
        #expect(Self.kind(of: Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        "PRI * HTTP/2.0\r\n", "SSH-2.0", "EHLO a\r\n", "\u{0}", "\nGET / HTTP/1.1\r\n", " GET / HTTP/1.1\r\n",
    ])
    func knowsWhatIsNeither(text: String) {
        #expect(Self.kind(of: Array(text.utf8)) == .unreadable(isTLS: false))
    }

    @Test func anUnreadableHelloIsTLSAllTheSame() {
        #expect(Self.kind(of: TLSBytes.record(22, TLSBytes.handshake(1, [3, 3, 1]))) == .unreadable(isTLS: true))
        #expect(Self.kind(of: TLSBytes.record(22, TLSBytes.handshake(2, [3, 3, 1]))) == .unreadable(isTLS: true))
    }

    /// A hello that never ends is given up at the limit of the inspector.
    @Test func theSizeOfAHelloIsLimited() {
        var opening = ConnectionOpening(to: .init(address: .v4(1), port: 443))
        let long = TLSBytes.handshake(1, [UInt8](repeating: 0, count: 200_000))
        var kind: ConnectionOpening.Kind?
        for start in stride(from: 0, to: long.count, by: 16_000) where kind == nil {
            kind = opening.read(TLSBytes.record(22, Array(long[start..<min(start + 16_000, long.count)]))[...])
        }
        #expect(kind == .unreadable(isTLS: true) && opening.bytes.count < 150_000)
    }
}
