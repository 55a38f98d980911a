import Testing
import TransportSecurity

@Suite struct LinkedSDKTests {
    @Test(
        arguments: [
            ("iphoneos17.0", .ios, 17, 0), ("iphonesimulator18.2", .ios, 18, 2), ("macosx14.0", .macos, 14, 0),
            ("macosx10.15.4", .macos, 10, 15), ("appletvos17.0", .tvos, 17, 0), ("appletvsimulator9.0", .tvos, 9, 0),
            ("watchos10.0", .watchos, 10, 0), ("watchsimulator26.1", .watchos, 26, 1), ("xros1.0", .visionos, 1, 0),
            ("xrsimulator2.0", .visionos, 2, 0), ("iphoneos8.4", .ios, 8, 4), ("iphoneos28.0", .ios, 28, 0),
            ("iphoneos12.0", .ios, 12, 0),
        ] as [(String, OSVersion.Family, Int, Int)])
    func readsDTSDKName(name: String, family: OSVersion.Family, major: Int, minor: Int) {
        #expect(OSVersion(dtSDKName: name) == OSVersion(family, major, minor))
    }

    @Test(arguments: ["", "iphoneos", "17.0", "android34", "iphoneos17.x", "driverkit23.0", "iphoneos-1"])
    func refusesInvalidSDKNames(name: String) {
        #expect(OSVersion(dtSDKName: name) == nil)
    }

    @Test(
        arguments: [
            ("ios8", true), ("ios9", false), ("macos10.10", true), ("macos10.11", false), ("watchos1", true),
            ("ios17", false), ("tvos9", false),
        ])
    func readsVersionsFromBeforeATS(name: String, precedes: Bool) {
        #expect(OSVersion(linkedSDK: name)?.precedesATS == precedes)
    }

    @Test(arguments: ["ios19", "ios28", "macos16", "visionos5", "iphoneos17.0", "ios", ""])
    func refusesVersionsThatNeverExisted(name: String) {
        #expect(OSVersion(linkedSDK: name) == nil)
    }
}
