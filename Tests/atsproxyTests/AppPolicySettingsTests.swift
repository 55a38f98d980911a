import Foundation
import InternetNames
import ProxyServer
import Testing
import TransportSecurity

@testable import atsproxy
@testable import Settings

/// `policies`: several policies on one port.
@Suite struct AppPolicySettingsTests {
    /// A folder with a configuration and the policies that it names.
    private struct Folder: ~Copyable {
        let url: URL

        init(_ names: String...) throws {
            url = FileManager.default.temporaryDirectory.appending(path: "policies-\(UUID().uuidString)")
            for name in names {
                let file = url.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                let app = name.split(separator: "/").first.map(String.init) ?? name
                let bundle = #""CFBundleExecutable": "\#(app)", "CFBundleName": "The \#(app)", "#
                try "{\(name.hasSuffix("Info.plist") ? bundle : "")\"NSAllowsLocalNetworking\": true}"
                    .write(to: file, atomically: true, encoding: .utf8)
            }
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }

        func port(_ text: String, flags: [String: [String]] = [:]) throws(CommandFailure)
            -> ListenerConfiguration?
        {
            let file = try ConfigurationFile(Array(text.utf8), named: url.path + "/a.yaml")
            let settings = try ServeSettings(SettingsLayer(commandLine: flags), over: file)
            return try settings.configuration().ports.first
        }

        /// The name of the policy for the loads of each app.
        func policies(_ text: String, _ userAgents: String...) throws -> [String] {
            let port = try #require(try port(text))
            return userAgents.map { port.policies.appliedPolicy(for: ClientApp(userAgent: $0)).policyName }
        }
    }

    @Test func theFirstEntryForTheAppIsTaken() throws {
        let folder = try Folder("new.json", "old.json", "other.json", "rest.json")
        let text = """
            policy: rest.json
            policies:
              - {app: MyApp, version: 42.*, policy: new.json}
              - {app: MyApp, policy: old.json}
              - app: ["Other*", Third]
                policy: other.json
            """
        #expect(
            try folder.policies(text, "MyApp/42.1", "MyApp/41", "OtherApp/1", "Third/1", "curl/8")
                == ["new.json", "old.json", "other.json", "other.json", "rest.json"])
    }

    @Test func theNamesOfTheBundleSelect() throws {
        let folder = try Folder("One/Info.plist", "Two/Info.plist")
        let text = "policy: auto\npolicies: [One/Info.plist, {policy: Two/Info.plist, version: \"1\"}]"
        #expect(
            try folder.policies(text, "One/7", "The%20One/7 CFNetwork/1", "Two/1", "Two/2", "Three/1")
                == ["One/Info.plist", "One/Info.plist", "Two/Info.plist", "defaults", "defaults"])
    }

    @Test func anEntryMaySetWhatDependsOnTheApp() throws {
        let folder = try Folder("a.json", "b.json")
        let text = """
            os: ios17
            mode: observe
            policies:
              - {app: A, policy: a.json, os: ios12, api: none}
              - {app: B, policy: b.json}
            """
        let port = try #require(try folder.port(text))
        let requirements = ["A/1", "B/1", "C/1"].map { userAgent in
            let app = ClientApp(userAgent: userAgent)
            return port.policies.appliedPolicy(for: app).requirements(for: Host.name("example.com"), by: app)
        }
        #expect(requirements.map(\.os.description) == ["ios12.2", "ios17", "ios17"])
        #expect(requirements.map(\.applies) == [false, true, true])
        #expect(port.policies.appliedPolicies.allSatisfy { $0.mode == .observe })
        let flagged = try #require(try folder.port(text, flags: ["os": ["ios18"]]))
        #expect(flagged.policies.appliedPolicies.map(\.os.description) == ["ios18", "ios18", "ios18"])
    }

    @Test func aListenerAndAnOptionReplaceTheList() throws {
        let folder = try Folder("a.json", "b.json", "c=d.json")
        let top = "policies: [{app: A, policy: a.json}]\n"
        #expect(try folder.policies(top + "listeners: [{listen: 127.0.0.1:0, policies: []}]", "A/1") == ["defaults"])
        #expect(
            try folder.policies(top + "listeners: [{listen: 127.0.0.1:0, policies: [{app: A, policy: b.json}]}]", "A/1")
                == ["b.json"])
        let path = folder.url.path
        let port = try #require(
            try folder.port(top, flags: ["policies": ["A/2.*=\(path)/b.json", "A=\(path)/c=d.json"]]))
        let names = ["A/2.1", "A/3", "B/1"].map {
            port.policies.appliedPolicy(for: ClientApp(userAgent: $0)).policyName
        }
        #expect(names == ["b.json", "c=d.json", "defaults"])
    }

    @Test func policiesOfOneNameAreToldApart() throws {
        let folder = try Folder("One/Info.plist", "Two/Info.plist", "a.json")
        let text = """
            policy: Two/Info.plist
            policies:
              - One/Info.plist
              - {app: A, policy: a.json}
              - {app: B, policy: a.json, os: ios12}
            """
        #expect(
            try folder.policies(text, "One/1", "A/1", "B/1", "C/1")
                == ["One/Info.plist", "a.json", "a.json", "Two/Info.plist"])
    }

    @Test(arguments: [
        ("policies: a.json", 1, "policies is a list"),
        ("policies:\n- {app: A}", 2, "policies: this entry has no policy"),
        ("policies:\n- app: A\n  polcy: a.json", 3, "unknown key 'polcy'; did you mean policy?"),
        (
            "policies:\n- app: A\n  name: B", 3,
            "unknown key 'name'; known are app, policy, os, linked-sdk, api, version."
        ),
        ("policies:\n- {app: A, policy: a.json,\n   mode: observe}", 3, "mode holds for all policies of a listener"),
        ("policies:\n- {app: '', policy: a.json}", 2, "app \"\" is not the name of an app"),
        ("policies:\n- {app: A, version: '', policy: a.json}", 2, "policies: this entry has an empty version"),
        ("policies:\n- {app: A, version: [1, 2], policy: a.json}", 2, "version takes a word"),
        ("policies:\n- {app: A, policy: a.json}\n- {app: B, policy: a.json, os: ios3}", 3, "os ios3 is not an OS"),
        ("policies:\n- {app: A, policy: a.json}\n- {app: B, policy: nothing.json}", 3, "/nothing.json does not exist."),
        ("policies:\n- a.json", 2, "/a.json has no CFBundleExecutable, CFBundleName or CFBundleDisplayName"),
        ("policies:\n- [a.json]", 2, "policies takes a path"),
        ("policies:\n-", 2, "policies has no value"),
        (
            "policies:\n- {app: A, policy: a.json}\n- {app: A, policy: a.json}", 3,
            "the policy for A is never used, because that for A on line 2 goes before it."
        ),
        (
            "policies:\n- {app: M*, policy: a.json}\n- {app: B, policy: a.json}\n- {app: MyApp, version: 1, policy: a.json}",
            4,
            "the policy for MyApp 1 is never used, because that for M* on line 2 goes before it."
        ),
        (
            "app: [B, C]\npolicies:\n- {app: A, policy: a.json}", 3,
            "the policy for A is never used, because only loads of B, C are judged (app)."
        ),
        (
            "policy: auto", 1,
            "policy auto takes the policy of the app that the User-Agent names; name the apps with policies."
        ),
    ])
    func namesTheLineOfAMistake(text: String, line: Int, sentence: String) throws {
        let folder = try Folder("a.json")
        let (path, failure) = (folder.url.path, #expect(throws: CommandFailure.self) { _ = try folder.port(text) })
        #expect(failure?.status == .data)
        #expect(failure?.sentence.hasPrefix("\(path)/a.yaml, line \(line): ") == true, "\(failure?.sentence ?? "")")
        #expect(failure?.sentence.contains(sentence) == true, "\(failure?.sentence ?? "")")
    }

    @Test(arguments: [
        (
            "=a.json", CommandFailure.Status.usage,
            "--policies =a.json is not of the form NAME=PATH or NAME/VERSION=PATH."
        ),
        ("A/=a.json", .usage, "--policies A/=a.json is not of the form"),
        ("A=", .usage, "--policies A= is not of the form"),
        ("", .usage, "--policies \"\" is not a path."), ("A=/nothing.json", .data, "/nothing.json does not exist."),
    ])
    func aMistakeOnTheCommandLineIsNamed(value: String, status: CommandFailure.Status, sentence: String) throws {
        let failure = try #require(throws: CommandFailure.self) {
            try ServeSettings(SettingsLayer(commandLine: ["policies": [value]]), over: nil).configuration()
        }
        #expect(failure.status == status)
        #expect(failure.sentence.hasPrefix(sentence), "\(failure.sentence)")
    }

    @Test func theSetupScriptHasTheHostsOfAllPolicies() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        for name in ["a", "b"] {
            try #"{"NSExceptionDomains": {"\#(name).example": {}, "both.example": {}}}"#
                .write(to: folder.url.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
        }
        let port = try #require(try folder.port("policy: a.json\npolicies: [{app: B, policy: b.json}]"))
        let hosts = port.proxiedHosts.map { "\($0.pattern)" }
        #expect(hosts.count == 3)
        for name in ["a.example", "b.example", "both.example"] {
            #expect(hosts.count { $0.contains(name) } == 1)
        }
    }
}
