import Foundation
import Testing

/// `SIGHUP`, and what a configuration file brings up.
@Suite struct ReloadJourneyTests {
    /// A folder with a configuration, a policy beside it, and a proxy that runs by them.
    final class Configured {
        let folder: URL
        let program: Program

        init(
            _ configuration: String, policy: String = "{}", files: [String: String] = [:], options: [String] = [],
            site: Site
        ) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "reload-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "atsproxy.yaml")
            try configuration.write(to: file, atomically: true, encoding: .utf8)
            for (name, text) in files.merging(["policy.json": policy], uniquingKeysWith: { given, _ in given }) {
                try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
            }
            program = try Program(
                Repository.program,
                ["serve", "--config", file.path, "--ca-file", site.root, "--examine", "needed"] + site.resolve + options
            )
            guard holds({ self.program.errors.contains("listening on ") || !self.program.isRunning }),
                program.isRunning
            else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
        }

        deinit {
            program.stop()
        }

        /// The ports listened on, in the order in which they were said.
        var ports: [Int] {
            program.errors.matches(of: #/ listening on 127\.0\.0\.1:(\d+) \(/#).compactMap { Int($0.1) }
        }

        func write(_ text: String, _ name: String) throws {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }

        /// Sends the signal, and waits until one more thing that contains the words was said.
        func reload(until words: String) -> Bool {
            let before = program.errors.components(separatedBy: words).count
            program.signal(SIGHUP)
            return holds { program.errors.components(separatedBy: words).count > before }
        }

        func curl(_ port: Int, _ options: String...) throws -> Answer {
            try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)"] + options)
        }
    }

    private static let exception = #"{"NSExceptionDomains":{"plain.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#

    @Test func eachListenerHasRulesOfItsOwn() throws {
        let site = try Site.shared.get()
        let proxy = try Configured(
            """
            policy: policy.json
            listeners:
              - listen: 127.0.0.1:0
              - {listen: 127.0.0.1:0, mode: observe, os: ios17}
            """, site: site)
        let url = try site.url("plain", scheme: "http")
        #expect(proxy.ports.count == 2)
        #expect(proxy.program.errors.contains("(enforce, ios27, policy policy.json)"))
        #expect(proxy.program.errors.contains("(observe, ios17, policy policy.json)"))
        #expect(try proxy.ports.map { try proxy.curl($0, url).status } == [403, 200])
    }

    /// A connection to an origin that one listener has left open is no way around the rules of another.
    @Test func noListenerServesByTheConnectionsOfAnother() throws {
        let site = try Site.shared.get()
        let proxy = try Configured(
            """
            mode: observe
            workers: 1
            listeners:
              - {listen: 127.0.0.1:0, deny-destination: 127.0.0.0/8}
              - listen: 127.0.0.1:0
            """, site: site)
        let url = try site.url("plain", scheme: "http")
        let (strict, open) = (try #require(proxy.ports.first), try #require(proxy.ports.last))
        #expect(try proxy.curl(open, url).status == 200)
        let answer = try proxy.curl(strict, url)
        #expect(answer.status == 403 && answer.output.contains("destination_ip_prohibited"), "\(answer.output)")
    }

    /// A client that stays connected keeps nothing that the new configuration takes away.
    @Test(arguments: [
        // Its user is gone, passwords are asked for, and there is no such listener.
        ("auth-file: users", "users", "bob:", "407"), ("", "atsproxy.yaml", "auth-file: users", "407"),
        ("", "atsproxy.yaml", "listen: 127.0.0.1:0", "closed"),
    ])
    func aKeptConnectionKeepsNoPermission(first: String, name: String, then: String, expected: String) throws {
        let site = try Site.shared.get()
        let users = "alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW\n"
        // The port is the same before and after, but where the listener goes.
        let listen = "mode: observe\nlisten: 127.0.0.1:\(try Self.freePort())\n"
        let proxy = try Configured(listen + first, files: ["users": users], site: site)
        let text =
            switch name {
            case "users": users.replacing("alice:", with: then)
            case _: then.hasPrefix("listen") ? "mode: observe\n\(then)\n" : listen + then
            }
        try text.write(to: proxy.folder.appending(path: "new"), atomically: true, encoding: .utf8)
        let client = try Client.start(
            "reload_on_connection",
            [
                "\(try #require(proxy.ports.first))", try site.url("plain", scheme: "http"), proxy.folder.path, name,
                "\(proxy.program.identifier)", first.isEmpty ? "" : "alice:secret",
            ])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(client.output == "200\n\(expected)\n", "\(proxy.program.errors)")
    }

    /// A port of this machine that nobody listens on.
    private static func freePort() throws -> Int {
        let output = try Client.output("free_port")
        guard let port = Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw JourneyError(text: "no port is free: \(output)")
        }
        return port
    }

    @Test func aPolicyIsReadAgain() throws {
        let site = try Site.shared.get()
        let proxy = try Configured("{listen: 127.0.0.1:0, policy: policy.json}", site: site)
        let port = try #require(proxy.ports.first)
        let url = try site.url("plain", scheme: "http")
        #expect(try proxy.curl(port, url).status == 403)
        try proxy.write(Self.exception, "policy.json")
        #expect(proxy.reload(until: "reloaded"))
        #expect(try proxy.curl(port, url).status == 200)
    }

    @Test(arguments: [
        ("atsproxy.yaml", "listen: 127.0.0.1:0\npollicy: policy.json", "line 2: unknown key 'pollicy'"),
        ("policy.json", "{", "policy.json"),
        ("atsproxy.yaml", "{listen: 192.0.2.77:1, allow-client: 10.0.0.0/8}", "192.0.2.77:1"),
        ("atsproxy.yaml", "{listen: 127.0.0.1:0, auth-file: policy.json}", "policy.json, line 1"),
    ])
    func whatCannotBeUsedChangesNothing(name: String, text: String, words: String) throws {
        let site = try Site.shared.get()
        let proxy = try Configured("{listen: 127.0.0.1:0, policy: policy.json}", policy: Self.exception, site: site)
        let port = try #require(proxy.ports.first)
        try proxy.write(text, name)
        #expect(proxy.reload(until: "not reloaded, the old configuration stays: "))
        #expect(proxy.program.errors.contains(words), "\(proxy.program.errors)")
        #expect(try proxy.curl(port, try site.url("plain", scheme: "http")).status == 200)
    }

    @Test func listenersComeAndGo() throws {
        let site = try Site.shared.get()
        let proxy = try Configured("listeners: [{listen: 127.0.0.1:0, mode: observe}]", site: site)
        let first = try #require(proxy.ports.first)
        try proxy.write("listeners: [{listen: 127.0.0.1:0, mode: observe}, {listen: 127.0.0.1:0}]", "atsproxy.yaml")
        #expect(proxy.reload(until: " listening on "))
        let second = try #require(proxy.ports.last)
        let url = try site.url("plain", scheme: "http")
        #expect(try proxy.curl(first, url).status == 200)
        #expect(try proxy.curl(second, url).status == 403)
        try proxy.write("listeners: [{listen: \"127.0.0.1:\(second)\", mode: observe}]", "atsproxy.yaml")
        // The port is still held: it was asked for as a free one, and now by its number.
        #expect(proxy.reload(until: "cannot listen on 127.0.0.1:\(second)"))
        try proxy.write("listeners: [{listen: 127.0.0.1:0, mode: enforce}]", "atsproxy.yaml")
        #expect(proxy.reload(until: "no longer listening on 127.0.0.1:\(second)"))
        #expect(try proxy.curl(first, url).status == 403)
        #expect(holds { (try? proxy.curl(second, url).exit) == 7 })
    }

    @Test func tunnelsAndKeptConnectionsOutliveReloads() throws {
        let site = try Site.shared.get()
        let proxy = try Configured("{listen: 127.0.0.1:0, mode: observe, policy: policy.json}", site: site)
        let port = try #require(proxy.ports.first)
        let client = Process()
        let (input, output) = (Pipe(), Pipe())
        client.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        client.arguments = Client.arguments(
            "outlive_reload",
            ["\(port)", "echo.test:\(try site.port("echo"))", "plain.test:\(try site.port("plain"))"])
        client.standardInput = input
        client.standardOutput = output
        try client.run()
        var said = ""
        while !said.hasSuffix("200\n200\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
        }
        try proxy.write("{listen: 127.0.0.1:0, mode: enforce, policy: policy.json}", "atsproxy.yaml")
        #expect(proxy.reload(until: "reloaded"))
        input.fileHandleForWriting.write(Data("\n".utf8))
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        client.waitUntilExit()
        // The connection goes on; the next request on it is judged under the new rules.
        #expect(said + String(decoding: rest, as: UTF8.self) == "200\n200\nstill here\n403\n")
    }

    @Test func reloadsUnderLoadLoseNoRequest() throws {
        let site = try Site.shared.get()
        let proxy = try Configured("{listen: 127.0.0.1:0, mode: observe}", site: site)
        let port = try #require(proxy.ports.first)
        let url = try site.url("plain", scheme: "http")
        let load = try (0..<2).map { _ in
            try Program(
                "/bin/sh",
                [
                    "-c",
                    "for i in $(seq 60); do curl -s -o /dev/null -w '%{http_code}\\n' --noproxy '' -x http://127.0.0.1:\(port) \(url); done",
                ])
        }
        var reloads = 0
        while load.contains(where: \.isRunning) {
            proxy.program.signal(SIGHUP)
            reloads += 1
            // Faster reloads would take the processors from the loads.
            #expect(holds { proxy.program.errors.components(separatedBy: "reloaded").count > reloads })
        }
        for client in load { #expect(client.output == String(repeating: "200\n", count: 60)) }
        #expect(reloads > 1)
        #expect(!proxy.program.errors.contains("not reloaded"))
    }

    @Test func theNumberOfTheProcessIsInItsFile() throws {
        let site = try Site.shared.get()
        let proxy = try Configured("{listen: 127.0.0.1:0, pid-file: pid}", site: site)
        let file = proxy.folder.appending(path: "pid").path
        #expect(holds { FileManager.default.fileExists(atPath: file) })
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(proxy.program.identifier)\n")
        #expect(proxy.program.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func theExampleStarts() throws {
        let example = Repository.root.appending(path: "config/atsproxy.yaml").path
        // The usual ports may be in use here.
        let program = try Program(
            Repository.program,
            ["serve", "--config", example, "--listen", "127.0.0.1:0", "--console", "off", "--events", "/dev/null"])
        #expect(holds { program.errors.contains("listening on 127.0.0.1:") }, "\(program.errors)")
        #expect(program.stop() == 0)
    }

    @Test func theProcessHasTheLimitsThatItWants() throws {
        let program = try Program(
            "/bin/sh",
            ["-c", "ulimit -S -n 200 && exec \"$0\" \"$@\"", Repository.program, "serve", "--listen", "127.0.0.1:0"])
        #expect(holds { program.errors.contains("listening on ") })
        let limits = try String(contentsOfFile: "/proc/\(program.identifier)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max core file size +0 +0 /#))
        let files = try #require(limits.firstMatch(of: #/Max open files +(\d+) +(\d+)/#))
        #expect(files.1 == files.2 || files.1 == "1048576")
        let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let ignored = try #require(status.firstMatch(of: #/SigIgn:\s+([0-9a-f]+)/#))
        let mask = try #require(UInt64(ignored.1, radix: 16))
        #expect(mask & (1 << UInt64(SIGPIPE - 1)) != 0)
    }

    @Test(arguments: [false, true])
    func readinessIsToldToTheServiceManager(isAbstract: Bool) throws {
        let name = "atsproxy-\(UUID().uuidString.prefix(8))"
        let path = isAbstract ? "@\(name)" : "/tmp/\(name)"
        let listener = try Client.start("service_manager", [path])
        #expect(holds { listener.output == "bound\n" })
        let program = try Program(
            Repository.program, ["serve", "--listen", "127.0.0.1:0"],
            environment: ["NOTIFY_SOCKET": path])
        #expect(holds { listener.output == "bound\nREADY=1\n" })
        program.signal(SIGTERM)
        #expect(holds { listener.output == "bound\nREADY=1\nSTOPPING=1\n" })
        #expect(program.end() == 0)
        if !isAbstract { unlink(path) }
    }
}
