import Foundation
import Testing

@testable import AppBundle

@Suite struct BundleLayoutTests {
    @Test func aFileIsItself() throws {
        let layout = try BundleLayout(path: "/nowhere/at/all.plist")
        #expect(layout.propertyList.path == "/nowhere/at/all.plist")
        #expect(layout.source == "all.plist")
    }

    @Test func aDirectoryWithoutInfoPlistIsAnError() throws {
        let directory = try TemporaryDirectory()
        let path = directory.url.path
        let error = #expect(throws: PolicyFileError.self) { try BundleLayout(path: path) }
        #expect(error == PolicyFileError(path: path, reason: .directoryWithoutInfoPlist))
    }

    @Test(arguments: [
        ("MyApp.ipa", "MyApp.ipa is a zip archive; unpack it and name the .app in its Payload."),
        ("MyApp.XCARCHIVE", "MyApp.XCARCHIVE is an Xcode archive; name the .app in its Products/Applications."),
    ])
    func containersAreRefused(path: String, sentence: String) {
        let error = #expect(throws: PolicyFileError.self) { try BundleLayout(path: path) }
        #expect(error?.description == sentence)
    }
}
