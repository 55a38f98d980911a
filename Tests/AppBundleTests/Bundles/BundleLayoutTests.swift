import Foundation
import Testing

@testable import AppBundle

@Suite struct BundleLayoutTests {
    private func layout(_ files: [String], _ path: String) throws -> BundleLayout {
        let directory = try TemporaryDirectory()
        for file in files { _ = try directory.write(propertyListXML("<dict/>"), to: file) }
        return try BundleLayout(path: directory.path(path))
    }

    @Test func aFileIsItself() throws {
        let layout = try BundleLayout(path: "/nowhere/at/all.plist")
        #expect(layout.chosen == nil)
        #expect(layout.source == "all.plist")
        #expect(!layout.isDistribution)
    }

    @Test func aDirectoryWithoutInfoPlistIsAnError() throws {
        let directory = try TemporaryDirectory()
        let path = directory.url.path
        let error = #expect(throws: PolicyFileError.self) { try BundleLayout(path: path) }
        #expect(error == PolicyFileError(path: path, reason: .directoryWithoutInfoPlist))
    }

    @Test(
        arguments: [
            (["A.app/Info.plist"], "A.app", "A.app", []),
            (["A.app/Contents/Info.plist", "A.app/Info.plist"], "A.app", "A.app", []),
            (["A.app/Info.plist", "A.app/PlugIns/S.appex/Info.plist"], "A.app", "A.app", ["A.app#S.appex"]),
            (["A.app/Info.plist", "A.app/PlugIns/S.appex/Info.plist"], "A.app#S", "A.app#S.appex", []),
            (["A.app/Info.plist", "A.app/PlugIns/S.appex/Info.plist"], "A.app/PlugIns/S.appex", "S.appex", []),
            (
                ["A.app/Contents/Info.plist", "A.app/Contents/XPCServices/X.xpc/Contents/Info.plist"], "A.app", "A.app",
                ["A.app#X.xpc"]
            ),
            (
                ["X.xcarchive/Info.plist", "X.xcarchive/Products/Applications/A.app/Info.plist"], "X.xcarchive",
                "A.app", []
            ),
            (["Build/A.app/Info.plist", "Build/A.swiftmodule/x"], "Build", "A.app", []),
            (["Unpacked/Payload/A.app/Info.plist"], "Unpacked", "A.app", []),
            (
                ["B/A.app/Info.plist", "B/C.app/Info.plist", "B/C.app/Watch/W.app/Info.plist"], "B#C", "C.app",
                ["C.app#W.app"]
            ),
            (["odd#name.app/Info.plist"], "odd#name.app", "odd#name.app", []),
        ] as [([String], String, String, [String])])
    func findsTheAppAndItsBundles(files: [String], path: String, source: String, others: [String]) throws {
        let layout = try layout(files, path)
        #expect(layout.source == source)
        #expect(layout.others.map(\.source) == others)
    }

    @Test(
        arguments: [
            (
                ["B/A.app/Info.plist", "B/C.app/Info.plist"], "B",
                "holds several apps, A.app and C.app; name one, as in B#A.app."
            ),
            (["A.app/Info.plist"], "A.app#Share", "has no single bundle 'Share'; it has A.app."),
            (
                ["A.app/Info.plist", "A.app/PlugIns/W.appex/Info.plist", "A.app/Watch/W.app/Info.plist"], "A.app#W",
                "has no single bundle 'W'; it has A.app, PlugIns/W.appex and Watch/W.app."
            ),
            (
                ["X.xcarchive/Info.plist"], "X.xcarchive",
                "holds no app; one with an Info.plist should lie in its Payload or Products/Applications."
            ),
        ])
    func suggestsTheNameOfABundle(files: [String], path: String, sentence: String) throws {
        let error = #expect(throws: PolicyFileError.self) { try layout(files, path) }
        let directory = try #require(error).path
        let root = directory.prefix(through: try #require(directory.lastIndex(of: "/")))
        #expect(error?.description.replacingOccurrences(of: root, with: "").hasSuffix(sentence) == true)
    }

    @Test func recognizesDistributionPackages() throws {
        #expect(try layout(["X.xcarchive/Products/Applications/A.app/Info.plist"], "X.xcarchive").isDistribution)
        #expect(try !layout(["A.app/Info.plist"], "A.app").isDistribution)
        let directory = try TemporaryDirectory()
        for (name, isDistribution) in [("Payload/A.app/Info.plist", true), ("A.app/Info.plist", false)] {
            let zip = ZipBytes(files: [.init(name: name, content: [])])
            let path = try directory.write(zip.bytes, to: "a.zip")
            #expect(try BundleLayout(path: path).isDistribution == isDistribution)
        }
    }

    @Test func tooManyBundlesAreRefused() throws {
        let files = (0..<300).map { ZipBytes.File(name: "A.app/PlugIns/\($0).appex/Info.plist", content: []) }
        let directory = try TemporaryDirectory()
        let path = try directory.write(ZipBytes(files: files).bytes, to: "a.ipa")
        let error = #expect(throws: PolicyFileError.self) { try BundleLayout(path: path) }
        #expect(error?.reason == .tooManyBundles)
        let vast = (0..<5).map {
            ZipBytes.File(name: "A.app/PlugIns/\($0).appex/Info.plist", content: [], size: 16 << 20)
        }
        let second = try directory.write(ZipBytes(files: vast).bytes, to: "b.ipa")
        #expect(#expect(throws: PolicyFileError.self) { try BundleLayout(path: second) }?.reason == .tooManyBundles)
    }
}
