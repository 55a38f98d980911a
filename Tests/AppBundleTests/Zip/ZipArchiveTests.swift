import Foundation
import Testing

@testable import AppBundle

@Suite struct ZipArchiveTests {
    private static let name = "Payload/A.app/Info.plist"
    private static let plist = Array("<plist><dict/></plist>".utf8)
    private static let file = ZipBytes.File(name: name, content: plist)

    private func content(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let directory = try TemporaryDirectory()
        let archive = try ZipArchive(path: try directory.write(bytes, to: "a.ipa"))
        return try archive.infoPlists.map { try archive.content(of: $0) }
    }

    /// The reason of the refusal without the archive's path.
    private func refusal(_ zip: ZipBytes) -> String {
        let error = #expect(throws: PolicyFileError.self) { try content(zip.bytes) }
        switch error?.reason {
        case .malformed("a zip archive", nil, let detail): return detail
        case .unreadable(let detail): return detail
        case .tooLarge(let limit): return "larger than \(limit)"
        case _: return ""
        }
    }

    @Test func readsStoredAndDeflatedFiles() throws {
        let zips = [
            ZipBytes(files: [Self.file]),
            ZipBytes(files: [.init(name: Self.name, content: Self.plist, deflated: false)]),
            ZipBytes(files: [Self.file], comment: Array("PK\u{5}\u{6} is not the end".utf8)),
            ZipBytes(files: [Self.file], isWide: true), ZipBytes(files: [Self.file], hasDescriptors: true),
            ZipBytes(files: [.init(name: Self.name, content: Self.plist, isWide: true)], isWide: true),
            ZipBytes(files: [.init(name: Self.name, content: Self.plist, isWide: true)]),
            ZipBytes(files: [.init(name: "a/b", content: [1]), .init(name: "a/", content: []), Self.file]),
        ]
        for zip in zips { #expect(try content(zip.bytes) == [Self.plist]) }
    }

    @Test func readsArchivesWrittenByPython() throws {
        let directory = try TemporaryDirectory()
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = URL(filePath: #filePath).appending(path: "../../../Scripts/write-app-archive").standardized
        python.arguments = ["python3", program.path, directory.path("a.ipa")]
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        let archive = try ZipArchive(path: directory.path("a.ipa"))
        #expect(try archive.content(of: try #require(archive.infoPlists.first)) == Self.plist)
    }

    @Test func keepsOnlyInfoPlists() throws {
        let zip = ZipBytes(files: [
            Self.file, .init(name: "Payload/A.app/A", content: [1, 2, 3]),
            .init(name: "Payload/A.app/MyInfo.plist", content: [1]),
        ])
        let directory = try TemporaryDirectory()
        let archive = try ZipArchive(path: try directory.write(zip.bytes, to: "a.ipa"))
        #expect(archive.infoPlists.map(\.name) == [Self.name])
    }

    @Test(
        arguments: [
            ("/Info.plist", "an entry has an absolute path for a name"),
            ("../Info.plist", "an entry has an empty component, '.' or '..' in its name"),
            ("a/../../Info.plist", "an entry has an empty component, '.' or '..' in its name"),
            ("a//Info.plist", "an entry has an empty component, '.' or '..' in its name"),
            ("./Info.plist", "an entry has an empty component, '.' or '..' in its name"),
            ("a\\Info.plist", "an entry has a backslash in its name"),
            ("a\u{1B}[2J/Info.plist", "an entry has a control character in its name"),
            ("", "an entry has no name, or one of more than 4096 bytes"),
            (String(repeating: "a", count: 5000), "an entry has no name, or one of more than 4096 bytes"),
        ])
    func refusesSuspiciousNames(name: String, detail: String) {
        #expect(refusal(ZipBytes(files: [Self.file, .init(name: name, content: [])])) == detail)
    }

    @Test func refusesDuplicateNames() {
        #expect(refusal(ZipBytes(files: [Self.file, Self.file])) == "two entries have the name \(Self.name)")
    }

    @Test func refusesLinksOnlyInThePathsOfInfoPlists() throws {
        let link = 0o120755
        for name in ["Payload/A.app", "Payload/A.app/", "Payload"] {
            let zip = ZipBytes(files: [.init(name: name, content: [], mode: link), Self.file])
            #expect(refusal(zip) == "\(name) is a symbolic link")
        }
        let plist = ZipBytes(files: [.init(name: Self.name, content: Self.plist, mode: link)])
        #expect(refusal(plist) == "\(Self.name) is a symbolic link")
        let elsewhere = ZipBytes(files: [.init(name: "Payload/A.app/F", content: [], mode: link), Self.file])
        #expect(try content(elsewhere.bytes) == [Self.plist])
    }

    @Test func refusesDecompressionBombs() {
        let zeros = [UInt8](repeating: 0x20, count: 2 << 20)
        let bomb = ZipBytes(files: [.init(name: Self.name, content: zeros)])
        #expect(refusal(bomb) == "\(Self.name) unpacks to more than 200 times its size")
        let lying = ZipBytes(files: [.init(name: Self.name, content: zeros, size: 100)])
        #expect(refusal(lying) == "its content is damaged")
        let large = ZipBytes(files: [.init(name: Self.name, content: Self.plist, size: (16 << 20) + 1)])
        #expect(refusal(large) == "larger than \(16 << 20)")
    }

    /// A directory of zeros in a sparse file.
    @Test func aHugeDirectoryIsNotRead() throws {
        let directory = try TemporaryDirectory()
        let size = (64 << 20) + 1
        let numbers = [size & 0xFF, size >> 8 & 0xFF, size >> 16 & 0xFF, size >> 24].map { UInt8($0) }
        let end = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 8) + numbers + [0, 0, 0, 0, 0, 0]
        let path = try directory.write([], to: "a.ipa")
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: UInt64(size))
        try handle.seekToEnd()
        try handle.write(contentsOf: end)
        try handle.close()
        let error = #expect(throws: PolicyFileError.self) { try ZipArchive(path: path) }
        #expect(error?.description.contains("its directory is too large") == true)
    }

    @Test func findsDamage() {
        let rows: [(ZipBytes.File, String)] = [
            (.init(name: Self.name, content: Self.plist, checksum: 1), "its content is damaged"),
            (.init(name: Self.name, content: Self.plist, deflated: false, size: 3), "its content is damaged"),
            (.init(name: Self.name, content: Self.plist, size: 40), "its content is damaged"),
            (.init(name: Self.name, content: Self.plist, method: 12), "it is packed in an unknown way"),
            (.init(name: Self.name, content: Self.plist, flags: 1), "it is encrypted"),
            (.init(name: Self.name, content: Self.plist, packedSize: 5000), "\(Self.name) lies outside of it"),
            (
                .init(name: Self.name, content: Self.plist, localName: "Payload/B.app/Info.plist"),
                "its directory and the header of \(Self.name) disagree"
            ),
        ]
        for (file, detail) in rows { #expect(refusal(ZipBytes(files: [file])) == detail) }
        #expect(refusal(ZipBytes(files: [Self.file], entryCount: 2)) == "its directory is damaged")
    }

    @Test(arguments: [[], Array("PK\u{3}\u{4}".utf8), Array(repeating: 0x50, count: 70_000)] as [[UInt8]])
    func refusesFilesThatAreNoArchives(bytes: [UInt8]) throws {
        let error = #expect(throws: PolicyFileError.self) { try content(bytes) }
        let description = try #require(error?.description)
        #expect(
            description.hasSuffix("cannot be read as a zip archive: it has no directory, or is one part of several."))
    }

    @Test func survivesEveryTruncationAndEveryChangedByte() throws {
        let directory = try TemporaryDirectory()
        func survives(_ bytes: [UInt8]) throws {
            let path = try directory.write(bytes, to: "a.ipa")
            do throws(PolicyFileError) {
                let archive = try ZipArchive(path: path)
                for entry in archive.infoPlists { _ = try archive.content(of: entry) }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        for isWide in [false, true] {
            let file = ZipBytes.File(name: Self.name, content: Self.plist, isWide: isWide)
            let whole = ZipBytes(files: [file], isWide: isWide).bytes
            for count in stride(from: 0, to: whole.count, by: 5) { try survives(Array(whole.prefix(count))) }
            for index in whole.indices {
                var changed = whole
                changed[index] ^= 0xFF
                try survives(changed)
            }
        }
    }
}
