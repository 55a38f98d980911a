import Foundation
import Testing

/// Loads through real upstream proxies, which alone find the servers by their names.
@Suite struct UpstreamProxyJourneyTests {
    /// ATS, with exceptions for the servers of plain HTTP.
    private static let policy =
        #"{"NSExceptionDomains": {"origin.test": {"NSExceptionAllowsInsecureHTTPLoads": true}}}"#

    private static func options(_ upstreamProxy: String, _ mode: String, _ credentials: String?) -> [String] {
        ["--upstream-proxy", upstreamProxy, "--mode", mode, "--examine", "needed"]
            + (credentials.map { ["--upstream-auth", $0] } ?? [])
    }

    @Test(arguments: [("enforce", false), ("enforce", true), ("observe", false), ("observe", true)])
    func everythingGoesThroughSquid(mode: String, asksForPassword: Bool) throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site, asksForPassword: asksForPassword)
        let file = asksForPassword ? try UpstreamProxyProgram.credentialsFile() : nil
        defer { file.map { _ = unlink($0) } }
        let proxy = try Proxy(
            site: site, adding: Self.options(upstreamProxy.url, mode, file), resolves: false, policy: Self.policy)
        #expect(proxy.program.errors.contains("through the upstream proxy 127.0.0.1:\(upstreamProxy.port)"))
        let secure = try proxy.curl("--cacert", site.root, site.url("good"))
        #expect(secure.connect == 200 && secure.status == 200)
        let decision = try proxy.decision(about: "good.test")
        #expect(decision.decision == "allowed" && decision.event["route"] as? String == "upstream")
        #expect(decision.event["address"] as? String == "127.0.0.1" && decision.event["facts"] as? String != nil)
        // The probe and the tunnel, each through the upstream proxy.
        let target = "good.test:\(try site.port("good"))"
        #expect(holds { upstreamProxy.requests("CONNECT", target) >= 2 })

        let (first, second) = (
            try site.url("origin", "/a", scheme: "http"), try site.url("origin", "/b", scheme: "http")
        )
        #expect(try proxy.curl(first).output.contains(#""path": "/a""#))
        let answer = try proxy.curl("--header", "Proxy-Authorization: Basic c2VjcmV0", second)
        #expect(answer.status == 200 && !answer.output.contains("c2VjcmV0") && !answer.output.contains("czNjcmV0"))
        #expect(answer.output.contains("Via: 1.1 atsproxy ("))
        #expect(holds { upstreamProxy.requests("GET", "http://origin.test:") == 2 })
        #expect(try proxy.decision(about: "origin.test").event["route"] as? String == "upstream")

        let old = try proxy.curl("--cacert", site.root, "--ciphers", "DEFAULT@SECLEVEL=0", site.url("old"))
        let judged = try proxy.decision(about: "old.test")
        #expect(judged.violations.contains("tls.version"))
        #expect(mode == "enforce" ? old.connect == 403 : old.connect == 200)

        for event in try proxy.events() { #expect(!"\(event)".contains("s3cret")) }
        #expect(!proxy.program.errors.contains("s3cret"))
    }

    @Test(arguments: [("enforce", false), ("enforce", true), ("observe", false), ("observe", true)])
    func everythingGoesThroughTinyproxy(mode: String, asksForPassword: Bool) throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.tinyproxy(asksForPassword: asksForPassword)
        let file = asksForPassword ? try UpstreamProxyProgram.credentialsFile() : nil
        defer { file.map { _ = unlink($0) } }
        // The servers have no name that tinyproxy finds, so that they are addressed by their address.
        let waivers = ["--ignore", "certificate.*", "--ignore", "cleartext"]
        let proxy = try Proxy(
            site: site, adding: Self.options(upstreamProxy.url, mode, file) + waivers, resolves: false)
        let port = try site.port("good")
        #expect(try proxy.curl("--insecure", "https://127.0.0.1:\(port)/").status == 200)
        // The probe, its large hello and the tunnel, each through the upstream proxy, which logs the line of each request once.
        #expect(holds { upstreamProxy.log.count("CONNECT 127.0.0.1:\(port) HTTP") == 3 })
        #expect(try proxy.curl("http://127.0.0.1:\(site.port("origin"))/x").output.contains(#""path": "/x""#))
        let routes = try proxy.events().filter { $0["event"] as? String == "decision" }.map { $0["route"] as? String }
        #expect(!routes.isEmpty && routes.allSatisfy { $0 == "upstream" })
        // tinyproxy has a status of its own for a server that cannot be reached.
        let refused = try proxy.curl("https://127.0.0.1:1/")
        #expect(refused.connect == 502 && refused.output.contains("error=destination_unavailable"))
    }

    @Test func exemptHostsAreReachedDirectly() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site)
        let proxy = try Proxy(
            "--mode", "observe", "--upstream-proxy", upstreamProxy.url, "--no-upstream", "plain.test, .good.test",
            site: site)
        #expect(try proxy.curl(site.url("plain", scheme: "http")).status == 200)
        #expect(try proxy.curl("--cacert", site.root, site.url("good")).status == 200)
        #expect(try proxy.curl(site.url("origin", scheme: "http")).status == 200)
        for (host, route) in [("plain.test", "direct"), ("good.test", "direct"), ("origin.test", "upstream")] {
            #expect(try proxy.decision(about: host).event["route"] as? String == route, "\(host)")
        }
        #expect(holds { upstreamProxy.log.contains("origin.test") })
        #expect(!upstreamProxy.log.contains("plain.test") && !upstreamProxy.log.contains("CONNECT good.test"))
    }

    @Test func anUpstreamProxyMayHaveAnIPv6Address() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site, host: "[::1]")
        let proxy = try Proxy("--upstream-proxy", upstreamProxy.url, "--examine", "needed", site: site, resolves: false)
        #expect(try proxy.curl("--cacert", site.root, site.url("good")).status == 200)
        #expect(try proxy.decision(about: "good.test").event["address"] as? String == "::1")
    }

    /// squid passes no upgrade on, so that a WebSocket takes a tunnel (RFC 6455 §4.1).
    @Test func webSocketsTakeATunnel() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site)
        let proxy = try Proxy("--mode", "observe", "--upstream-proxy", upstreamProxy.url, site: site, resolves: false)
        let origin = "origin.test:\(try site.port("origin"))"
        let output = try Client.output("open_websocket", ["\(proxy.port)", origin])
        #expect(output == "HTTP/1.1 101 Switching Protocols\nping through the tunnel\n")
        #expect(holds { upstreamProxy.requests("CONNECT", origin) == 1 })
    }

    /// Bytes that come in one piece with the upstream proxy's answer are the first of the tunnel.
    @Test func whatComesBehindTheAnswerIsTheServers() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try MisbehavingUpstreamProxy("early")
        let proxy = try Proxy("--mode", "observe", "--upstream-proxy", upstreamProxy.url, site: site)
        let answer = try Program(
            "/usr/bin/curl",
            [
                "--silent", "--proxytunnel", "--noproxy", "", "--proxy", "http://127.0.0.1:\(proxy.port)", "--max-time",
                "2",
            ]
                + ["telnet://mail.test:25"])
        _ = answer.end()
        #expect(answer.output.contains("220 mail.test"))
    }

    /// The chain has an end, and each proxy of it says what it saw.
    @Test func anUpstreamProxyMayBeAnotherOfThisKind() throws {
        let site = try Site.shared.get()
        let inner = try Proxy("--mode", "observe", "--examine", "needed", site: site)
        let outer = try Proxy(
            "--upstream-proxy", "http://127.0.0.1:\(inner.port)", "--examine", "needed", "--ignore", "cleartext",
            site: site, resolves: false)
        #expect(try outer.curl("--cacert", site.root, site.url("good")).status == 200)
        let answer = try outer.curl(site.url("origin", scheme: "http"))
        #expect(answer.output.contains("Via: 1.1 atsproxy (") && answer.output.contains("Via: 1.1 atsproxy\""))
        #expect(try outer.decision(about: "good.test").event["route"] as? String == "upstream")
        #expect(try inner.decision(about: "good.test").event["route"] as? String == "direct")
    }

    /// Two proxies that send everything to each other.
    @Test func aLoopEnds() throws {
        let site = try Site.shared.get()
        let port = try Client.output("free_port").trimmingCharacters(in: .newlines)
        let second = try Proxy(
            "--mode", "observe", "--upstream-proxy", "http://127.0.0.1:\(port)", "--connect-timeout", "2", site: site)
        let first = try Program(
            Repository.program,
            [
                "serve", "--listen", "127.0.0.1:\(port)", "--mode", "observe", "--events", "/dev/null", "--console",
                "off",
            ]
                + ["--upstream-proxy", "http://127.0.0.1:\(second.port)", "--connect-timeout", "2"])
        #expect(holds { first.errors.contains("listening on ") })
        let proxy = ["--proxy", "http://127.0.0.1:\(port)"]
        let plain = try Answer(curl: proxy + [site.url("plain", scheme: "http")])
        #expect(plain.status == 508 && plain.output.contains("proxy_loop_detected"))
        let tunnel = try Answer(curl: proxy + [site.url("good")])
        #expect(tunnel.connect == 502 && tunnel.output.contains("received-status="))
        let loads = try second.events().filter { $0["event"] as? String == "decision" }
        #expect(loads.count <= 4, "\(loads.count) loads went round")
    }

    @Test func checkGoesThroughTheUpstreamProxy() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site)
        let arguments = ["check", "--upstream-proxy", upstreamProxy.url, "--ca-file", site.root, "--format", "json"]
        let check = try Program(Repository.program, arguments + [try site.url("good")])
        #expect(check.end() == 0)
        #expect(check.output.contains(#""route":"upstream""#) && check.output.contains(#""decision":"allowed""#))
        #expect(holds { upstreamProxy.requests("CONNECT", "good.test:") >= 1 })
        let each = try Program(Repository.program, arguments + ["--per-address", try site.url("good")])
        #expect(each.end() == 64 && each.errors.contains("which only the upstream proxy looks up"))
    }

    @Test func runReportsOnLoadsThroughTheUpstreamProxy() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site)
        let command = ["--", "curl", "--silent", "--output", "/dev/null", try site.url("plain", scheme: "http")]
        let options = ["run", "--verbose", "--mode", "observe", "--upstream-proxy", upstreamProxy.url]
        let run = try Program(Repository.program, options + command, environment: ["HTTPS_PROXY": "http://u:pw@p:1"])
        #expect(run.end() == 1)
        #expect(run.output.contains("1 load went through an upstream proxy"))
        #expect(!run.errors.contains("HTTPS_PROXY"))
        let direct = try Program(
            Repository.program, ["run", "--mode", "observe"] + site.resolve + command,
            environment: ["HTTPS_PROXY": "http://u:pw@p:1"])
        #expect(direct.end() == 1)
        #expect(direct.errors.contains("HTTPS_PROXY is set, but") && direct.errors.contains("--upstream-proxy"))
        #expect(!direct.errors.contains("pw@"))
    }

    /// SIGHUP reads the file of credentials again.
    @Test func aCorrectedPasswordIsReadAgain() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try UpstreamProxyProgram.squid(for: site, asksForPassword: true)
        let file = try UpstreamProxyProgram.credentialsFile("upstream:wrong")
        defer { unlink(file) }
        let proxy = try Proxy(
            site: site, adding: Self.options(upstreamProxy.url, "observe", file), resolves: false, policy: Self.policy)
        let secure = try proxy.curl("--cacert", site.root, site.url("good"))
        #expect(secure.connect == 502 && secure.output.contains("rejects the name or the password (407)"))
        let plain = try proxy.curl(site.url("origin", scheme: "http"))
        #expect(plain.status == 502 && plain.output.contains("received-status=407"))
        #expect(!proxy.program.errors.contains("warning: the mode of"))
        try UpstreamProxyProgram.write(UpstreamProxyProgram.credentials, to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        proxy.program.signal(SIGHUP)
        #expect(holds { proxy.program.errors.contains("reloaded") })
        #expect(
            proxy.program.errors.contains(
                "warning: the mode of \(file) lets every user of this machine read the password"))
        #expect(try proxy.curl("--cacert", site.root, site.url("good")).status == 200)
        #expect(try proxy.curl(site.url("origin", scheme: "http")).status == 200)
    }
}

extension String {
    fileprivate func count(_ part: String) -> Int { components(separatedBy: part).count - 1 }
}
