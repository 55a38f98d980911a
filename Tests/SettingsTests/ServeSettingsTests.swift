import ForwardProxy
import Foundation
import ProxyServer
import Testing
import TransportSecurity

@testable import Settings

@Suite struct ServeSettingsTests {
    private static func settings(
        _ text: String? = nil, flags: [String: [String]] = [:]
    ) throws(CommandFailure) -> ServeSettings {
        let file = try text.map { (text) throws(CommandFailure) in
            try ConfigurationFile(Array(text.utf8), named: "a.yaml")
        }
        return try ServeSettings(SettingsLayer(commandLine: flags), over: file)
    }

    @Test func hasDefaults() throws {
        let settings = try Self.settings()
        let listener = try #require(settings.listeners.first)
        #expect(settings.listeners.count == 1 && listener.addresses.map(\.description) == ["127.0.0.1:8080"])
        #expect(listener.mode == .enforce && listener.policy.os == .fixed(.newest) && listener.policy.path == nil)
        #expect(settings.network.limits == Limits() && settings.options.verdictLifetime == 300)
        #expect(settings.options.depth == .full && settings.drainSeconds == 10)
    }

    @Test func rowsSetTheOptionsOfTheProxyAndOfEachListener() throws {
        let text = """
            verdict-ttl: 7
            log-query: true
            examine: needed
            label: nightly
            listeners:
              - {listen: "127.0.0.1:1", strict-tunnel: true}
              - listen: "127.0.0.1:2"
            """
        let settings = try Self.settings(text)
        #expect(settings.options.verdictLifetime == 7 && settings.options.logsQueries)
        #expect(settings.options.depth == .needed && settings.options.label?.text == "nightly")
        #expect(settings.listeners.map(\.options.hasStrictTunnels) == [true, false])
    }

    /// A property of another type would be passed over in silence.
    @Test func eachPropertyOfARowIsOfOptionsThatRowsSet() throws {
        let properties = (SettingTable.ofListeners + SettingTable.ofProcess).compactMap {
            Mirror(reflecting: $0).descendant("property") as? AnyKeyPath
        }
        let options: [Any.Type] = [Limits.self, ListenerOptions.self, ServerOptions.self]
        #expect(properties.count >= 7)
        for property in properties {
            #expect(options.contains { $0 == type(of: property).rootType }, "\(property)")
        }
    }

    @Test func optionsOverrideListenersAndListenersOverrideTheTop() throws {
        let text = """
            os: ios17
            api: WebView
            listeners:
              - {listen: "127.0.0.1:1", os: ios18, mode: observe}
              - {listen: "127.0.0.1:2", api: none}
            """
        let settings = try Self.settings(text)
        #expect(settings.listeners.map(\.policy.os.description) == ["ios18", "ios17"])
        #expect(settings.listeners.map(\.mode) == [.observe, .enforce])
        #expect(settings.listeners.map(\.policy.api) == [.webView, LoadingAPI.none])
        let flagged = try Self.settings(text, flags: ["os": ["auto"], "mode": ["enforce"]])
        #expect(flagged.listeners.map(\.policy.os) == [.byUserAgent, .byUserAgent])
        #expect(flagged.listeners.map(\.mode) == [.enforce, .enforce])
    }

    @Test func listsReplaceListsOfLowerLayers() throws {
        let text = "app: [A, B]\nlisteners: [{listen: \"127.0.0.1:1\", app: C}, {listen: \"127.0.0.1:2\"}]"
        #expect(try Self.settings(text).listeners.map(\.appNames) == [["C"], ["A", "B"]])
        #expect(try Self.settings(text, flags: ["app": ["D"]]).listeners.map(\.appNames) == [["D"], ["D"]])
    }

    @Test func anOptionCanReplaceTheAddressOfASingleListener() throws {
        let one = "listeners: [{listen: \"127.0.0.1:1\", mode: observe}]"
        let moved = try Self.settings(one, flags: ["listen": ["127.0.0.1:0"]])
        #expect(moved.listeners.first?.addresses.map(\.port) == [0] && moved.listeners.first?.mode == .observe)
    }

    @Test(arguments: [
        ("os: ios3", "a.yaml, line 1: os ios3 is not an OS version"),
        ("mode: guess", "a.yaml, line 1: mode guess is not one of enforce, observe."),
        ("examine: some", "a.yaml, line 1: examine some is not one of full, needed."),
        ("api: Socket", "a.yaml, line 1: api Socket is not one of URLSession"),
        ("linked-sdk: ios", "a.yaml, line 1: linked-sdk ios is not the version"),
        ("ignore: no.rule", "a.yaml, line 1: ignore no.rule is not a rule"),
        ("workers: 0", "a.yaml, line 1: workers 0 is not a whole number from 1 to 256."),
        ("workers: 1.5", "a.yaml, line 1: workers 1.5 is not a whole number"),
        ("drain-timeout: -1", "a.yaml, line 1: drain-timeout -1 is not a number of seconds"),
        ("connect-timeout: .inf", "a.yaml, line 1: connect-timeout .inf is not"),
        ("handshake-timeout: 0", "a.yaml, line 1: handshake-timeout 0 is not a number of seconds above 0"),
        ("resolve: example.com", "a.yaml, line 1: resolve example.com is not of the form HOST:PORT:ADDRESS"),
        ("allow-client: everybody", "a.yaml, line 1: allow-client everybody is not a range"),
        ("deny-destination:\n- 10.0.0.0/8\n- 10.0.0.0/8:0", "a.yaml, line 3: deny-destination 10.0.0.0/8:0 is not"),
        ("pac-host: a b", "a.yaml, line 1: pac-host a b is not a host"),
        ("policy: ''", "a.yaml, line 1: policy \"\" is not a path."),
        ("limits:\n  connections: 0", "a.yaml, line 2: connections 0 is not a whole number from 1"),
        ("limits:\n  head: 1e9", "a.yaml, line 2: head 1e9 is not a whole number of bytes"),
        ("limits:\n  closing: 0", "a.yaml, line 2: closing 0 is not a number of seconds"),
        (
            "listen: 0.0.0.0:1",
            "a.yaml, line 1: listen 0.0.0.0:1 lets other machines in; say who may connect with allow-client"
        ),
        ("mode: observe\nlisteners:\n  - os: ios17", "a.yaml, line 3: this entry of listeners has no listen"),
        ("listen: [127.0.0.1:1, 127.0.0.1:1]", "a.yaml: 127.0.0.1:1 is listened on twice."),
        ("listen: 127.0.0.1:1\nlisteners: [{os: ios17}, {os: ios18}]", "a.yaml: 127.0.0.1:1 is listened on twice."),
    ])
    func namesInvalidValues(text: String, sentence: String) throws {
        let failure = try #require(throws: CommandFailure.self) { try Self.settings(text) }
        #expect(failure.status == .data)
        #expect(failure.sentence.hasPrefix(sentence), "\(failure.sentence)")
    }

    @Test(arguments: [
        ("os", "ios3", "--os ios3 is not an OS version"),
        ("listen", "nowhere", "--listen nowhere is not an address and a port"),
        ("listen", "[::]:1", "--listen [::]:1 lets other machines in; say who may connect with --allow-client"),
        ("workers", "x", "--workers x is not a whole number"),
    ])
    func aMistakeOnTheCommandLineIsAUsageError(name: String, value: String, sentence: String) throws {
        let failure = try #require(throws: CommandFailure.self) { try Self.settings(flags: [name: [value]]) }
        #expect(failure.status == .usage)
        #expect(failure.sentence.hasPrefix(sentence), "\(failure.sentence)")
    }

    @Test func anAddressOnTheCommandLineMustBeForOneListener() throws {
        let two = "listeners: [{listen: \"127.0.0.1:1\"}, {listen: \"127.0.0.1:2\"}]"
        let failure = try #require(throws: CommandFailure.self) {
            try Self.settings(two, flags: ["listen": ["127.0.0.1:3"]])
        }
        #expect(failure.status == .usage && failure.sentence.contains("which of the 2 listeners"))
    }

    @Test func freePortsMayBeRequestedTwice() throws {
        #expect(try Self.settings("listen: [127.0.0.1:0, 127.0.0.1:0]").listeners.first?.addresses.count == 2)
    }

    @Test func namesSettingsThatChangeAtTheNextStart() throws {
        let segments = try Self.settings("events: a/\nsegment-size: 1M\nsegment-age: 60\nproxy-name: lab-3")
        #expect(
            try segments.unchangeable(since: Self.settings("events: a/")) == [
                "segment-size", "segment-age", "proxy-name",
            ])
        let old = try Self.settings("workers: 1\nevents: a")
        let new = try Self.settings("workers: 2\nevents: b\npid-file: c\nos: ios17\nverdict-ttl: 1")
        #expect(new.unchangeable(since: old) == ["events", "workers", "pid-file"])
        #expect(old.unchangeable(since: old) == [])
        // Each change is told once, and none back to the running values.
        #expect(new.settingsAwaitingRestart(since: old, running: old) == ["events", "workers", "pid-file"])
        #expect(new.settingsAwaitingRestart(since: new, running: old) == [])
        #expect(old.settingsAwaitingRestart(since: new, running: old) == [])
        #expect(new.settingsAwaitingRestart(since: segments, running: new) == [])
    }

    /// The file is made by `atsproxy serve --print-config >config/atsproxy.yaml`.
    @Test func theExampleIsThatOfTheTable() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/atsproxy.yaml")
        #expect(try String(contentsOf: file, encoding: .utf8) == ExampleConfiguration.text + "\n")
    }

    @Test func theGuideNamesTheKeysThatNeedAStart() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/configuration.md")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("\n", with: " ")
        #expect(text.contains("These keys change only with the next start: \(ExampleConfiguration.keysOfStart)."))
    }

    @Test func theExampleNamesEveryKeyAndHasTheDefaults() throws {
        let text = ExampleConfiguration.text
        let settings = try Self.settings(text)
        let standard = try Self.settings()
        #expect(settings.network.limits == Limits() && settings.unchangeable(since: standard) == [])
        let file = try ConfigurationFile(Array(text.utf8), named: "a.yaml")
        #expect(Set(file.top.limits.keys) == Set(LimitSetting.all.map(\.name)) && file.listeners.isEmpty)
        for setting in SettingTable.ofListeners + SettingTable.ofProcess {
            let name = setting.declaration.name
            #expect(text.contains("\n\(name): ") || text.contains("\n# \(name): "), "\(name) is missing")
            #expect(setting.areEqual(file.top.texts[name], nil), "\(name) is not the default")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 || $0.hasPrefix("# policies: ") })
    }

    /// The examples in comments are values as well.
    @Test func theCommentsOfTheExampleAreValues() throws {
        for setting in SettingTable.all where setting.defaultText == nil {
            let file = try ConfigurationFile(Array("\(setting.name): \(setting.example)".utf8), named: "a.yaml")
            #expect(file.top.texts[setting.name]?.isEmpty == false, "\(setting.name)")
            let needed = ["upstream-auth", "no-upstream", "profile-cert", "profile-key", "listen-transparent"]
            if !needed.contains(setting.name) { _ = try ServeSettings(SettingsLayer(), over: file) }
        }
    }
}
