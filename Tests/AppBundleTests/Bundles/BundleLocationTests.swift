import Testing

@testable import AppBundle

@Suite struct BundleLocationTests {
    @Test(
        arguments: [
            ("Payload/A.app/Info.plist", "A.app"), ("A.app/Info.plist", "A.app"),
            ("A.app/Contents/Info.plist", "A.app"), ("Products/Applications/A.app/Info.plist", "A.app"),
            ("X.xcarchive/Products/Applications/A.app/Info.plist", "A.app"),
            ("Payload/A.app/PlugIns/S.appex/Info.plist", "A.app#S.appex"),
            ("Payload/A.app/Extensions/S.appex/Info.plist", "A.app#S.appex"),
            ("Payload/A.app/Watch/W.app/Info.plist", "A.app#W.app"),
            ("Payload/A.app/Watch/W.app/PlugIns/E.appex/Info.plist", "A.app#E.appex"),
            ("Payload/A.app/AppClips/C.app/Info.plist", "A.app#C.app"),
            ("A.app/Contents/Library/LoginItems/L.app/Contents/Info.plist", "A.app#L.app"),
            ("A.app/Contents/XPCServices/X.xpc/Contents/Info.plist", "A.app#X.xpc"),
            ("Payload/A.app/Frameworks/F.framework/Info.plist", nil), ("Payload/A.app/R.bundle/Info.plist", nil),
            ("Payload/A.app/en.lproj/Info.plist", nil), ("Payload/Info.plist", nil), ("Info.plist", nil),
            ("__MACOSX/Payload/A.app/Info.plist", nil), ("Payload/A.app/PlugIns/S.appex/S/Info.plist", nil),
            ("Payload/A.app/PlugIns/Info.plist", nil), ("Payload/A.app/PlugIns/S.bundle/Info.plist", nil),
            ("Info.plist/A.app", nil), ("", nil),
        ] as [(String, String?)])
    func knowsWhereBundlesLie(path: String, source: String?) {
        #expect(BundleLocation(pathInArchive: path)?.source == source)
    }

    @Test func nestingIsLimited() {
        let path = "A.app/" + String(repeating: "Watch/W.app/", count: 5) + "Info.plist"
        #expect(BundleLocation(pathInArchive: path) == nil)
    }

    @Test(
        arguments: [
            ("Share", true), ("Share.appex", true), ("PlugIns/Share.appex", true), ("share", false), ("", false),
            ("Sha", false), ("A.app", false), ("Share.", false),
        ])
    func isFoundByNameAndPath(name: String, isNamed: Bool) throws {
        let location = try #require(BundleLocation(pathInArchive: "Payload/A.app/PlugIns/Share.appex/Info.plist"))
        #expect(location.isNamed(name) == isNamed)
    }
}
