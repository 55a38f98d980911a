import Recording
import Foundation
import Testing

@testable import Settings

@Suite struct RecordingSettingsTests {
    private func settings(_ texts: [String: [String]]) throws -> RecordingSettings {
        try RecordingSettings(SettingsStack(layers: [SettingsLayer(commandLine: texts)]))
    }

    @Test func aDirectoryGetsSegments() throws {
        let folder = NSTemporaryDirectory()
        for path in ["a/", "/nowhere/", folder, folder.hasSuffix("/") ? String(folder.dropLast()) : folder] {
            let segments = try #require(try settings(["events": [path]]).segments, "\(path)")
            #expect(segments.directory == path && segments.sizeLimit == 64 << 20 && segments.ageLimit == 3_600_000)
            #expect(ProxyName(segments.proxy.text) == segments.proxy)
        }
        #expect(try settings([:]).segments == nil)
        for path in ["a", "-", folder + "/none"] { #expect(try settings(["events": [path]]).segments == nil) }
    }

    @Test func segmentsAreAsTheOptionsSay() throws {
        let settings = try settings([
            "events": ["a/"], "segment-size": ["2M"], "segment-age": ["15m"], "proxy-name": ["lab-3"],
        ])
        #expect(
            settings.segments
                == SegmentSettings(
                    directory: "a/", proxy: ProxyName(ofHost: "lab-3"), sizeLimit: 2 << 20, ageLimit: 900_000))
        #expect(settings.announcement == "recording segments in a/ as lab-3" && settings.warning == nil)
        #expect(settings.watchedPath == "a/")
    }

    @Test func optionsWithoutEffectAreSaid() throws {
        let one = try settings(["events": ["a"], "proxy-name": ["lab-3"]])
        #expect(one.warning?.hasPrefix("proxy-name has no effect, since") == true && one.announcement == nil)
        let two = try settings(["segment-size": ["1M"], "segment-age": ["1h"]])
        #expect(two.warning?.hasPrefix("segment-size, segment-age have no effect, since") == true)
        #expect(try settings(["events": ["a"]]).warning == nil)
    }

    @Test(arguments: [
        ("65536", 65_536), ("64K", 65_536), ("1M", 1 << 20), ("16G", 1 << 34), ("63K", nil), ("17G", nil), ("", nil),
        ("M", nil), ("1m", nil), ("-1M", nil), ("1.5M", nil), ("99999999999999999999", nil),
        ("9223372036854775807G", nil), ("1 M", nil),
    ]) func sizes(text: String, bytes: Int?) {
        #expect((try? settings(["segment-size": [text]]))?.segmentSize == bytes)
    }

    @Test(arguments: [
        ("1", 1000), ("90", 90_000), ("1s", 1000), ("15m", 900_000), ("1h", 3_600_000), ("7d", 604_800_000), ("0", nil),
        ("8d", nil), ("", nil), ("h", nil), ("-1h", nil), ("1.5h", nil), ("9223372036854775807d", nil), ("1H", nil),
    ]) func ages(text: String, milliseconds: Int64?) {
        #expect((try? settings(["segment-age": [text]]))?.segmentAge == milliseconds)
    }

    @Test(arguments: [("segment-size", "1K"), ("segment-age", "1w"), ("proxy-name", "a/b")])
    func whatIsNoValueIsRefused(name: String, value: String) {
        let failure = #expect(throws: CommandFailure.self) { try settings(["events": ["a/"], name: [value]]) }
        #expect(failure?.status == .usage)
        #expect(failure?.sentence.hasPrefix("--\(name) \(value) is not ") == true)
    }
}
