import Foundation
import Testing
import TransportSecurity

@Suite struct OSVersionNameTests {
    @Test(
        arguments: [
            ("ios9", .ios, 9, 0), ("ios12.2", .ios, 12, 2), ("ios12.0", .ios, 12, 0), ("ios12.1", .ios, 12, 1),
            ("ios26.4", .ios, 26, 4), ("ios27", .ios, 27, 0), ("macos10.11", .macos, 10, 11),
            ("macos10.15", .macos, 10, 15), ("macos15.4", .macos, 15, 4), ("tvos12", .tvos, 12, 0),
            ("watchos2", .watchos, 2, 0), ("watchos11.4", .watchos, 11, 4), ("visionos1", .visionos, 1, 0),
            ("visionos26", .visionos, 26, 0),
        ] as [(String, OSVersion.Family, Int, Int)])
    func readsAndPrintsTheSameName(name: String, family: OSVersion.Family, major: Int, minor: Int) {
        #expect(OSVersion(name) == OSVersion(family, major, minor))
        #expect(OSVersion(family, major, minor).description == name)
    }

    @Test(
        arguments: [
            (.iOS(18), "ios18"), (.iOS(18, 4), "ios18.4"), (.iOS(12), "ios12.0"), (.macOS(10, 15), "macos10.15"),
            (.tvOS(26), "tvos26"), (.watchOS(11, 4), "watchos11.4"), (.visionOS(2), "visionos2"),
        ] as [(OSVersion, String)])
    func isWrittenByItsSystem(version: OSVersion, name: String) {
        #expect(version.description == name)
    }

    @Test(arguments: [
        ("ios12", "ios12.2"), ("iOS17.0", "ios17"), ("ios17.5.1", "ios17.5"), ("macos10.14.6", "macos10.14"),
        ("ipados17", "ios17"),
        ("iPadOS18.4", "ios18.4"), ("ipados13", "ios13"), ("ipados26.4", "ios26.4"),
    ])
    func readsOtherSpellings(name: String, canonical: String) {
        #expect(OSVersion(name)?.description == canonical)
    }

    @Test(arguments: [
        "", "ios", "ios8", "ios19", "ios25", "ios28", "ios99999999999999999999", "macos10.10", "macos10.16", "macos10",
        "macos16", "macos25", "tvos8", "tvos19", "watchos1", "watchos12", "watchos25", "visionos3", "visionos25",
        "ipados12", "ipados9", "ipados19", "ipados", "ios17.", "ios.17", "ios017", "ios17.04", "ios17.0.0.0", "ios 17",
        "ios-9", "ios١٧",
        "android14", "9",
    ])
    func refusesVersionsThatNeverExisted(name: String) {
        #expect(OSVersion(name) == nil)
        let error = #expect(throws: UnknownOSVersion.self) { try OSVersion(name: name) }
        #expect(error?.description.hasPrefix("'\(name)' is not an OS version") == true)
        #expect(error?.description.contains("ios26.4") == true)
    }

    @Test func theNewestVersionIsKnown() {
        #expect(OSVersion(OSVersion.newest.description) == OSVersion.newest)
    }

    @Test func isCodedAsItsName() throws {
        let versions = [OSVersion(.ios, 12, 0), OSVersion(.ios, 8), OSVersion(.macos, 15, 4)]
        let data = try JSONEncoder().encode(versions)
        #expect(String(decoding: data, as: UTF8.self) == #"["ios12.0","ios8","macos15.4"]"#)
        #expect(try JSONDecoder().decode([OSVersion].self, from: data) == versions)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([OSVersion].self, from: Data(#"["os2"]"#.utf8)) }
    }
}
