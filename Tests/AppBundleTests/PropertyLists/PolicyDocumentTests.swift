import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

/// Files that hold a policy in another form, and files that hold none.
@Suite struct PolicyDocumentTests {
    @Test(arguments: [
        (
            "app.json",
            #"{"expo": {"name": "a", "ios": {"infoPlist": {"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}}}}}"#
        ),
        (
            "app.json",
            #"{"name": "a", "ios": {"infoPlist": {"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}}}}"#
        ),
        ("README.txt", "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>"),
        (
            "a.xml",
            "<!-- c -->\n<dict><key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict></dict>"
        ),
        ("a.xml", "<dict><key>NSAllowsArbitraryLoads</key><true/></dict>"),
        (
            "Info.plist",
            "<plist><dict>\n#if DEBUG\n<key>NSAllowsArbitraryLoads</key>\n#  ifdef X\n<true/>\n#else\n<false/>\n#endif\n#endif\n</dict></plist>"
        ),
        ("Info.plist", "#include \"a.h\"\n<plist><dict><key>NSAllowsArbitraryLoads</key><true/></dict></plist>"),
    ])
    func readsAPolicyInAnotherForm(name: String, content: String) throws {
        let file = PropertyListFile(path: name, data: Data(content.utf8))
        let policy = AppPolicy(source: name, propertyList: try file.policyDictionary())
        #expect(policy.dictionary["NSAllowsArbitraryLoads"] == .boolean(true))
        #expect(try file.locatedPolicy().propertyValue == .dictionary(try file.policyDictionary()))
    }

    @Test(arguments: [
        ("<key>NSAppTransportSecurity</key>\n<dict>\n <key>NSAllowArbitraryLoads</key><true/></dict>", 3, 2),
        ("<key>NSAllowsLocalNetworking</key><true/> <key>NSAllowArbitraryLoads</key><true/>", 1, 43),
        (
            "<plist><dict>\n#if A\n<key>NSAllowsLocalNetworking</key><true/>\n#endif\n<key>NSAllowArbitraryLoads</key><true/></dict></plist>",
            5, 1
        ),
    ])
    func placesPointIntoTheText(content: String, line: Int, column: Int) throws {
        let root = try PropertyListFile(path: "a", data: Data(content.utf8)).locatedPolicy()
        let lint = try #require(PolicyLint(readBy: .newest).lints(root).first { $0.id == .misspeltKey })
        #expect(lint.position == .init(line: line, column: column))
    }

    /// Each is refused, with the name of its kind.
    @Test(arguments: [
        (
            "App.entitlements", "<plist><dict><key>com.apple.security.app-sandbox</key><true/></dict></plist>",
            "entitlements"
        ),
        ("Empty.entitlements", "<plist><dict/></plist>", "entitlements"),
        (
            "App.entitlements", "<plist><dict><key>keychain-access-groups</key><array/></dict></plist>", "entitlements"
        ),
        ("package.json", "{}", "package.json"), ("PrivacyInfo.xcprivacy", "<plist><dict/></plist>", "privacy manifest"),
        ("package.json", #"{"name": "a", "version": "1", "dependencies": {}}"#, "package.json"),
        ("app.json", #"{"expo": {"name": "a"}}"#, "without expo.ios.infoPlist"),
        ("tauri.conf.json", #"{"identifier": "a"}"#, "no Info.plist"),
        (
            "PrivacyInfo.xcprivacy", "<plist><dict><key>NSPrivacyTracking</key><false/></dict></plist>",
            "privacy manifest"
        ),
        ("GoogleService-Info.plist", "<plist><dict><key>GOOGLE_APP_ID</key><string/></dict></plist>", "Google"),
        (
            "exportOptions.plist", "<plist><dict><key>method</key><string/><key>teamID</key><string/></dict></plist>",
            "exporting"
        ),
        ("Project.swift", "import ProjectDescription\nlet project = Project()", "Tuist"),
        ("config.xml", "<?xml version='1.0'?>\n<widget id=\"a\"><name>A</name></widget>", "Cordova's config.xml"),
        ("plugin.xml", "<?xml version='1.0'?><plugin id=\"a\"></plugin>", "plugin.xml"),
        ("Debug.xcconfig", "A = B", "build settings"), ("Debug.xcconfig", "#include \"a\"\nA = B", "build settings"),
        ("tiapp.xml", "<ti:app xmlns:ti=\"http://ti.appcelerator.org\"></ti:app>", "Titanium"),
        ("electron-builder.yml", "appId: a", "electron-builder"),
        ("app.config.js", "export default {}", "expo config --json"),
        ("app.config.ts", "import { ExpoConfig } from 'expo/config'", "expo config --json"),
        ("project.yml", "name: A\ntargets:\n  A:\n    type: application\n    platform: iOS", "no info.properties"),
        (
            "project.yml",
            "targets:\n  A:\n    platform: iOS\n    settings:\n      base:\n        INFOPLIST_FILE: A/Info.plist",
            "name A/Info.plist"
        ),
        (
            "project.yml", "include: [b.yml]\ntargets:\n  A:\n    info: {path: A.plist, properties: {A: b}}",
            "xcodegen dump"
        ),
        ("project.yml", "targets:\n  A:\n    templates: [T]\n    platform: iOS", "the template T of another file"),
        ("project.json", #"{"name": "a", "targets": {"build": {"executor": "a"}}}"#, "no Info.plist"),
        ("pubspec.yaml", "name: a", "a file in YAML"), ("docker-compose.yml", "services:\n  a: b", "a file in YAML"),
        ("project.yml", "targets: [", "cannot be read as YAML"),
    ])
    func refusesWhatHoldsNoPolicy(name: String, content: String, kind: String) {
        let file = PropertyListFile(path: name, data: Data(content.utf8))
        let error = #expect(throws: PolicyFileError.self) { try file.policyDictionary() }
        #expect(error?.description.contains(kind) == true, "\(String(describing: error))")
    }

    @Test(arguments: ["{}", #"{"CFBundleName": "A"}"#, #"{"UIDeviceFamily": [1]}"#, #"{"NSAppTansportSecurtiy": {}}"#])
    func acceptsAnInfoPlistWithoutAKeyOfATS(content: String) throws {
        _ = try PropertyListFile(path: "Info.plist", data: Data(content.utf8)).policyDictionary()
    }
}
