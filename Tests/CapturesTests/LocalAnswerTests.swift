import InternetNames
import Testing

@testable import Captures

/// Tests of requests in HAR files that a cache, a service worker or a test answered in place of the server.
struct LocalAnswerTests {
    /// The members of entries as their makers write them, and whether the entry is a load from a server.
    private static let entries: [(maker: String, members: String, isLoad: Bool)] = [
        ("Chrome, memory", #""_fromCache":"memory","serverIPAddress":"192.0.2.1","connection":"771",\#(ok(0))"#, false),
        ("Chrome, disk", #"\#(ok(0)),"serverIPAddress":"192.0.2.1","_fromCache":"disk""#, false),
        ("Chrome, network", #"\#(ok(310)),"serverIPAddress":"192.0.2.1","connection":"771","cache":{}"#, true),
        ("Chrome, validated", response(304, #""_transferSize":120"#), true),
        ("Chrome, blocked for its fields", ok(0), true),
        ("a, validated", #"\#(response(304)),"_fromCache":true"#, true),
        ("a, with bytes", #"\#(ok(310)),"_fromCache":"disk""#, true),
        ("a, with a number", #"\#(response(200)),"_fromCache":0"#, true),
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
        ("Safari, validated", #"\#(ok(90)),"serverIPAddress":"192.0.2.1","_fetchType":"Disk Cache""#, true),
        ("Safari, validated by a server", #"\#(response(304)),"_fetchType":"Disk Cache""#, true),
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
        ("Firefox, validated", #"\#(response(304)),"cache":{"afterRequest":{"fetchCount":2}}"#, true),
        ("Firefox, pushed with its state", #"\#(response(0, pushed)),"cache":{"afterRequest":null}"#, true),
        ("Firefox, network", #"\#(response(200)),"cache":{},"serverIPAddress":"192.0.2.1","connection":"443""#, true),
        ("Firefox, pushed", response(0, pushed), true),
        (
            "HttpWatch, network",
            #"\#(response(200)),"cache":{"afterRequest":{"lastAccess":"","eTag":"","hitCount":1}},"serverIPAddress":"192.0.2.1""#,
            true
        ),
        ("Playwright, of 2021", #"\#(ok(812)),"cache":{"beforeRequest":null,"afterRequest":null}"#, true),
        ("Playwright, of 2021 without a size", #"\#(ok(0)),"cache":{"afterRequest":null}"#, true),
        ("Advanced REST Client", #"\#(response(200)),"cache":{"afterRequest":null}"#, true),
        ("HttpWatch, behind a proxy", #"\#(response(200)),"cache":{"afterRequest":{"hitCount":1}}"#, true),
        ("Playwright, a test with bytes", #"\#(ok(70)),"_wasFulfilled":true"#, false),
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

    /// The fields of a response that a server has pushed.
    private static let pushed = #""headers":[{"name":"Server","value":"a"}]"#

    private static func ok(_ bytes: Int) -> String { response(200, #""bodySize":0,"_transferSize":\#(bytes)"#) }

    private static func archive(_ entries: [String], by creator: String = "a") -> [UInt8] {
        let begin = #""startedDateTime":"2026-11-20T10:00:00Z","time":1.5"#
        let request = #""request":{"method":"GET","url":"https://a.example/"}"#
        // Members of an entry may replace those before them, because the last member of a name counts.
        let objects = entries.map { "{\(begin),\(request),\($0)}" }.joined(separator: ",")
        return Array(#"{"log":{"version":"1.2","creator":{"name":"\#(creator)"},"entries":[\#(objects)]}}"#.utf8)
    }

    @Test(arguments: entries.indices)
    func anAnswerWithoutTheNetworkIsNotALoad(index: Int) throws {
        let entry = Self.entries[index]
        let maker = entry.maker.split(separator: ",")[0]
        let archive = Self.archive([entry.members], by: maker == "Chrome" ? "WebInspector" : String(maker))
        let (events, counts) = try CaptureTests.read(archive, as: .httpArchive, inPiecesOf: 7)
        #expect(events.decisions.count == (entry.isLoad ? 1 : 0), "\(entry.maker)")
        #expect(counts.localAnswers == (entry.isLoad ? 0 : 1), "\(entry.maker)")
        #expect(events.decisions.allSatisfy { $0.decision == .allowed }, "\(entry.maker)")
        #expect(counts.unreadRequests == 0 && counts.fault == nil)
    }

    /// Chrome marks its own redirects to HTTPS by a field. A server that sends this field does not hide a load.
    @Test(arguments: [
        ("WebInspector", "http", 307, "HSTS", "", true),
        ("WebInspector", "http", 307, "HSTS", #","_transferSize":0},"serverIPAddress":"""#, true),
        ("WebInspector", "http", 200, "HSTS", "", false), ("WebInspector", "http", 307, "x", "", false),
        ("WebInspector", "https", 307, "HSTS", "", false), ("WebInspector", "ws", 307, "HSTS", "", false),
        ("WebInspector", "http", 307, "HSTS", #","_transferSize":500"#, false),
        ("WebInspector", "http", 307, "HSTS", #"},"serverIPAddress":"192.0.2.1""#, false),
        ("Insomnia", "http", 307, "HSTS", "", false),
        ("Playwright", "http", 307, "HSTS", #","_transferSize":0"#, false),
    ])
    func noServerHidesALoad(
        creator: String, scheme: String, status: Int, reason: String, members: String, isLocal: Bool
    ) throws {
        let end = members.contains("}") ? "" : "}"
        let entry =
            #""request":{"method":"GET","url":"\#(scheme)://a.example/"},"response":{"status":\#(status),"headers":["#
            + #"{"value":"\#(reason)","name":"Non-Authoritative-Reason"},{"name":"A","value":"b"}]\#(members)\#(end)"#
        let (events, counts) = try CaptureTests.read(Self.archive([entry], by: creator), as: .httpArchive)
        #expect(events.decisions.count == (isLocal ? 0 : 1))
        #expect(counts.localRequests == (isLocal ? 1 : 0) && counts.unreadRequests == 0 && counts.fault == nil)
    }

    /// A server whose requests were all answered by a cache is a gap. Any request that was loaded proves a server.
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
