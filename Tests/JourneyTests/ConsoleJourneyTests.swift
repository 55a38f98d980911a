import Foundation
import Testing

/// The console of a running proxy, as curl sees it. What the page itself does is seen by the tests in a browser.
@Suite struct ConsoleJourneyTests {
    private let site: Site
    private let proxy: Proxy
    private let console: String
    private let port: Int
    private let token: String
    private let bearer: String

    init() throws {
        site = try Site.shared.get()
        proxy = try Proxy("--mode", "observe", "--examine", "needed", site: site)
        let shown = try ShownConsole(of: proxy.program)
        (console, port, token, bearer) = (shown.base, shown.port, shown.token, shown.bearer)
    }

    @Test func cookiesAreGivenForTheToken() throws {
        #expect(try Answer(curl: ["\(console)/"]).status == 401)
        #expect(try Answer(curl: ["\(console)/?token=\(String(repeating: "A", count: 32))"]).status == 401)
        let jar = FileManager.default.temporaryDirectory.appending(path: "jar-\(UUID().uuidString)").path
        defer { unlink(jar) }
        let opened = try Answer(curl: ["--cookie-jar", jar, "--location", "\(console)/?token=\(token)&host=a"])
        #expect(opened.status == 200)
        #expect(opened.output.contains("Set-Cookie: atsproxy-\(port)=\(token); Path=/; HttpOnly; SameSite=Strict"))
        #expect(opened.output.contains("Location: /?host=a"))
        #expect(opened.output.contains("<html"))
        #expect(try Answer(curl: ["--cookie", jar, "\(console)/api/v1/status"]).status == 200)
        // Another console at another port has another cookie.
        #expect(try Answer(curl: ["--cookie", "atsproxy-1=\(token)", "\(console)/api/v1/status"]).status == 401)
    }

    @Test func othersAreRefused() throws {
        let status = "\(console)/api/v1/status"
        #expect(try Answer(curl: ["--header", bearer, status]).status == 200)
        #expect(try Answer(curl: [status]).status == 401)
        for host in ["attacker.example", "attacker.example:\(port)", "localhost"] {
            let answer = try Answer(curl: ["--header", bearer, "--header", "Host: \(host)", status])
            #expect(answer.status == 421, "\(host)")
            #expect(answer.output.contains("application/problem+json"))
        }
        let post = ["--header", bearer, "--request", "POST", "--data", "{}", "\(console)/api/v1/what-if"]
        #expect(try Answer(curl: post).status == 415)
        let json = ["--header", "Content-Type: application/json"]
        #expect(try Answer(curl: json + ["--header", "Sec-Fetch-Site: same-site"] + post).status == 403)
        #expect(try Answer(curl: ["--request", "POST", "--data", "{}"] + json + [status]).status == 401)
    }

    @Test func streamsShowLoadsAtOnce() throws {
        let stream = try Program(
            "/usr/bin/curl",
            [
                "--silent", "--no-buffer", "--max-time", "20", "--header", bearer, "\(console)/api/v1/stream",
            ])
        #expect(holds { stream.output.contains("event: status\n") })
        #expect(stream.output.contains("event: hello\nid: "))
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).status == 200)
        #expect(holds { stream.output.contains("event: rows\n") && stream.output.contains("good.test") })
        let known = try #require(stream.output.firstMatch(of: #/event: hello\nid: (\S+)/#)?.1)
        let again = try Program(
            "/usr/bin/curl",
            [
                "--silent", "--no-buffer", "--max-time", "20", "--header", bearer, "--header",
                "Last-Event-ID: \(known)",
                "\(console)/api/v1/stream",
            ])
        #expect(holds { again.output.contains("event: rows\n") && again.output.contains("good.test") })
        #expect(!again.output.contains("event: reset\n"))
        #expect(proxy.program.stop() == 0)
        #expect(holds { !stream.isRunning && !again.isRunning })
    }

    /// A server is probed again on demand: once, at most once in five seconds, and only by those who have the token.
    @Test func serversAreProbedAgain() throws {
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).status == 200)
        let rows = ["--header", bearer, "\(console)/api/v1/rows"]
        var first: String?
        #expect(
            try holds {
                first = try Answer(curl: rows).output.firstMatch(of: #/"probed":"([^"]+)"/#).map { String($0.1) }
                return first != nil
            })
        let known = try #require(first)
        let post = [
            "--header", "Content-Type: application/json", "--data", "{}",
            "\(console)/api/v1/rows/r1/probe",
        ]
        #expect(try Answer(curl: post).status == 401)
        #expect(try Answer(curl: ["--header", bearer, "--header", "Origin: http://a.example"] + post).status == 403)
        let begun = try Answer(curl: ["--header", bearer] + post)
        #expect(begun.status == 202 && begun.output.contains(#"{"probed":"\#(known)"}"#), "\(begun.output)")
        // On a busy machine, five seconds may pass between two requests.
        var again = begun
        #expect(
            try holds {
                again = try Answer(curl: ["--header", bearer] + post)
                return again.status == 429
            })
        #expect(again.output.contains("Retry-After: "), "\(again.output)")
        #expect(
            try holds {
                let output = try Answer(curl: rows).output
                return output.contains(#""probed":""#) && !output.contains(#""probed":"\#(known)""#)
            })
        let facts = { try self.proxy.events().count { $0["event"] as? String == "facts" } }
        #expect(try holds { try facts() >= 2 })
    }

    @Test func noClientReachesTheConsoleThroughTheProxy() throws {
        for host in [
            "127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "2130706433", "0x7f.1",
        ] {
            for options in [[], ["--proxytunnel"]] {
                let answer = try Answer(
                    curl: ["--globoff", "--proxy", "http://127.0.0.1:\(proxy.port)"] + options
                        + ["--header", bearer, "http://\(host):\(port)/api/v1/status"])
                #expect((options.isEmpty ? answer.status : answer.connect) == 403, "\(host) \(options)")
                #expect(answer.output.contains("destination_ip_prohibited"), "\(host) \(options)")
            }
        }
        // A reload does not forget it.
        proxy.program.signal(SIGHUP)
        let started = proxy.program
        #expect(holds { started.errors.contains("reloaded") })
        #expect(try proxy.curl("--header", bearer, "\(console)/api/v1/status").status == 403)
        #expect(try Answer(curl: ["--header", bearer, "\(console)/api/v1/status"]).status == 200)
    }

    @Test func tokensAreInNoEvent() throws {
        _ = try proxy.curl("\(console)/?token=\(token)")
        _ = try Answer(curl: ["\(console)/?token=\(token)"])
        _ = try proxy.curl("--cacert", site.root, try site.url("good"))
        _ = try proxy.decision(about: "good.test")
        let events = try proxy.events()
        #expect(!events.isEmpty && !"\(events)".contains(token))
        #expect(proxy.program.errors.components(separatedBy: token).count == 2)
    }

    @Test func consolesGiveWayToEachOther() throws {
        let other = try Proxy("--mode", "observe", "--examine", "needed", site: site)
        let program = other.program
        #expect(holds { program.errors.contains("console at ") })
        let address = try #require(program.errors.firstMatch(of: #/console at (http://127\.0\.0\.1:\d+)/#)?.1)
        #expect(address != console)
        // An address that was asked for is not replaced by another.
        let asked = try Program(
            Repository.program, ["serve", "--listen", "127.0.0.1:0", "--console", "127.0.0.1:\(port)"])
        #expect(asked.end() == 69)
        #expect(asked.errors.contains("the console cannot listen on 127.0.0.1:\(port)"))
        let off = try Proxy("--console", "off", "--mode", "observe", site: site)
        #expect(off.program.stop() == 0)
        #expect(!off.program.errors.contains("console"))
    }
}
