import InternetNames
import TransportSecurity
import Testing

@testable import Captures

/// Tests that the requests of HAR files become loads.
struct ArchiveTests {
    /// An archive with five requests: a load over TLS, one in cleartext, one without a response, one of `data:`, and one
    /// without a host. No event may have a text with `secret`.
    private static let text = #"""
        {"log":{"version":"1.2","creator":{"name":"a"},"pages":[{"startedDateTime":"x","title":"{[\"\\"}],"entries":[
        {"startedDateTime":"2026-11-20T10:00:00.250+02:00","time":20.5,"request":{"method":"GET","url":"https:\/\/api.example\/a?secret=1",
          "headers":[{"value":"MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0","name":"user-agent"},{"name":"Cookie","value":"secret"}],
          "postData":{"text":"\u007b\"url\":\"http://wrong.example\""}},
         "response":{"status":200,"content":{"text":"[{}]"}},"serverIPAddress":"[2001:db8::7]","_securityDetails":{"protocol":"TLS 1.3"}},
        {"startedDateTime":"2026-11-20T08:00:01Z","time":-1,"request":{"method":"POST","url":"http://plain.example:8080/b#c","headers":[]},
         "response":{"status":204},"serverIPAddress":"192.0.2.1"},
        {"startedDateTime":"2026-11-20T08:00:02.000Z","request":{"method":"GET","url":"wss://socket.example/"},"response":{"status":0}},
        {"startedDateTime":"2026-11-20T08:00:02.000Z","request":{"method":"GET","url":"data:text/plain,secret"},"response":{"status":200}},
        {"startedDateTime":"2026-11-20T08:00:02.000Z","request":{"method":"GET","url":"https://"},"response":{"status":200}}
        ]}}
        """#

    @Test(arguments: [1, 7, 100_000])
    func requestsAreLoads(size: Int) throws {
        let (events, counts) = try CaptureTests.read(Array(Self.text.utf8), as: .httpArchive, inPiecesOf: size)
        #expect(events.decisions.map(\.host) == ["api.example", "plain.example", "socket.example"].map { Host($0) })
        #expect(events.decisions.map(\.scheme) == [.https, .http, .wss])
        #expect(events.decisions.map(\.decision) == [.allowed, .allowed, .failed])
        #expect(events.decisions.map(\.port) == [443, 8080, 443])
        let first = try #require(events.decisions.first)
        #expect(first.time == Instant("2026-11-20T08:00:00.250Z"))
        #expect(first.app?.name == "MyApp")
        #expect(first.tls?.version == .tls1_3)
        #expect(first.address == IPAddress("2001:db8::7"))
        #expect(first.path == nil && events.decisions[1].path == "/b")
        #expect(counts.fault == nil && counts.requests == 5 && counts.localRequests == 1 && counts.unreadRequests == 1)
        #expect(!String(decoding: events.text, as: UTF8.self).contains("secret"))
    }

    /// The escapes of a path, and the path that they stand for. Half of a surrogate pair is no character.
    @Test(
        arguments: [
            (#"\ud83d\ude00"#, "\u{1F600}"), (#"\uD83D\uDE00a"#, "\u{1F600}a"), (#"\ud83d"#, "\u{FFFD}"),
            (#"\ude00"#, "\u{FFFD}"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"),
            (#"\ud83d\/x"#, "\u{FFFD}/x"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"), (#"\u00e9"#, "\u{E9}"),
            (#"\ud83d\u0061"#, "\u{FFFD}a"), ("\u{1F600}", "\u{1F600}"),
        ], [1, 100_000])
    func escapesAreCharacters(escaped: (String, String), size: Int) throws {
        let text = #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-20T08:00:00Z","time":1,
            "request":{"method":"GET","url":"http://a.example/\#(escaped.0)"},"response":{"status":200}}]}}
            """#
        let (events, counts) = try CaptureTests.read(Array(text.utf8), as: .httpArchive, inPiecesOf: size)
        #expect(events.decisions.map(\.path) == ["/\(escaped.1)"] && counts.fault == nil)
    }

    /// Swift reads each of these spellings as a floating-point number.
    @Test(arguments: ["\"nan\"", "\"inf\"", "\"-infinity\"", "1e999", "1e300", "\"nan(0x1)\""])
    func aDurationMayBeAnyText(time: String) throws {
        let text = #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-20T08:00:00Z","time":\#(time),
            "request":{"method":"GET","url":"http://a.example/"},"response":{"status":200}}]}}
            """#
        let (events, counts) = try CaptureTests.read(Array(text.utf8), as: .httpArchive)
        #expect(events.decisions.map(\.host) == [Host("a.example")])
        #expect(counts.fault == nil && counts.loads == 1)
    }

    /// The members of a request as Chrome, Playwright, WebPageTest, Fiddler, Charles and BrowserMob write them, and the
    /// load that they show.
    @Test(arguments: [
        (#""request":{"method":"GET","url":"https://a.example/"},"response":{"status":-1}"#, "https failed"),
        (
            #""request":{"method":"GET","url":"https://a.example/"},"response":{"status":0},"serverIPAddress":null"#,
            "https failed"
        ),
        (#""request":{"method":"CONNECT","url":"http://a.example:443"},"response":{"status":200}"#, "https"),
        (#""request":{"method":"CONNECT","url":"a.example:443"},"response":{"status":200}"#, "https"),
        (#""request":{"method":"CONNECT","url":"https://a.example"},"response":{"status":200}"#, "https"),
        (#""request":{"method":"GET","url":"https://a.example/"},"_tls_version":"TLS 1.2""#, "https 1.2"),
        (
            #""request":{"method":"GET","url":"https://a.example/"},"_securityDetails":{"protocol":"QUIC"},"time":NaN"#,
            "https"
        ),
        (#""request":{"method":"GET","url":"blob:https://a.example/1"},"response":{"status":200}"#, "local"),
        (#""request":{"method":"GET","url":"chrome-extension://a/b.js"},"response":{"status":200}"#, "local"),
    ])
    func requestsOfEachMakerAreRead(members: String, reading: String) throws {
        let text = #"{"log":{"entries":[{"startedDateTime":"2026-11-20T10:00:00.1234567+0200",\#(members)}]}}"#
        let (events, counts) = try CaptureTests.read(Array(text.utf8), as: .httpArchive)
        #expect(counts.fault == nil && counts.unreadRequests == 0)
        guard let load = events.decisions.first else {
            #expect(reading == "local" && counts.localRequests == 1)
            return
        }
        #expect(load.host == Host("a.example") && load.port == 443 && load.time == Instant("2026-11-20T08:00:00.123Z"))
        let failed = load.decision == .failed ? " failed" : ""
        let version = load.tls?.version == .tls1_2 ? " 1.2" : ""
        #expect("\(load.scheme?.rawValue ?? "")\(failed)\(version)" == reading)
    }

    @Test func everyCutIsNoticed() throws {
        let bytes = Array(Self.text.utf8)
        for count in 1..<bytes.count {
            let (events, counts) = try CaptureTests.read(Array(bytes[..<count]), as: .httpArchive)
            #expect(counts.fault == .cut)
            #expect(events.decisions.count <= 3)
        }
    }

    @Test(arguments: ["{\"log\":}]", "{\"log\": ?", "{\"log\":\"\\x\"}", String(repeating: "[", count: 100)])
    func malformedJSONIsAFault(text: String) throws {
        let (events, counts) = try CaptureTests.read(Array(text.utf8), as: .httpArchive)
        #expect(events.decisions.isEmpty)
        #expect(counts.fault != nil)
    }

    /// The offset of a fault does not depend on the pieces, and counts the byte order mark.
    @Test(arguments: [1, 7, 100_000], ["", "\u{FEFF}"])
    func aFaultHasItsOffsetInTheFile(size: Int, mark: String) throws {
        let whole = mark + Self.text + "\n\n"
        let (events, counts) = try CaptureTests.read(
            Array("\(whole)garbage".utf8), as: .httpArchive, inPiecesOf: max(size, mark.utf8.count))
        #expect(events.decisions.count == 3)
        #expect(counts.fault == .malformed(offset: Int64(whole.utf8.count), "the text is not JSON"))
    }

    /// Some programs write an international host in Unicode, although they sent its A-labels.
    @Test func internationalNamesAreRead() throws {
        let text = #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-20T08:00:00Z","time":1,
            "request":{"method":"GET","url":"http://bücher.example/"},"response":{"status":200}},
            {"startedDateTime":"2026-11-20T08:00:00Z","time":1,
            "request":{"method":"CONNECT","url":"b\u00fccher.example:443"},"response":{"status":200}}]}}
            """#
        let (events, counts) = try CaptureTests.read(Array(text.utf8), as: .httpArchive)
        #expect(events.decisions.map(\.host) == [Host("xn--bcher-kva.example"), Host("xn--bcher-kva.example")])
        #expect(events.decisions.map(\.scheme) == [.http, .https] && counts.unreadRequests == 0)
    }
}
