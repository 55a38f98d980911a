import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct AppPolicyReadingTests {
    private static let infoPlist = """
        <dict><key>CFBundleName</key><string>My App</string><key>DTSDKName</key><string>iphoneos17.0</string>
        <key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict></dict>
        """
    private static let policy: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]

    @Test func readsAnInfoPlist() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(propertyListXML(Self.infoPlist), to: "Info.plist")
        let policy = try AppPolicy(contentsOf: path)
        #expect(
            policy
                == AppPolicy(
                    source: "Info.plist", dictionary: Self.policy, linkedSDK: OSVersion(.ios, 17),
                    userAgentNames: ["My App"]))
    }

    @Test(arguments: ["MyApp.app/Info.plist", "MyApp.app/Contents/Info.plist", "MyApp.appex/Info.plist"])
    func readsBundlesOfBothLayouts(path: String) throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write(propertyListXML(Self.infoPlist), to: path)
        let bundle = try #require(path.split(separator: "/").first.map(String.init))
        for suffix in ["", "/"] {
            let policy = try AppPolicy(contentsOf: directory.path(bundle) + suffix)
            #expect(policy.source == bundle)
            #expect(policy.dictionary == Self.policy)
            #expect(policy.linkedSDK == OSVersion(.ios, 17))
        }
    }

    @Test func everyFormatHasTheSameResult() throws {
        let directory = try TemporaryDirectory()
        let value: [String: Any] = ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true], "CFBundleName": "A"]
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        let json = Data(#"{"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}, "CFBundleName": "A"}"#.utf8)
        for (content, name) in [(propertyListXML(Self.infoPlist), "a"), (binary, "b.plist"), (json, "c.json")] {
            let policy = try AppPolicy(contentsOf: try directory.write(content, to: name))
            #expect(policy.dictionary == Self.policy, "\(name)")
            #expect(policy.warnings.isEmpty)
        }
    }

    @Test(
        arguments: [
            (#"{"NSAllowsArbitraryLoads": true}"#, ["NSAllowsArbitraryLoads": .boolean(true)]),
            (
                #"{"NSExceptionDomains": {}, "Unknown": 1}"#,
                ["NSExceptionDomains": .dictionary([:]), "Unknown": .integer(1)]
            ),
            ("{}", [:]),
        ] as [(String, [String: PropertyValue])])
    func readsABareDictionary(json: String, dictionary: [String: PropertyValue]) throws {
        let directory = try TemporaryDirectory()
        let policy = try AppPolicy(contentsOf: try directory.write(Data(json.utf8), to: "policy.json"))
        #expect(policy == AppPolicy(source: "policy.json", dictionary: dictionary))
    }

    @Test func anInfoPlistWithoutPolicyMeansTheDefaults() {
        let policy = AppPolicy(source: "MyApp.app", propertyList: ["CFBundleName": .string("A")])
        #expect(policy == AppPolicy(source: "MyApp.app", dictionary: [:], userAgentNames: ["A"]))
    }

    @Test func aPolicyThatIsNoDictionaryIsIgnoredWithAWarning() {
        let policy = AppPolicy(source: "MyApp.app", propertyList: ["NSAppTransportSecurity": .boolean(true)])
        #expect(policy.dictionary.isEmpty)
        #expect(
            policy.warnings == [
                "The NSAppTransportSecurity of MyApp.app is not a dictionary, so the system ignores it."
            ])
    }

    @Test(
        arguments: [
            (["CFBundleName": "A", "CFBundleDisplayName": "B", "CFBundleExecutable": "C"], ["C", "A", "B"]),
            (["CFBundleDisplayName": "B", "CFBundleExecutable": "B"], ["B"]),
            (["CFBundleName": "$(PRODUCT_NAME)", "CFBundleExecutable": "C"], ["C"]), (["CFBundleName": ""], []),
        ] as [([String: String], [String])])
    func theNamesInUserAgentsAreThoseOfTheBundle(names: [String: String], expected: [String]) {
        let policy = AppPolicy(source: "MyApp.app", propertyList: names.mapValues(PropertyValue.string))
        #expect(policy.userAgentNames == expected)
    }

    @Test(
        arguments: [
            (["CFBundleName": "A", "CFBundleDisplayName": "B", "CFBundleExecutable": "C"], ["C", "A", "B"]),
            (["CFBundleName": "A", "CFBundleDisplayName": "", "CFBundleExecutable": "A"], ["A"]),
            (["CFBundleName": "$(PRODUCT_NAME)", "CFBundleExecutable": "${EXECUTABLE_NAME}"], []), ([:], []),
        ] as [([String: String], [String])])
    func aUserAgentMayHaveEachNameOfTheBundle(names: [String: String], expected: [String]) {
        let policy = AppPolicy(source: "MyApp.app", propertyList: names.mapValues(PropertyValue.string))
        #expect(policy.userAgentNames == expected)
    }

    @Test(
        arguments: [
            (.string("macosx14.2"), OSVersion(.macos, 14, 2), 0), (.string("iphoneos8.0"), OSVersion(.ios, 8), 0),
            (.string("android34"), nil, 1), (.integer(17), nil, 0),
        ] as [(PropertyValue, OSVersion?, Int)])
    func readsTheLinkedSDK(value: PropertyValue, sdk: OSVersion?, warnings: Int) {
        let policy = AppPolicy(source: "MyApp.app", propertyList: ["DTSDKName": value, "CFBundleName": .string("A")])
        #expect(policy.linkedSDK == sdk)
        #expect(policy.warnings.count == warnings)
    }

    @Test func warningsEscapeControlCharacters() {
        let info: [String: PropertyValue] = ["DTSDKName": .string("\u{1B}[2J"), "CFBundleName": .string("A")]
        let policy = AppPolicy(source: "MyApp.app", propertyList: info)
        #expect(policy.warnings.first?.contains("'\\u{1B}[2J'") == true)
    }

    @Test func anErrorInABundleNamesTheFileInIt() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(Data(), to: "MyApp.app/Info.plist")
        let error = #expect(throws: PolicyFileError.self) { try AppPolicy(contentsOf: directory.path("MyApp.app")) }
        #expect(error == PolicyFileError(path: file, reason: .empty))
    }

    @Test func anInfoPlistWithKeysOutOfPlaceIsNoBareDictionary() {
        let list: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true), "CFBundleName": .string("A")]
        #expect(AppPolicy(source: "A.app", propertyList: list).dictionary.isEmpty)
    }

    /// An archive for the App Store: a deflated binary property list, and a stored one of an extension.
    private func writeArchive(to directory: borrowing TemporaryDirectory) throws -> String {
        let app: [String: Any] = [
            "CFBundleName": "My App", "DTSDKName": "iphoneos17.0",
            "NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true],
        ]
        let binary = try PropertyListSerialization.data(fromPropertyList: app, format: .binary, options: 0)
        let share = propertyListXML("<dict><key>NSAppTransportSecurity</key><dict/></dict>")
        let widget = propertyListXML("<dict><key>CFBundleName</key><string>W</string></dict>")
        let zip = ZipBytes(files: [
            .init(name: "Payload/", content: [], deflated: false),
            .init(name: "Payload/MyApp.app/Info.plist", content: [UInt8](binary)),
            .init(name: "Payload/MyApp.app/PlugIns/Share.appex/Info.plist", content: [UInt8](share), deflated: false),
            .init(name: "Payload/MyApp.app/PlugIns/Widget.appex/Info.plist", content: [UInt8](widget)),
            .init(name: "Payload/MyApp.app/PlugIns/Odd.appex/Info.plist", content: Array("odd".utf8)),
        ])
        return try directory.write(zip.bytes, to: "MyApp.ipa")
    }

    @Test func readsAnArchiveForTheAppStore() throws {
        let directory = try TemporaryDirectory()
        let path = try writeArchive(to: directory)
        let odd = "\(path)/Payload/MyApp.app/PlugIns/Odd.appex/Info.plist"
        #expect(
            try AppPolicy(contentsOf: path)
                == AppPolicy(
                    source: "MyApp.app", dictionary: Self.policy, linkedSDK: OSVersion(.ios, 17),
                    userAgentNames: ["My App"],
                    warnings: [
                        "Whether MyApp.app#Odd.appex has a policy of its own is unknown: "
                            + "\(odd) is neither a property list nor JSON.",
                        "The policy is that of MyApp.app itself; Share.appex has an NSAppTransportSecurity of its own, "
                            + "to be named as \(path)#Share.appex.",
                    ]))
    }

    @Test func readsTheExtensionThatIsNamed() throws {
        let directory = try TemporaryDirectory()
        let path = try writeArchive(to: directory)
        for name in ["Share", "Share.appex", "PlugIns/Share.appex"] {
            let policy = try AppPolicy(contentsOf: "\(path)#\(name)")
            #expect(policy.source == "MyApp.app#Share.appex")
            #expect(policy.dictionary.isEmpty && policy.warnings.isEmpty)
        }
        #expect(throws: PolicyFileError.self) { try AppPolicy(contentsOf: "\(path)#Odd") }
    }

    @Test func anInvalidArchiveIsReported() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Data("hello".utf8), to: "MyApp.ipa")
        let error = #expect(throws: PolicyFileError.self) { try AppPolicy(contentsOf: path) }
        #expect(
            error?.description
                == "\(path) cannot be read as a zip archive: it has no directory, or is one part of several.")
    }
}
