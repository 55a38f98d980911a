import Foundation
import Networking
import Testing
import TransportSecurity
@testable import Recording

@Suite struct SegmentFileTests {
    private let proxy = ProxyName(ofHost: "p")
    private let time = Instant(milliseconds: 0)

    private func name(_ milliseconds: Int64) -> SegmentName {
        SegmentName(of: proxy, at: Instant(milliseconds: milliseconds))
    }

    @Test func nobodyElseMayReadOrCompressIt() throws {
        let files = try TemporaryDirectory()
        let settings = SegmentSettings(directory: files.path, proxy: proxy)
        let file = try SegmentFile(settings, at: time)
        #expect(file.name == name(0))
        let attributes = try FileManager.default.attributesOfItem(atPath: settings.path(file.name.file))
        #expect(try #require(attributes[.posixPermissions] as? Int) & 0o007 == 0)
        try files.write(file.name.file, "x")
        #expect(try SegmentCompression(of: file.name, in: settings).run() == .inUse)
        close(file.descriptor)
        #expect(try SegmentCompression(of: file.name, in: settings).run() == .compressed)
    }

    /// Two proxies of one name, and a restart within a millisecond.
    @Test func aTakenNameIsLeftToItsOwner() throws {
        let files = try TemporaryDirectory()
        let settings = SegmentSettings(directory: files.path, proxy: proxy)
        let opened = try (0..<3).map { _ in try SegmentFile(settings, at: time) }
        defer { for file in opened { close(file.descriptor) } }
        #expect(opened.map(\.name) == [name(0), name(1), name(2)])
        // What is compressed already is there, too, although its first name is free again.
        try files.write(name(3).compressed, "x")
        let next = try SegmentFile(settings, at: time)
        defer { close(next.descriptor) }
        #expect(next.name == name(4))
        #expect(try files.names() == [0, 1, 2].map { name($0).file } + [name(3).compressed, name(4).file])
        #expect(try files.text(name(3).compressed) == "x")
    }

    @Test func aDirectoryThatIsNotThereIsAnError() {
        let settings = SegmentSettings(directory: "/nowhere/at/all", proxy: proxy)
        #expect(throws: SystemError(number: ENOENT, operation: "open")) { try SegmentFile(settings, at: time) }
    }
}
