#if canImport(Glibc)
import Recording
import Glibc
#else
import Darwin
#endif

/// Where events go, and how segments are written.
struct RecordingSettings: Hashable {
    /// The path of the recording, or `-`; nil for standard output, as lines on a terminal and as JSON otherwise.
    var path: String?
    /// The size of segments; nil for the usual one.
    var segmentSize: SegmentSize?
    /// The age of segments; nil for the usual one.
    var segmentAge: SegmentAge?
    /// The name of the proxy in segments; nil for the name of the machine.
    var proxyName: ProxyName?

    /// Reads the settings.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(.events)
        segmentSize = try stack.value(.segmentSize)
        segmentAge = try stack.value(.segmentAge)
        proxyName = try stack.value(.proxyName)
    }

    /// The segments that are written; nil if events go elsewhere. A path is that of a directory if it ends with a slash,
    /// or if a directory is there.
    var segments: SegmentSettings? {
        guard let path, path != "-", path.hasSuffix("/") || RecordingDirectory(at: path) != nil else { return nil }
        var settings = SegmentSettings(directory: path, proxy: proxyName ?? Self.machineName)
        if let segmentSize { settings.sizeLimit = segmentSize.bytes }
        if let segmentAge { settings.ageLimit = segmentAge.milliseconds }
        return settings
    }

    /// The path of a recording that is kept, with a slash at the end of a directory; nil for standard output.
    var watchedPath: String? {
        if let directory = segments?.directory { return directory.hasSuffix("/") ? directory : directory + "/" }
        return path == "-" ? nil : path
    }

    private static var machineName: ProxyName {
        var name = [CChar](repeating: 0, count: 256)
        // A name that is cut off has no zero byte at its end.
        let isKnown = gethostname(&name, name.count - 1) == 0
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ProxyName(ofHost: isKnown ? String(decoding: bytes, as: UTF8.self) : "")
    }

    /// A line about the segments that are written; nil if events go elsewhere.
    var announcement: String? { segments.map { "recording segments in \($0.directory) as \($0.proxy)" } }

    /// What has no effect, in one sentence; nil without that.
    var warning: String? {
        let names: [(SettingName, Bool)] = [
            (.segmentSize, segmentSize != nil), (.segmentAge, segmentAge != nil), (.proxyName, proxyName != nil),
        ]
        let given = names.filter(\.1).map(\.0.rawValue)
        guard !given.isEmpty, segments == nil else { return nil }
        return
            "\(given.joined(separator: ", ")) \(given.count == 1 ? "has" : "have") no effect, since only events in a "
            + "directory are in segments (--events DIRECTORY/)."
    }

    /// The settings that differ from the old ones, by name.
    func changes(since old: RecordingSettings) -> [SettingName] {
        var names: [SettingName] = []
        if path != old.path { names.append(.events) }
        if segmentSize != old.segmentSize { names.append(.segmentSize) }
        if segmentAge != old.segmentAge { names.append(.segmentAge) }
        if proxyName != old.proxyName { names.append(.proxyName) }
        return names
    }
}
