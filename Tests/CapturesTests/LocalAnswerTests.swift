import InternetNames
import Testing

@testable import Captures

/// Requests of archives that a cache, a service worker or a test has answered in place of the server.
struct LocalAnswerTests {
    /// The members of entries as their makers write them.
    private static let entries: [(maker: String, members: String, isLoad: Bool)] = [
        ("Chrome, memory", #""_fromCache":"memory","serverIPAddress":"192.0.2.1","connection":"771",\#(ok(0))"#, false),
        ("Chrome, disk", #"\#(ok(0)),"serverIPAddress":"192.0.2.1","_fromCache":"disk""#, false),
        ("Chrome, network", #"\#(ok(310)),"serverIPAddress":"192.0.2.1","connection":"771","cache":{}"#, true),
        ("Chrome, validated", response(304, #""_transferSize":120"#), true),
        (
            "Chrome, service worker",
            response(
                200,
                #""_transferSize":0,"_fetchedViaServiceWorker":true,"_serviceWorkerResponseSource":"cache-storage""#),
            false
        ),
        (
            "Chrome, service worker that loads",
            response(
                200, #""_transferSize":0,"_fetchedViaServiceWorker":true,"_serviceWorkerResponseSource":"network""#),
            true
        ),
        ("Chrome, preflight", #""request":{"method":"OPTIONS","url":"https://a.example/"},\#(ok(0))"#, true),
        (
            "Chrome, WebSocket",
            #""request":{"method":"GET","url":"wss://a.example/"},\#(response(101, #""_transferSize":0"#))"#, true
        ),
        ("Safari, memory", #"\#(response(200, #""_transferSize":0"#)),"cache":{},"_fetchType":"Memory Cache""#, false),
        ("Safari, without a time", #""startedDateTime":"",\#(response(200)),"_fetchType":"Disk Cache""#, false),
        ("Safari, service worker", #"\#(response(200)),"_fetchType":"Service Worker""#, false),
        ("Safari, network", #"\#(ok(0)),"serverIPAddress":"192.0.2.1","_fetchType":"Network Load""#, true),
        ("Instruments, local cache", #"\#(response(200)),"_fetchType":"Local Cache""#, false),
        (
            "Firefox, cache",
            #"\#(response(200)),"cache":{"afterRequest":null},"timings":{},"_securityState":"secure""#, false
        ),
        (
            "Firefox, cache with its state",
            #"\#(response(200)),"cache":{"afterRequest":{"expires":"","lastAccess":"","eTag":"","hitCount":"2"}}"#,
            false
        ),
        ("Firefox, network", #"\#(response(200)),"cache":{},"serverIPAddress":"192.0.2.1","connection":"443""#, true),
        ("Firefox, pushed", response(0, #""headers":[{"name":"Server","value":"a"}]"#), true),
        (
            "HttpWatch, network",
            #"\#(response(200)),"cache":{"afterRequest":{"lastAccess":"","eTag":"","hitCount":1}},"serverIPAddress":"192.0.2.1""#,
            true
        ),
        ("Playwright, a test", #"\#(response(200, #""_transferSize":-1"#)),"_wasFulfilled":true"#, false),
        ("Playwright, network", #"\#(ok(500)),"_wasFulfilled":false,"_wasContinued":true"#, true),
        (
            "Charles",
            #"\#(response(200, #""_charlesStatus":"COMPLETE""#)),"cache":{},"timings":{"dns":-1,"connect":-1,"ssl":-1}"#,
            true
        ),
        ("Insomnia", #"\#(response(200)),"cache":{},"timings":{"blocked":-1,"dns":-1,"connect":-1,"send":0}"#, true),
    ]

    private static func response(_ status: Int, _ members: String = #""bodySize":-1"#) -> String {
        #""response":{"status":\#(status),"statusText":"",\#(members)}"#
    }

    private static func ok(_ bytes: Int) -> String { response(200, #""bodySize":0,"_transferSize":\#(bytes)"#) }

    private static func archive(_ entries: [String]) -> [UInt8] {
        let begin = #""startedDateTime":"2026-11-20T10:00:00Z","time":1.5"#
        let request = #""request":{"method":"GET","url":"https://a.example/"}"#
        // The last member of a name counts.
        let objects = entries.map { "{\(begin),\(request),\($0)}" }
        return Array(
            #"{"log":{"version":"1.2","creator":{"name":"a"},"entries":[\#(objects.joined(separator: ","))]}}"#.utf8)
    }

    @Test(arguments: entries.indices)
    func whatIsAnsweredLocallyIsNoLoad(index: Int) throws {
        let entry = Self.entries[index]
        let (events, counts) = try CaptureTests.read(Self.archive([entry.members]), as: .httpArchive, inPiecesOf: 7)
        #expect(events.decisions.count == (entry.isLoad ? 1 : 0), "\(entry.maker)")
        #expect(counts.localAnswers == (entry.isLoad ? 0 : 1), "\(entry.maker)")
        #expect(events.decisions.allSatisfy { $0.decision == .allowed }, "\(entry.maker)")
        #expect(counts.unreadRequests == 0 && counts.fault == nil)
    }

    /// The servers of which only a cache tells are a gap. Others are proved by another request.
    @Test func onlyServersWithoutALoadAreUnproven() throws {
        func cached(_ url: String) -> String {
            #""request":{"method":"GET","url":"\#(url)"},"response":{"status":200},"_fromCache":"disk""#
        }
        let (_, counts) = try CaptureTests.read(
            Self.archive([
                cached("https://a.example/1"), #""response":{"status":200}"#, cached("https://a.example/2"),
                cached("http://a.example/"), cached("https://b.example:8443/"), cached("https://c.example/"),
                #""request":{"method":"GET","url":"https://c.example/"},"response":{"status":0}"#,
            ]), as: .httpArchive)
        #expect(counts.loads == 2 && counts.localAnswers == 5)
        #expect(counts.unprovenRequests == 3)
        #expect(counts.unprovenHosts == ["a.example", "b.example", "c.example"])
    }
}
