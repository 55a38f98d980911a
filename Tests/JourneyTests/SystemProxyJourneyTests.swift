import Foundation
import Testing

/// `--system-proxy` on simulated systems: set while the program runs, and restored however it ends.
@Suite struct SystemProxyJourneyTests {
    private static func proxy(_ server: String, _ port: Int, isOn: Bool = true, hasPassword: Bool = false) -> [String:
        Any]
    {
        ["on": isOn, "server": server, "port": port, "password": hasPassword]
    }

    private static func service(
        isEnabled: Bool = true, web: [String: Any] = proxy("", 0, isOn: false), script: String? = nil,
        bypass: [String] = []
    ) -> [String: Any] {
        [
            "enabled": isEnabled, "web": web, "secure": proxy("old.example", 3129, isOn: false), "script": script ?? "",
            "script_on": script != nil, "discovery": script != nil, "bypass": bypass,
        ]
    }

    /// A service without a proxy, one with a proxy and a script, and one that is disabled.
    private static var services: [String: Any] {
        [
            "Wi-Fi": service(bypass: ["*.local", "169.254/16"]),
            "Büro LAN 5 – „Ü“": service(web: proxy("old.example", 3128), script: "http://old.example/proxy.pac"),
            "Thunderbolt Bridge": service(isEnabled: false),
        ]
    }

    private static var desktop: [String: Any] {
        [
            "org.gnome.system.proxy.http use-authentication": "true", "org.gnome.system.proxy.http host": "''",
            "org.gnome.system.proxy.http port": "8080",
            "org.gnome.system.proxy.https host": "'büro.example'", "org.gnome.system.proxy.https port": "0",
            "org.gnome.system.proxy ignore-hosts": "['localhost', '127.0.0.0/8', '::1']",
            "org.gnome.system.proxy mode": "'auto'",
        ]
    }

    private static func system(_ kind: SimulatedSystem.Kind) throws -> SimulatedSystem {
        switch kind {
        case .macos:
            return try SimulatedSystem(
                .macos, settings: services, simulators: ["A-1": ["HTTP_PROXY": "http://old:1"], "B-2": [:]])
        case .gnome:
            return try SimulatedSystem(.gnome, settings: desktop)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aMacIsSetAndRestored(signal: Int32) throws {
        let system = try Self.system(.macos)
        let (before, simulators) = (try system.settings(), try system.settings("simulators"))
        let (program, port) = try system.serve()
        let set = try system.settings()
        #expect(
            set.components(separatedBy: #"{"on":true,"password":false,"port":\#(port),"server":"127.0.0.1"}"#).count
                == 5)
        #expect(!set.contains(#""script_on":true"#) && !set.contains(#""discovery":true"#) && !set.contains("local"))
        let variable = #"_PROXY":"http:\/\/127.0.0.1:\#(port)""#
        #expect(try system.settings("simulators").components(separatedBy: variable).count == 5)
        #expect(program.errors.contains("for Büro LAN 5 – „Ü“, Wi-Fi and 2 simulators; it is set back"))
        #expect(system.hasNote)
        program.signal(signal)
        #expect(program.end() == 0, "\(program.errors)")
        #expect(try system.settings() == before && system.settings("simulators") == simulators)
        #expect(!system.hasNote)
    }

    /// A signal that comes while the settings are being changed does not interrupt a change, and is heard afterwards.
    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalInTheMiddleIsHeardAfterwards(signal: Int32) throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let program = try system.start(
            "serve", "--listen", "127.0.0.1:0", "--console", "off", "--events", "/dev/null", "--system-proxy")
        #expect(holds(within: 60) { system.changes.count > 1 })
        program.signal(signal)
        #expect(program.end() == 0, "\(program.errors)")
        #expect(try system.settings() == before && !system.hasNote)
    }

    @Test func aDesktopIsSetAndRestored() throws {
        let system = try Self.system(.gnome)
        let before = try system.settings()
        let (program, port) = try system.serve()
        let set = try system.settings()
        #expect(
            set.contains(#""org.gnome.system.proxy mode":"'manual'""#) && set.contains("proxy.http port\":\"\(port)\""))
        #expect(set.contains("proxy.https port\":\"\(port)\"") && set.contains("ignore-hosts\":\"@as []\""))
        #expect(program.stop() == 0)
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// After a crash the next start restores, whether or not it sets the system's proxy itself.
    @Test(arguments: SimulatedSystem.Kind.allCases, [false, true])
    func theNextStartRestoresAfterACrash(kind: SimulatedSystem.Kind, setsAgain: Bool) throws {
        let system = try Self.system(kind)
        let before = try system.settings()
        let (program, _) = try system.serve()
        program.signal(SIGKILL)
        _ = program.end()
        #expect(try system.settings() != before && system.hasNote)
        if setsAgain {
            let (next, _) = try system.serve()
            #expect(next.errors.contains("set back to what it was before an earlier run"))
            #expect(next.stop() == 0)
        } else {
            let next = try system.start("run", "--", "true")
            #expect(next.end() == 2 && next.errors.contains("set back to what it was before an earlier run"))
        }
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// What somebody has chosen since the crash stays.
    @Test func aChoiceSinceTheCrashStays() throws {
        let system = try Self.system(.macos)
        let (program, _) = try system.serve()
        program.signal(SIGKILL)
        _ = program.end()
        var services = Self.services
        services["Wi-Fi"] = Self.service(web: Self.proxy("new.example", 1))
        services["Büro LAN 5 – „Ü“"] = nil
        try system.write(services)
        try system.write(["A-1": ["HTTP_PROXY": "http://new:1"]], to: "simulators")
        let chosen = try system.settings()
        let next = try system.start("run", "--", "true")
        #expect(next.end() == 2)
        #expect(try system.settings() == chosen && !system.hasNote)
        #expect(!next.errors.contains("set back") && next.errors.contains("is another one since then, and stays"))
    }

    /// A proxy that somebody has chosen in the settings of the desktop stays, and stays in use.
    @Test func aChoiceOnTheDesktopStays() throws {
        let system = try Self.system(.gnome)
        let (program, port) = try system.serve()
        var chosen = Self.desktop
        chosen["org.gnome.system.proxy mode"] = "'manual'"
        chosen["org.gnome.system.proxy.http host"] = "'new.example'"
        chosen["org.gnome.system.proxy.http port"] = "3128"
        var now = chosen
        now["org.gnome.system.proxy.https host"] = "'127.0.0.1'"
        now["org.gnome.system.proxy.https port"] = "\(port)"
        now["org.gnome.system.proxy ignore-hosts"] = "@as []"
        try system.write(now)
        #expect(program.stop() == 0)
        let after = try system.settings()
        try system.write(chosen)
        #expect(try system.settings() == after)
    }

    /// A failure of both the set-up and the restore: both reasons are said, and the note stays.
    @Test func aRestoreThatFailsDoesNotHideTheReason() throws {
        let system = try Self.system(.macos)
        try system.fail(3, "7", andLater: true)
        let program = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(program.end() == 69 && system.hasNote)
        #expect(program.errors.contains("cannot be set: networksetup -setwebproxystate"), "\(program.errors)")
        #expect(program.errors.contains("Besides, the system's proxy is not what it was before: networksetup "))
        #expect(!program.errors.contains("All is as it was"))
    }

    /// Programs that change nothing and report no failure, as gsettings does outside of a session.
    @Test(arguments: SimulatedSystem.Kind.allCases)
    func aChangeThatIsNotMadeIsAFailure(kind: SimulatedSystem.Kind) throws {
        let system = try Self.system(kind)
        let before = try system.settings()
        try system.fail(1, "silence", andLater: true)
        let program = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(program.end() == 69, "\(program.errors)")
        #expect(program.errors.contains("reports no error, but") && !program.errors.contains("system's proxy is 127"))
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// A signal that stops the program is heard also where it comes while a reload restores.
    @Test func aSignalDuringTheRestoreOfAReloadIsHeard() throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let file = FileManager.default.temporaryDirectory.appending(path: "listen-\(UUID().uuidString).yaml")
        defer { unlink(file.path) }
        try "{listen: \"127.0.0.1:0\", system-proxy: true}".write(to: file, atomically: true, encoding: .utf8)
        let program = try system.start(
            "serve", "--config", file.path, "--console", "off", "--examine", "needed", "--events", "/dev/null")
        #expect(holds(within: 60) { program.errors.contains("the system's proxy is 127.0.0.1:") })
        let count = system.changes.count
        try "{listen: \"127.0.0.2:0\", system-proxy: true}".write(to: file, atomically: true, encoding: .utf8)
        program.signal(SIGHUP)
        #expect(holds(within: 60) { system.changes.count > count })
        program.signal(SIGTERM)
        #expect(program.end() == 0, "\(program.errors)")
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// A transparent listener answers no program that knows of a proxy.
    @Test func aTransparentListenerIsNoProxyOfTheSystem() throws {
        let system = try Self.system(.gnome)
        let alone = try system.start(
            "serve", "--listen-transparent", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(alone.end() == 64 && alone.errors.contains("--system-proxy needs a listener"), "\(alone.errors)")
        let file = FileManager.default.temporaryDirectory.appending(path: "listen-\(UUID().uuidString).yaml")
        defer { unlink(file.path) }
        let text = "{system-proxy: true, listeners: [{listen-transparent: \"127.0.0.1:0\"}, {listen: \"127.0.0.2:0\"}]}"
        try text.write(to: file, atomically: true, encoding: .utf8)
        let program = try system.start(
            "serve", "--config", file.path, "--console", "off", "--examine", "needed", "--events", "/dev/null")
        #expect(holds(within: 60) { program.errors.contains("the system's proxy is 127.0.0.2:") }, "\(program.errors)")
        try "{system-proxy: true, listen-transparent: \"127.0.0.1:0\"}".write(
            to: file, atomically: true, encoding: .utf8)
        program.signal(SIGHUP)
        #expect(holds(within: 60) { program.errors.contains("not reloaded") }, "\(program.errors)")
        #expect(program.stop() == 0)
    }

    /// A change that fails, in each of the ways in which networksetup does: everything is restored.
    @Test(arguments: [(1, "7"), (4, "words"), (9, "7")])
    func aFailureHalfWayIsRestored(number: Int, kind: String) throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        try system.fail(number, kind)
        let program = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(program.end() == 69)
        #expect(program.errors.contains("the system's proxy cannot be set: networksetup -set"), "\(program.errors)")
        #expect(program.errors.contains("All is as it was before."))
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// A restore that fails is said, and the next start tries again.
    @Test func aRestoreThatFailsIsTriedAgain() throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let (program, _) = try system.serve()
        try system.fail(1, "7")
        #expect(program.stop() == 69)
        #expect(program.errors.contains("the system's proxy is not what it was before: networksetup "))
        #expect(try system.settings() != before && system.hasNote)
        try system.succeed()
        let next = try system.start("run", "--", "true")
        #expect(next.end() == 2)
        #expect(try system.settings() == before && !system.hasNote)
    }

    /// A reload that takes the listener away restores, so that the system is not left without a proxy that answers.
    @Test func aListenerThatIsGoneIsNoProxy() throws {
        let system = try Self.system(.gnome)
        let before = try system.settings()
        let file = FileManager.default.temporaryDirectory.appending(path: "listen-\(UUID().uuidString).yaml")
        defer { unlink(file.path) }
        try "{listen: \"127.0.0.1:0\", system-proxy: true}".write(to: file, atomically: true, encoding: .utf8)
        let program = try system.start(
            "serve", "--config", file.path, "--console", "off", "--examine", "needed", "--events", "/dev/null")
        #expect(holds(within: 60) { program.errors.contains("the system's proxy is 127.0.0.1:") })
        try "{listen: \"127.0.0.2:0\", system-proxy: true}".write(to: file, atomically: true, encoding: .utf8)
        program.signal(SIGHUP)
        #expect(holds(within: 60) { program.errors.contains("since its listener is gone") }, "\(program.errors)")
        #expect(try system.settings() == before && !system.hasNote)
        #expect(program.stop() == 0)
    }

    @Test func aListenerWithAPasswordIsNoProxyOfTheSystem() throws {
        let system = try Self.system(.gnome)
        let program = try system.start(
            "serve", "--listen", "127.0.0.1:0", "--auth-file", "/dev/null", "--console", "off", "--system-proxy")
        #expect(program.end() == 64 && program.errors.contains("--system-proxy sets no password"), "\(program.errors)")
    }

    @Test func passwordsThatAreLostAreSaidFirst() throws {
        let services = ["Wi-Fi": Self.service(web: Self.proxy("old.example", 3128, hasPassword: true))]
        let system = try SimulatedSystem(.macos, settings: services)
        let (program, _) = try system.serve()
        let said = try #require(program.errors.range(of: "the web proxy of Wi-Fi has a password"))
        let set = try #require(program.errors.range(of: "the system's proxy is 127.0.0.1"))
        #expect(said.lowerBound < set.lowerBound)
        #expect(program.stop() == 0)
        #expect(
            try system.settings().contains(#""web":{"on":true,"password":false,"port":3128,"server":"old.example"}"#))
    }

    @Test func theSecondOfTwoRefuses() throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let (first, port) = try system.serve()
        let second = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(second.end() == 69 && second.errors.contains("another atsproxy has set the system's proxy"))
        // One that does not ask for it leaves the note of the first alone.
        let third = try system.start("run", "--", "true")
        #expect(third.end() == 2 && !third.errors.contains("system's proxy"))
        #expect(try system.settings().contains("\"port\":\(port)") && system.hasNote)
        #expect(first.stop() == 0)
        #expect(try system.settings() == before)
    }

    /// Notes that cannot be trusted are named, and nothing is changed.
    @Test func notesThatCannotBeTrustedAreRefused() throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let (program, _) = try system.serve()
        #expect(program.stop() == 0)
        let spoiled: [(String, (String) throws -> Void)] = [
            ("is damaged", { try Data("{\"version\": 1".utf8).write(to: URL(filePath: $0)) }),
            ("can be written by other users", { #expect(chmod($0, 0o666) == 0) }),
            (
                "cannot be read",
                { path in
                    unlink(path)
                    #expect(symlink("/dev/zero", path) == 0)
                }
            ),
        ]
        for (reason, spoil) in spoiled {
            try spoil(system.note)
            let next = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
            #expect(
                next.end() == 65 && next.errors.contains(reason) && next.errors.contains("remove that file"),
                "\(next.errors)")
            #expect(try system.settings() == before)
        }
        // One that does not ask for it says so, and goes on.
        let other = try system.start("run", "--", "true")
        #expect(other.end() == 2 && other.errors.contains("cannot be read"))
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a file away."))
    func aNoteOfAnotherUserIsRefused() throws {
        let system = try Self.system(.macos)
        let (program, _) = try system.serve()
        program.signal(SIGKILL)
        _ = program.end()
        #expect(chown(system.note, 65534, 65534) == 0)
        let next = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(next.end() == 65 && next.errors.contains("belongs to another user"))
    }

    /// The command runs while the system's proxy is set, which is restored before the report.
    @Test func aCommandRunsWithTheSystemsProxy() throws {
        let system = try Self.system(.macos)
        let before = try system.settings()
        let program = try system.start(
            "run", "--system-proxy", "--", "/bin/sh", "-c",
            "grep -c '\"server\": \"127.0.0.1\"' \"$SYSTEM_PROXY_STATE\"; exit 3")
        #expect(program.end() == 3 && program.output.hasPrefix("1\n"), "\(program.output)\(program.errors)")
        #expect(try system.settings() == before && !system.hasNote)
        let ended = try system.start("run", "--system-proxy", "--", "/bin/sh", "-c", "echo ready; exec sleep 60")
        #expect(holds { ended.output.contains("ready") })
        ended.signal(SIGTERM)
        #expect(ended.end() == 143)
        let missing = try system.start("run", "--system-proxy", "--", "no-such-command")
        #expect(missing.end() == 127)
        #expect(try system.settings() == before && !system.hasNote)
    }

    @Test func aCommandDoesNotRunWhereTheProxyCannotBeSet() throws {
        let system = try Self.system(.macos)
        try system.fail(2, "7")
        let program = try system.start("run", "--system-proxy", "--", "echo", "ran")
        #expect(program.end() == 69 && !program.output.contains("ran"))
    }

    @Test func elsewhereItIsSaidWhatToDo() throws {
        let system = try SimulatedSystem(.gnome, settings: [:])
        let program = try system.start("serve", "--listen", "127.0.0.1:0", "--console", "off", "--system-proxy")
        #expect(program.end() == 69 && program.errors.contains("gsettings get org.gnome.system.proxy.http fails"))
        #expect(!system.hasNote)
    }
}
