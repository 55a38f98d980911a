import Foundation

/// Where the property lists of a policy lie: in a file, a bundle, a folder with an app, or an archive.
struct BundleLayout {
    /// The bundle whose policy is meant; nil where the path names a property list itself.
    let chosen: BundlePlace?
    /// The other bundles of the same app, in the order of their paths; empty where one of them was chosen by name.
    let others: [BundlePlace]
    /// Whether the app was packed for distribution: an `.ipa`, an `.xcarchive`, a zip archive of one.
    let isDistribution: Bool
    private let container: BundleContainer
    private let path: String

    /// Finds the property lists at a path, `#` and the name of a bundle behind it where another than the app itself
    /// is meant: `MyApp.ipa#Share.appex`.
    init(path: String) throws(PolicyFileError) {
        let (path, name) = Self.split(path)
        self.path = path
        container = try BundleContainer(path: path)
        isDistribution = container.isDistribution
        let places = try container.places()
        if let name {
            let named = places.filter { $0.isNamed(name) }
            guard named.count == 1, let place = named.first else {
                let available = places.map { $0.nested ?? $0.app }
                throw PolicyFileError(path: path, reason: .noSuchBundle(name, available: available))
            }
            chosen = place
            others = place.nested == nil ? places.filter { $0.app == place.app && $0 != place } : []
        } else {
            let apps = places.filter { $0.nested == nil }
            guard apps.count <= 1 else {
                throw PolicyFileError(path: path, reason: .severalApps(apps.map(\.app)))
            }
            chosen = apps.first
            others = places.filter { $0 != apps.first }
        }
    }

    /// The last component of the path, or the bundle's name: what events call the policy.
    var source: String { chosen?.source ?? URL(fileURLWithPath: path).lastPathComponent }

    /// What to write for `--policy` to name a bundle of the same app.
    func selection(of place: BundlePlace) -> String { "\(path)#\(place.name)" }

    /// The property list of a bundle, or that which the path names.
    func propertyList(of place: BundlePlace?) throws(PolicyFileError) -> PropertyListFile {
        try container.propertyList(of: place)
    }

    /// The path of the chosen property list, relative as it was given; nil where it is no file of its own.
    var propertyListPath: String? {
        switch container {
        case .file: return path
        case .archive: return nil
        case .directory:
            guard let chosen else { return nil }
            return (path.hasSuffix("/") ? path : path + "/") + chosen.infoPlist
        }
    }

    /// The path without the name of a bundle in it.
    var containerPath: String { path }

    /// A `#` belongs to the name of a file that exists; else the last one divides.
    private static func split(_ path: String) -> (path: String, name: String?) {
        guard let mark = path.lastIndex(of: "#"), !FileManager.default.fileExists(atPath: path) else {
            return (path, nil)
        }
        return (String(path[..<mark]), String(path[path.index(after: mark)...]))
    }
}
