import Testing
import TransportSecurity

@testable import ForwardProxy

/// Whatever either side sends, the session neither traps nor keeps more than its limits allow.
@Suite struct SessionNoiseTests {
    private static let requests = [
        "GET http://a/ HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n",
        "POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n",
        "PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody",
        "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    ]
    private static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.0 200 OK\r\n\r\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ]

    @Test(arguments: 0..<8)
    func survivesNoise(seed: UInt64) {
        var noise = Noise(state: seed &+ 1)
        for _ in 0..<400 {
            let script = SessionScript()
            for _ in 0..<12 {
                _ = script.session.handle(Self.event(&noise))
            }
            #expect(script.session.pending.count < 4096)
        }
    }

    private static func event(_ noise: inout Noise) -> Session.Event {
        switch noise.next() % 16 {
        case 0...4: return .clientSent(mutated(requests, &noise))
        case 5...7: return .originSent(mutated(responses, &noise))
        case 8, 9: return .permitted(SessionScript.permit)
        case 10, 11: return .connected(isReused: noise.next() % 2 == 0)
        case 12: return noise.next() % 2 == 0 ? .originFinished : .originFailed
        case 13: return .relayed(noise.next() % 2 == 0 ? .fromClient : .fromOrigin)
        case 14: return noise.next() % 2 == 0 ? .deadlinePassed : .refused(.limitReached)
        case _: return noise.next() % 2 == 0 ? .clientFinished : .draining
        }
    }

    private static func mutated(_ texts: [String], _ noise: inout Noise) -> ArraySlice<UInt8> {
        var bytes = Array(texts[Int(noise.next() % UInt64(texts.count))].utf8)
        for _ in 0..<(noise.next() % 3) {
            let index = Int(noise.next() % UInt64(bytes.count))
            switch noise.next() % 3 {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: noise.next())
            case 1: bytes.insert(UInt8(truncatingIfNeeded: noise.next()), at: index)
            case _: bytes.removeLast(bytes.count - index)
            }
            if bytes.isEmpty { break }
        }
        return bytes[...]
    }

    /// SplitMix64, so that a failure comes again.
    private struct Noise {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
