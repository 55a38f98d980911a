import Foundation
import Testing

@testable import AppBundle

@Suite struct PolicyLocationTests {
    @Test(arguments: [
        ("a/Info.plist", "a/Info.plist", "a/Info.plist"), ("A.app/Info.plist", "A.app", "A.app/Info.plist"),
        ("A.app/Info.plist", "A.app/", "A.app/Info.plist"),
        ("A.app/Contents/Info.plist", "A.app", "A.app/Contents/Info.plist"),
        (
            "X.xcarchive/Products/Applications/A.app/Info.plist", "X.xcarchive",
            "X.xcarchive/Products/Applications/A.app/Info.plist"
        ),
    ])
    func namesThePropertyList(file: String, path: String, expected: String) throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write(propertyListXML("<dict/>"), to: file)
        let location = try PolicyLocation(ofPolicyAt: directory.path(path))
        #expect(location.path == directory.path(expected) && !location.isInArchive)
    }

    @Test func namesAnExtensionThatIsChosen() throws {
        let directory = try TemporaryDirectory()
        for file in ["A.app/Info.plist", "A.app/PlugIns/B.appex/Info.plist"] {
            _ = try directory.write(propertyListXML("<dict/>"), to: file)
        }
        let location = try PolicyLocation(ofPolicyAt: directory.path("A.app#B.appex"))
        #expect(location.path == directory.path("A.app/PlugIns/B.appex/Info.plist"))
    }

    @Test func anArchiveIsItsOwnPlace() throws {
        let directory = try TemporaryDirectory()
        let list = Array(propertyListXML("<dict/>"))
        let zip = ZipBytes(files: [.init(name: "Payload/A.app/Info.plist", content: list)])
        let path = try directory.write(zip.bytes, to: "A.ipa")
        let location = try PolicyLocation(ofPolicyAt: path)
        #expect(location.path == path && location.isInArchive)
    }
}
