import Foundation
import Gzip
import Networking
import Testing
import TransportSecurity
@testable import Recording

/// Every state in which a crash can leave a segment leads to the compressed segment, whole and once.
@Suite struct SegmentCompressionTests {
    private let name = SegmentName(of: ProxyName(ofHost: "p"), at: Instant(milliseconds: 0))
    private let files: TemporaryDirectory
    private let settings: SegmentSettings

    init() throws {
        files = try TemporaryDirectory()
        settings = SegmentSettings(directory: files.path, proxy: ProxyName(ofHost: "p"))
    }

    private func run() throws -> SegmentCompression.Outcome { try SegmentCompression(of: name, in: settings).run() }

    /// More than one piece, and an incomplete last line, which stays.
    private static let content = (0..<60_000).map { "{\"number\":\($0)}\n" }.joined() + "{\"half"

    @Test func replacesTheSegment() throws {
        try files.write(name.file, Self.content)
        #expect(chmod(settings.path(name.file), 0o640) == 0)
        #expect(try run() == .compressed)
        #expect(try files.names() == [name.compressed])
        #expect(try files.decompressed(name.compressed) == Self.content)
        #expect(try files.bytes(name.compressed).count < Self.content.utf8.count / 3)
        let attributes = try FileManager.default.attributesOfItem(atPath: settings.path(name.compressed))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try run() == .gone)
    }

    @Test func anAttemptThatWasCutOffIsMadeAgain() throws {
        try files.write(name.file, Self.content)
        try files.write(name.temporary, String(repeating: "x", count: 1 << 20))
        #expect(try run() == .compressed)
        #expect(try files.names() == [name.compressed])
        #expect(try files.decompressed(name.compressed) == Self.content)
    }

    @Test func aSegmentThatWasNotYetRemovedIsRemoved() throws {
        try files.write(name.file, Self.content)
        #expect(try run() == .compressed)
        try files.write(name.file, Self.content)
        #expect(try run() == .compressed)
        #expect(try files.names() == [name.compressed])
        #expect(try files.decompressed(name.compressed) == Self.content)
    }

    /// Others may write to the directory of the recordings.
    @Test func whatIsNoFileOfTheProxyIsLeftAlone() throws {
        let path = settings.path(name.file)
        #expect(mkfifo(path, 0o666) == 0)
        #expect(throws: SystemError.self) { try run() }
        unlink(path)
        try files.write("other", "not a recording\n")
        #expect(symlink(settings.path("other"), path) == 0)
        #expect(throws: SystemError.self) { try run() }
        #expect(try files.names() == [name.file, "other"].sorted())
        // The temporary file is none, either.
        unlink(path)
        try files.write(name.file, Self.content)
        #expect(mkfifo(settings.path(name.temporary), 0o666) == 0)
        #expect(throws: SystemError.self) { try run() }
        #expect(try files.text(name.file) == Self.content)
    }

    @Test func anEmptySegmentIsRemoved() throws {
        try files.write(name.file, "")
        #expect(try run() == .removed)
        #expect(try files.names().isEmpty)
    }

    /// The temporary file cannot be written, as on a full disk.
    @Test func aFailureLeavesTheSegment() throws {
        try files.write(name.file, Self.content)
        try FileManager.default.createDirectory(
            atPath: settings.path(name.temporary), withIntermediateDirectories: false)
        #expect(throws: SystemError.self) { try run() }
        #expect(try files.names() == [name.file, name.temporary])
        #expect(try files.text(name.file) == Self.content)
    }

    /// A link that somebody put there is not followed.
    @Test func noOtherFileIsWritten() throws {
        try files.write(name.file, Self.content)
        try files.write("victim", "x")
        try FileManager.default.createSymbolicLink(
            atPath: settings.path(name.temporary), withDestinationPath: settings.path("victim"))
        #expect(throws: SystemError(number: ELOOP, operation: "open")) { try run() }
        #expect(try files.text("victim") == "x")
        #expect(try files.text(name.file) == Self.content)
    }

    @Test func whatCrashesLeftIsFound() throws {
        let other = SegmentName(of: ProxyName(ofHost: "q"), at: Instant(milliseconds: 0))
        let gone = SegmentName(of: settings.proxy, at: Instant(milliseconds: 1))
        for file in [name.file, name.temporary, gone.temporary, other.file, other.temporary, "a.jsonl", "b.partial"] {
            try files.write(file, "x")
        }
        let recovery = try SegmentRecovery(settings)
        #expect(recovery.segments == [name])
        recovery.removeAbandoned(in: settings)
        #expect(
            try files.names()
                == [name.file, name.temporary, other.file, other.temporary, "a.jsonl", "b.partial"].sorted())
    }

    /// As when a segment ends and is compressed while another thread lists the directory.
    @Test func keepsTemporaryFileOfSegmentThatWasNotListed() throws {
        try files.write(name.temporary, "x")
        let recovery = try SegmentRecovery(settings)
        try files.write(name.file, "x")
        recovery.removeAbandoned(in: settings)
        #expect(try files.names() == [name.file, name.temporary])
    }
}

extension TemporaryDirectory {
    /// The content of a compressed file, which must be complete.
    func decompressed(_ name: String) throws -> String {
        let stream = try GzipDecompressor()
        var content: [UInt8] = []
        try bytes(name).withUnsafeBufferPointer { bytes throws(GzipDecompressor.Malformed) in
            try stream.append(bytes) { content += $0 }
        }
        #expect(stream.isComplete, "\(name)")
        return String(decoding: content, as: UTF8.self)
    }
}
