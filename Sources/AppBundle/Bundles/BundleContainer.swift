import Foundation

/// A file or folder that a policy can be read from, with the property lists in it.
enum BundleContainer {
    /// A property list.
    case file(path: String)
    /// A bundle, an Xcode archive, or a folder with apps.
    case directory(path: String, locations: [BundleLocation], isArchive: Bool)
    /// A zip archive, with the entries of its property lists.
    case archive(ZipArchive, entries: [BundleLocation: ZipEntry])

    /// The largest number of bundles. No app reaches it.
    private static let bundleLimit = 256
    /// The largest total size of the property lists, in bytes. No app reaches it.
    private static let totalLimit = 64 << 20

    /// Creates the container for the file or folder at a path.
    init(path: String, pipes: FileOpening.Pipes) throws(PolicyFileError) {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        if Self.isDirectory(url) {
            let isArchive = url.pathExtension.lowercased() == "xcarchive"
            let locations = Self.locations(in: url, isArchive: isArchive)
            guard !locations.isEmpty else {
                throw PolicyFileError(path: path, reason: isArchive ? .noApp : .directoryWithoutInfoPlist)
            }
            self = .directory(path: path, locations: locations, isArchive: isArchive)
        } else if try Self.isArchive(url, pipes: pipes) {
            let archive = try ZipArchive(path: path, pipes: pipes)
            let locations = archive.infoPlists.compactMap { entry in
                BundleLocation(pathInArchive: entry.name).map { ($0, entry) }
            }
            guard !locations.isEmpty else { throw PolicyFileError(path: path, reason: .noApp) }
            // Names that are not UTF-8 can decode to equal strings.
            self = .archive(archive, entries: Dictionary(locations, uniquingKeysWith: { first, _ in first }))
        } else {
            self = .file(path: path)
        }
    }

    /// Whether the path leads to a single file other than an archive.
    var isFile: Bool {
        switch self {
        case .file: return true
        case .directory, .archive: return false
        }
    }

    /// Whether the app was packed for distribution. A zip archive with an app at its top level does not count, because
    /// simulator builds have that form.
    var isDistribution: Bool {
        switch self {
        case .file: return false
        case .directory(_, _, let isArchive): return isArchive
        case .archive(_, let entries):
            return entries.keys.contains { !$0.infoPlist.hasPrefix($0.app) }
        }
    }

    /// The bundles in the container, apps first, each group sorted by path.
    func locations() throws(PolicyFileError) -> [BundleLocation] {
        let path: String
        let allLocations: [BundleLocation]
        switch self {
        case .file: return []
        case .directory(let directory, let locations, _): (path, allLocations) = (directory, locations)
        case .archive(let archive, let entries):
            (path, allLocations) = (archive.path, Array(entries.keys))
            let total = entries.values.reduce(0) { $0 + min($1.size, Self.totalLimit) }
            guard total <= Self.totalLimit else { throw PolicyFileError(path: path, reason: .tooManyBundles) }
        }
        guard allLocations.count <= Self.bundleLimit else { throw PolicyFileError(path: path, reason: .tooManyBundles) }
        var bundles: [String: BundleLocation] = [:]
        // If a bundle has two property lists, the flat layout of iOS takes precedence over the layout of macOS with
        // `Contents`.
        for location in allLocations.sorted(by: { $0.infoPlist.count > $1.infoPlist.count }) {
            bundles[location.app + "/" + (location.nested ?? "")] = location
        }
        return bundles.values.sorted { left, right in
            guard (left.nested == nil) == (right.nested == nil) else { return left.nested == nil }
            return left.infoPlist < right.infoPlist
        }
    }

    /// The property list of a bundle, or of the file itself.
    func propertyList(
        of location: BundleLocation?, pipes: FileOpening.Pipes
    ) throws(PolicyFileError) -> PropertyListFile {
        switch (self, location) {
        case (.archive(let archive, let entries), let location?):
            guard let entry = entries[location] else { throw PolicyFileError(path: archive.path, reason: .noApp) }
            let content = try archive.content(of: entry)
            return PropertyListFile(path: "\(archive.path)/\(location.infoPlist)", data: Data(content))
        case (.directory(let path, _, _), let location?):
            let file = (path.hasSuffix("/") ? path : path + "/") + location.infoPlist
            return try PropertyListFile(
                reading: URL(fileURLWithPath: file).standardizedFileURL, named: file, pipes: pipes)
        case (.file(let path), _), (.directory(let path, _, _), nil):
            return try PropertyListFile(
                reading: URL(fileURLWithPath: path).standardizedFileURL, named: path, pipes: pipes)
        case (.archive(let archive, _), nil):
            throw PolicyFileError(path: archive.path, reason: .noApp)
        }
    }
}

extension BundleContainer {
    /// The bundles in a directory: the directory itself with its nested bundles, or the apps in the usual folders of
    /// archives and builds.
    private static func locations(in url: URL, isArchive: Bool) -> [BundleLocation] {
        let own = isArchive ? [] : locations(ofApp: url.lastPathComponent, at: url, prefix: "")
        guard own.isEmpty else { return own }
        let folders = isArchive ? ["Products/Applications/"] : ["Payload/", "Products/Applications/", ""]
        var appLocations: [BundleLocation] = []
        for folder in folders {
            for app in bundles(in: url.appendingPathComponent(folder), where: { $0.hasSuffix(".app") }) {
                let path = folder + app
                appLocations += locations(ofApp: app, at: url.appendingPathComponent(path), prefix: path + "/")
            }
        }
        return appLocations
    }

    /// The location of an app and the locations of its nested bundles.
    private static func locations(ofApp app: String, at url: URL, prefix: String) -> [BundleLocation] {
        infoPlists(below: url, path: "", depth: 0).compactMap {
            BundleLocation(app: app, pathInApp: $0, infoPlist: prefix + $0)
        }
    }

    /// The paths of the property lists of a bundle and of its nested bundles, relative to the app.
    ///
    /// - Parameters:
    ///   - path: The path of the bundle in the app, with a slash at its end; empty for the app itself.
    ///   - depth: The number of bundles around this bundle.
    private static func infoPlists(below bundle: URL, path: String, depth: Int) -> [String] {
        guard depth < BundleLocation.depthLimit else { return [] }
        var infoPlists: [String] = []
        for layout in ["", "Contents/"] {
            let infoPlist = layout + "Info.plist"
            if FileManager.default.fileExists(atPath: bundle.appendingPathComponent(infoPlist).path) {
                infoPlists.append(path + infoPlist)
            }
            for folder in BundleLocation.folders.map({ layout + $0 }) {
                let url = bundle.appendingPathComponent(folder)
                for name in bundles(in: url, where: BundleLocation.runsAsProcess) {
                    infoPlists += Self.infoPlists(
                        below: url.appendingPathComponent(name), path: "\(path)\(folder)/\(name)/", depth: depth + 1)
                }
            }
        }
        return infoPlists
    }

    /// The names in a folder that satisfy the predicate; empty if there is no such folder.
    private static func bundles(in folder: URL, where isBundle: (String) -> Bool) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
        return names.filter(isBundle).sorted().prefix(bundleLimit + 1).map { $0 }
    }

    private static func isDirectory(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// Whether a file is a zip archive, by its name or its first bytes. The bytes of a pipe are not examined, because a
    /// pipe cannot seek and the bytes would be lost.
    private static func isArchive(_ url: URL, pipes: FileOpening.Pipes) throws(PolicyFileError) -> Bool {
        if url.pathExtension.lowercased() == "ipa" { return true }
        let file = url.resolvingSymlinksInPath()
        guard let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType,
            type == .typeRegular
        else { return false }
        let start = try RandomAccessFile(path: file.path, pipes: pipes).bytes(at: 0, 4)
        // The signatures of a local header, and of the end record of an archive without entries.
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }
}
