import Foundation
import InfoPlist
import Testing
import TransportSecurity

@Suite struct InfoPlistPolicyTests {
    private let infoPlist: [String: Any] = [
        "CFBundleName": "A", "DTSDKName": "iphoneos16.0",
        "NSAppTransportSecurity": [
            "NSAllowsLocalNetworking": false,
            "NSExceptionDomains": ["example.com": ["NSExceptionMinimumTLSVersion": "TLSv1.1"]],
        ],
    ]
    private static let expected = Policy(
        [
            "NSAllowsLocalNetworking": .boolean(false),
            "NSExceptionDomains": .dictionary([
                "example.com": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.1")])
            ]),
        ], readBy: .iOS(18), linkedSDK: .iOS(16))

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func readsDataAndFiles(format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: infoPlist, format: format, options: 0)
        #expect(try Policy(infoPlist: data, readBy: .iOS(18)) == Self.expected)
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).plist")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(try Policy(infoPlist: url, readBy: .iOS(18)) == Self.expected)
    }

    @Test func readsADictionary() throws {
        #expect(try Policy(infoDictionary: infoPlist, readBy: .iOS(18)) == Self.expected)
        #expect(try Policy(infoDictionary: ["CFBundleName": "A"]) == Policy([:], readBy: .newest))
    }

    @Test func readsABarePolicy() throws {
        let policy = try Policy(infoDictionary: ["NSAllowsArbitraryLoads": true])
        #expect(policy.allowsArbitraryLoads)
    }

    @Test(
        arguments: [
            ("", .malformed, "The data is no property list."),
            ("{", .malformed, "The data is no property list."),
            ("<plist><array/></plist>", .notADictionary, "The data holds no dictionary; an Info.plist is one."),
        ] as [(String, InfoPlistError.Reason, String)])
    func refusesOtherData(text: String, reason: InfoPlistError.Reason, description: String) {
        let error = #expect(throws: InfoPlistError.self) { try Policy(infoPlist: Data(text.utf8)) }
        #expect(error?.reason == reason)
        #expect(error?.description == description)
    }

    @Test func refusesAnEmptyDictionaryOfAProcess() {
        let error = #expect(throws: InfoPlistError.self) { try Policy(infoDictionary: [:]) }
        #expect(error?.reason == .empty)
        #expect(error?.description.hasPrefix("The dictionary is empty; Bundle.main is the app only in tests") == true)
    }

    @Test func namesTheFileThatCannotBeRead() {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let error = #expect(throws: InfoPlistError.self) { try Policy(infoPlist: url) }
        #expect(error?.source == url.path)
        #expect(error?.description.hasPrefix("\(url.path) cannot be read: ") == true)
    }
}
