import Testing
import TransportSecurity

@Suite struct OSVersionFeaturesTests {
    @Test(
        arguments: [
            ("ios9", 9, 0, .ios9), ("ios10.3", 10, 3, .ios10), ("ios11", 11, 0, .ios11), ("ios12.0", 12, 0, .ios11),
            ("ios12.1", 12, 1, .ios12), ("ios12", 12, 2, .ios12), ("ios13", 13, 0, .ios13), ("ios15.3", 15, 3, .ios13),
            ("ios15.4", 15, 4, .ios15), ("ios16", 16, 0, .ios15), ("ios17", 17, 0, .ios17), ("ios18.3", 18, 3, .ios17),
            ("ios18.4", 18, 4, .ios18), ("ios18.7", 18, 7, .ios18), ("ios26", 26, 0, .ios26),
            ("ios26.3", 26, 3, .ios26), ("ios26.4", 26, 4, .current), ("ios27", 27, 0, .current),
            ("macos10.11", 9, 0, .ios9), ("macos10.12", 10, 0, .ios10), ("macos10.13", 11, 0, .ios11),
            ("macos10.14", 12, 2, .ios12), ("macos10.15", 13, 0, .ios13), ("macos11.6", 14, 0, .ios13),
            ("macos12.2", 15, 0, .ios13), ("macos12.3", 15, 4, .ios15), ("macos13.5", 16, 0, .ios15),
            ("macos14", 17, 0, .ios17), ("macos15.3", 18, 3, .ios17), ("macos15.4", 18, 4, .ios18),
            ("macos26", 26, 0, .ios26), ("tvos17.4", 17, 4, .ios17), ("watchos2", 9, 0, .ios9),
            ("watchos8.4", 15, 3, .ios13), ("watchos8.5", 15, 4, .ios15), ("watchos11.4", 18, 4, .ios18),
            ("watchos26.4", 26, 4, .current), ("visionos1.1", 17, 1, .ios17), ("visionos2.4", 18, 4, .ios18),
        ] as [(String, Int, Int, ATSGeneration)])
    func equalsAVersionOfIOS(name: String, major: Int, minor: Int, generation: ATSGeneration) throws {
        let os = try OSVersion(name: name)
        #expect(os.equivalentIOS == OSVersion.Version(major: major, minor: minor))
        #expect(os.generation == generation)
    }

    @Test(
        arguments: [
            (\.supportsTLS13, "ios12.1", "ios12.2"), (\.readsPins, "ios13.7", "ios14"),
            (\.readsPins, "macos10.15", "macos11"), (\.readsNIAPKeys, "ios26.3", "ios26.4"),
            (\.readsCertificateTransparencyKey, "ios9", "ios10"),
            (\.readsCertificateTransparencyKey, "ios17", "ios16.6"),
            (\.readsLocalAndContentKeys, "ios9.3", "ios10"), (\.readsTLS13AsMinimum, "ios12.4", "ios13"),
            (\.readsLegacySpellings, "ios18.4", "ios18.3"), (\.hasBuiltInExceptions, "ios18.3", "ios18.4"),
            (\.isFirstPublishedEngine, "ios18.3", "macos15.4"), (\.isFirstPublishedEngine, "ios18.5", "ios18.4"),
            (\.mandatesCertificateTransparency, "ios12.0", "ios12.1"),
        ] as [(any KeyPath<OSVersion, Bool> & Sendable, String, String)])
    func eachFeatureHoldsInItsVersions(
        feature: any KeyPath<OSVersion, Bool> & Sendable, without: String, with: String
    ) throws {
        #expect(try !OSVersion(name: without)[keyPath: feature])
        #expect(try OSVersion(name: with)[keyPath: feature])
    }

    @Test(
        arguments: [
            ("ios9", .ios9), ("ios12.0", .ios11), ("ios12.1", .ios11), ("watchos5.1", .ios11), ("tvos12.2", .ios12),
            ("macos10.14", .ios12), ("ios13", .ios13), ("ios27", .current),
        ] as [(String, ATSGeneration)])
    func theHelloOfIOS12BeginsWith12Point2(name: String, generation: ATSGeneration) throws {
        #expect(try OSVersion(name: name).helloGeneration == generation)
    }

    @Test(
        arguments: [
            ("ios17", nil, true), ("ios16", nil, false), ("ios17", "ios16", false), ("ios16", "ios17", false),
            ("ios26.4", "ios17", true), ("macos14", "macos13", false), ("macos14", "ios17", true),
        ] as [(String, String?, Bool)])
    func publicAddressesAreSubjectFrom17Linked17(os: String, sdk: String?, isSubject: Bool) throws {
        let linkedSDK = try sdk.map { try OSVersion(name: $0) }
        #expect(try OSVersion(name: os).subjectsPublicAddresses(linkedSDK: linkedSDK) == isSubject)
    }
}
