import Foundation
import Testing

/// How `serve` starts, stops, and refuses to start.
@Suite struct ServeJourneyTests {
    private static func serve(_ options: [String]) throws -> (status: Int32, errors: String) {
        let program = try Program(Repository.program, ["serve"] + options)
        return (program.end(), program.errors)
    }

    private static func file(_ text: String, _ name: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    @Test(
        arguments: [
            (["--os", "ios3"], 64, "ios3"), (["--listen", "nowhere"], 64, "nowhere"),
            (["--listen", "0.0.0.0:0"], 64, "--allow-client"), (["--ignore", "no.rule"], 64, "no.rule"),
            (["--resolve", "example.com"], 64, "HOST:PORT:ADDRESS"), (["--mode", "guess"], 64, "guess"),
            (["--workers", "0"], 64, "--workers"),
            (["--listen", "203.0.113.1:1", "--allow-client", "10.0.0.0/8"], 69, "203.0.113.1:1"),
            (["--policy", "/does/not/exist"], 65, "/does/not/exist"),
            (["--roots", "/etc/hostname"], 65, "/etc/hostname"),
            (["--events", "/does/not/exist"], 65, "/does/not/exist"),
        ] as [([String], Int32, String)])
    func aMistakeIsNamedAndNothingIsStarted(options: [String], status: Int32, culprit: String) throws {
        let result = try Self.serve(options)
        #expect(result.status == status)
        #expect(result.errors.contains(culprit))
        #expect(!result.errors.contains("listening on"))
    }

    @Test func aConfigurationIsCheckedWithoutListening() throws {
        let good = try Self.file(
            "mode: observe\nlisteners: [{listen: \"127.0.0.1:1\", os: ios17}, {listen: \"127.0.0.1:2\", mode: enforce}]\n",
            "good.yaml")
        let checked = try Program(Repository.program, ["serve", "--check-config", "--config", good])
        #expect(checked.end() == 0, "\(checked.errors)")
        #expect(
            checked.output == """
                127.0.0.1:1: observe, ios17, policy defaults
                127.0.0.1:2: enforce, ios27, policy defaults
                The configuration is valid.

                """)
        let bad = try Self.file("listeners:\n  - {listen: \"127.0.0.1:1\", mode: guess}\n", "bad.yaml")
        let result = try Self.serve(["--check-config", "--config", bad])
        #expect(result.status == 65 && result.errors.contains("bad.yaml, line 2") && result.errors.contains("guess"))
    }

    /// Each file that a configuration names is known by the line that names it.
    @Test(arguments: ["ca-file", "roots", "crl", "ct-log-list", "auth-file", "policy", "policies"])
    func aFaultyFileIsToldWithTheLineThatNamesIt(key: String) throws {
        let value = ["policies": "[{app: A, policy: /nowhere}]", "ca-file": "[/nowhere]"][key] ?? "/nowhere"
        let file = try Self.file("mode: observe\n# A comment.\n\(key): \(value)\n", "c.yaml")
        let result = try Self.serve(["--check-config", "--config", file])
        #expect(result.status == 65)
        #expect(result.errors.contains("atsproxy: \(file), line 3: /nowhere"), "\(result.errors)")
        guard key != "policies" else { return }
        let option = try Self.serve(["--check-config", "--\(key)", "/nowhere"])
        #expect(option.status == 65 && option.errors.contains("atsproxy: /nowhere"), "\(option.errors)")
    }

    @Test func aBrokenPlistIsRefusedWithItsLine() throws {
        let plist = try Self.file(
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<oops/>\n</dict></plist>\n",
            "Info.plist")
        let result = try Self.serve(["--policy", plist])
        #expect(result.status == 65)
        #expect(result.errors.contains("\(plist):5:"), "\(result.errors)")
    }

    @Test func aPortInUseIsAnErrorAlsoBetweenProxies() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let result = try Self.serve(["--listen", "127.0.0.1:\(proxy.port)"])
        #expect(result.status == 69)
        #expect(result.errors.contains("127.0.0.1:\(proxy.port)"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalLetsWhatIsOpenFinish(signal: Int32) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let client = try Client.start("use_tunnel_later", ["\(proxy.port)", "echo.test:\(try site.port("echo"))"])
        #expect(holds { client.output.contains("open") })
        proxy.program.signal(signal)
        #expect(client.end() == 0)
        #expect(client.output == "open\nstill here\n")
        #expect(proxy.program.end() == 0)
        let closed = try proxy.events().filter { $0["event"] as? String == "closed" }
        #expect(closed.count == 1)
    }

    @Test func aSecondSignalEndsAtOnce() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--drain-timeout", "60", site: site)
        let client = try Client.start("hold_tunnel", ["\(proxy.port)", "echo.test:\(try site.port("echo"))"])
        #expect(holds { client.output.contains("200") })
        proxy.program.signal(SIGTERM)
        #expect(holds(within: 1) { !proxy.program.isRunning } == false)
        proxy.program.signal(SIGTERM)
        #expect(holds(within: 5) { !proxy.program.isRunning })
        #expect(proxy.program.end() == 0)
    }
}
