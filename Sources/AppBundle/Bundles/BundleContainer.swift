import Foundation

/// The kinds of files and folders that a policy can be read from.
enum BundleContainer {
    /// A property list.
    case file(path: String)
    /// A bundle, an Xcode archive, or a folder with apps.
    case directory(path: String, locations: [BundleLocation], isArchive: Bool)
    /// A zip archive, with the entries of its property lists.
    case archive(ZipArchive, entries: [BundleLocation: ZipEntry])

    /// Limits for the number of bundles and the total size of their property lists in bytes. No app reaches them.
    private static let bundleLimit = 256
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
        let found: [BundleLocation]
        switch self {
        case .file: return []
        case .directory(let directory, let locations, _): (path, found) = (directory, locations)
        case .archive(let archive, let entries):
            (path, found) = (archive.path, Array(entries.keys))
            let total = entries.values.reduce(0) { $0 + min($1.size, Self.totalLimit) }
            guard total <= Self.totalLimit else { throw PolicyFileError(path: path, reason: .tooManyBundles) }
        }
        guard found.count <= Self.bundleLimit else { throw PolicyFileError(path: path, reason: .tooManyBundles) }
        var bundles: [String: BundleLocation] = [:]
        // If a bundle has two property lists, the flat layout of iOS takes precedence over the layout of macOS with
        // `Contents`.
        for location in found.sorted(by: { $0.infoPlist.count > $1.infoPlist.count }) {
            bundles[location.app + "/" + (location.nested ?? "")] = location
        }
        return bundles.values.sorted {
            ($0.nested == nil ? 0 : 1, $0.infoPlist) < ($1.nested == nil ? 0 : 1, $1.infoPlist)
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
        return (isArchive ? ["Products/Applications/"] : ["Payload/", "Products/Applications/", ""]).flatMap { folder in
            bundles(in: url.appendingPathComponent(folder), where: { $0.hasSuffix(".app") }).flatMap { app in
                locations(ofApp: app, at: url.appendingPathComponent(folder + app), prefix: folder + app + "/")
            }
        }
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
    ///   - depth: The number of bundles around this one.
    private static func infoPlists(below bundle: URL, path: String, depth: Int) -> [String] {
        guard depth < 4 else { return [] }
        return ["", "Contents/"].flatMap { layout -> [String] in
            let own = path + layout + "Info.plist"
            let isThere = FileManager.default.fileExists(
                atPath: bundle.appendingPathComponent(layout + "Info.plist").path)
            let nested = BundleLocation.folders.flatMap { folder in
                bundles(in: bundle.appendingPathComponent(layout + folder), where: BundleLocation.runsAsProcess)
                    .flatMap { name in
                        infoPlists(
                            below: bundle.appendingPathComponent("\(layout)\(folder)/\(name)"),
                            path: "\(path)\(layout)\(folder)/\(name)/", depth: depth + 1)
                    }
            }
            return (isThere ? [own] : []) + nested
        }
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
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }
}
