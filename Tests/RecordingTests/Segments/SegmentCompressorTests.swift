import Foundation
import Synchronization
import Testing
import TransportSecurity
@testable import Recording

@Suite struct SegmentCompressorTests {
    /// The obstacle stands for a disk that is full for a while.
    @Test func whatCannotBeCompressedIsSaidOnceAndTriedAgain() throws {
        let files = try TemporaryDirectory()
        let settings = SegmentSettings(directory: files.path, proxy: ProxyName(ofHost: "p"))
        let names = (0..<3).map { SegmentName(of: settings.proxy, at: Instant(milliseconds: $0)) }
        for name in names { try files.write(name.file, "{}\n") }
        let obstacle = settings.path(names[1].temporary)
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let warnings = Mutex<[String]>([])
        let compressor = try SegmentCompressor(settings, retryInterval: .milliseconds(1)) { sentence in
            warnings.withLock { $0.append(sentence) }
        }
        try compressor.start()
        compressor.add(names[2])
        // The others are compressed meanwhile, and the failure is met several times.
        #expect(try holds { try files.names().contains(names[2].compressed) })
        usleep(50_000)
        #expect(try files.text(names[1].file) == "{}\n")
        let path = settings.path(names[1].file)
        #expect(
            warnings.withLock { $0 } == [
                "cannot compress \(path): Is a directory; the segment stays as it is, and is tried again."
            ])
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try holds { try files.names() == names.map(\.compressed) })
        compressor.close { .seconds(120) }
        for name in names { #expect(try files.decompressed(name.compressed) == "{}\n") }
    }

    @Test func compressesWhatWaitsBeforeItEnds() throws {
        let files = try TemporaryDirectory()
        let settings = SegmentSettings(directory: files.path, proxy: ProxyName(ofHost: "p"))
        let names = (0..<20).map { SegmentName(of: settings.proxy, at: Instant(milliseconds: $0)) }
        // The files come first. The compressor would remove a file that it finds before the file has its content.
        for name in names { try files.write(name.file, "{}\n") }
        let compressor = try SegmentCompressor(settings) { Issue.record("\($0)") }
        try compressor.start()
        for name in names { compressor.add(name) }
        compressor.close { .seconds(120) }
        #expect(try files.names() == names.map(\.compressed))
    }
}
