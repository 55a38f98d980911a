import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The settings for the recording of `serve`: the destination of events, and the sizes and ages of segments.
package struct RecordingSettings: Hashable {
    /// The path of the recording, or `-`; nil for standard output, as lines on a terminal and as JSON otherwise.
    package var path: String?
    /// The size of segments in bytes; nil for the usual one.
    package var segmentSize: Int?
    /// The age of segments in milliseconds; nil for the usual one.
    package var segmentAge: Int64?
    /// The name of the proxy in segments; nil for the name of the machine.
    package var proxyName: ProxyName?

    /// Reads the settings.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(SettingTable.events)
        segmentSize = try stack.value(SettingTable.segmentSize)
        segmentAge = try stack.value(SettingTable.segmentAge)
        proxyName = try stack.value(SettingTable.proxyName)
    }

    /// The segments that are written; nil if events go elsewhere. A path is that of a directory if it ends with a
    /// slash, or if a directory is there.
    package var segments: SegmentSettings? {
        guard let path, path != "-", path.hasSuffix("/") || RecordingDirectory(at: path) != nil else { return nil }
        var settings = SegmentSettings(directory: path, proxy: proxyName ?? Self.machineName)
        if let segmentSize { settings.sizeLimit = segmentSize }
        if let segmentAge { settings.ageLimit = segmentAge }
        return settings
    }

    /// The path of a recording that is kept, with a slash at the end of a directory; nil for standard output.
    package var watchedPath: String? {
        if let directory = segments?.directory { return directory.hasSuffix("/") ? directory : directory + "/" }
        return path == "-" ? nil : path
    }

    /// The name of the proxy by that of the machine.
    private static var machineName: ProxyName {
        var name = [CChar](repeating: 0, count: 256)
        // A name that is cut off has no zero byte at its end.
        let isKnown = gethostname(&name, name.count - 1) == 0
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ProxyName(ofHost: isKnown ? String(decoding: bytes, as: UTF8.self) : "")
    }

    /// A line about the segments that are written; nil if events go elsewhere.
    package var announcement: String? { segments.map { "recording segments in \($0.directory) as \($0.proxy)" } }

    /// A warning about settings of segments without effect, in one sentence; nil if there are none.
    package var warning: String? {
        let namesOfSegmentSettings = [
            segmentSize.map { _ in SettingTable.segmentSize.name },
            segmentAge.map { _ in SettingTable.segmentAge.name },
            proxyName.map { _ in SettingTable.proxyName.name },
        ].compactMap(\.self)
        guard !namesOfSegmentSettings.isEmpty, segments == nil else { return nil }
        let verb = namesOfSegmentSettings.count == 1 ? "has" : "have"
        return "\(namesOfSegmentSettings.joined(separator: ", ")) \(verb) no effect, since only events in a directory "
            + "are in segments (--events DIRECTORY/)."
    }
}
