import Foundation

/// The property lists at a path that a user names: in a file, a bundle, a folder with an app, or an archive.
struct BundleLayout {
    /// The bundle whose policy is read; nil if the path leads to a property list itself.
    let chosen: BundleLocation?
    /// The other bundles of the same app, sorted by path; empty if a nested bundle was chosen by name.
    let others: [BundleLocation]
    /// Whether the app was packed for distribution, as an `.ipa`, an `.xcarchive` or a zip archive of one of these.
    let isDistribution: Bool
    /// The name of a target, if the path leads to a project with several; nil if none was named.
    private let target: String?
    private let container: BundleContainer
    /// The path without the name of a bundle.
    let path: String
    private let pipes: FileOpening.Pipes

    /// Finds the property lists at a path. A bundle other than the app itself is named after a `#`, as in
    /// `MyApp.ipa#Share.appex`.
    init(path: String, pipes: FileOpening.Pipes = .read) throws(PolicyFileError) {
        let (path, name) = Self.split(path)
        self.path = path
        self.pipes = pipes
        container = try BundleContainer(path: path, pipes: pipes)
        isDistribution = container.isDistribution
        let locations = try container.locations()
        target = container.isFile ? name : nil
        if let name, target == nil {
            let matches = locations.filter { $0.isNamed(name) }
            guard matches.count == 1, let location = matches.first else {
                let available = locations.map { $0.nested ?? $0.app }
                throw PolicyFileError(path: path, reason: .noSuchBundle(name, available: available))
            }
            chosen = location
            others = location.nested == nil ? locations.filter { $0.app == location.app && $0 != location } : []
        } else {
            let apps = locations.filter { $0.nested == nil }
            guard apps.count <= 1 else {
                throw PolicyFileError(path: path, reason: .severalApps(apps.map(\.app)))
            }
            chosen = apps.first
            others = locations.filter { $0 != apps.first }
        }
    }

    /// The name of the policy in events: the name of the bundle, or the last component of the path.
    var source: String {
        chosen?.source ?? URL(fileURLWithPath: path).lastPathComponent + (target.map { "#\($0)" } ?? "")
    }

    /// The value of `--policy` that selects a bundle of the same app.
    func selection(of location: BundleLocation) -> String { "\(path)#\(location.name)" }

    /// The property list of a bundle, or the one at the path.
    func propertyList(of location: BundleLocation?) throws(PolicyFileError) -> PropertyListFile {
        var file = try container.propertyList(of: location, pipes: pipes)
        file.target = target
        return file
    }

    /// The path of the chosen property list, relative if the given path is; nil if the list is in an archive.
    var propertyListPath: String? {
        switch container {
        case .file: return path
        case .archive: return nil
        case .directory:
            guard let chosen else { return nil }
            return (path.hasSuffix("/") ? path : path + "/") + chosen.infoPlist
        }
    }

    /// Splits the path at its last `#`, unless a file of the whole name exists.
    private static func split(_ path: String) -> (path: String, name: String?) {
        guard let mark = path.lastIndex(of: "#"), !FileManager.default.fileExists(atPath: path) else {
            return (path, nil)
        }
        return (String(path[..<mark]), String(path[path.index(after: mark)...]))
    }
}

extension BundleLayout {
    /// Whether the property list is in a built bundle, in which Xcode has replaced build settings. A folder of sources
    /// is not built.
    var isBuilt: Bool {
        chosen != nil && [".app", ".appex", ".bundle", ".framework", ".xpc"].contains { source.hasSuffix($0) }
    }
}
