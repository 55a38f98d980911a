import Foundation

/// Where the property list of a policy lies, and what its owner is called.
struct BundleLayout {
    /// The property list itself.
    let propertyList: URL
    /// The last component of the app's path, or of the file's.
    let source: String

    /// Finds the property list at a path: in an `.app`, `.appex` or any other bundle, or the file itself.
    init(path: String) throws(PolicyFileError) {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        source = url.lastPathComponent
        if let container = Container(rawValue: url.pathExtension.lowercased()) {
            throw PolicyFileError(path: path, reason: container.refusal)
        }
        guard Self.isDirectory(url) else {
            propertyList = url
            return
        }
        // iOS bundles are flat, those of macOS have Contents.
        let candidates = ["Info.plist", "Contents/Info.plist"].map { url.appendingPathComponent($0) }
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw PolicyFileError(path: path, reason: .directoryWithoutInfoPlist)
        }
        propertyList = found
    }

    /// What holds an app without being one. None is opened here.
    enum Container: String {
        case ipa, xcarchive

        var refusal: PolicyFileError.Reason {
            switch self {
            case .ipa: return Self.archive
            case .xcarchive:
                return .container(kind: "an Xcode archive", advice: "name the .app in its Products/Applications")
            }
        }

        /// A zip archive, whatever its name.
        static let archive = PolicyFileError.Reason.container(
            kind: "a zip archive", advice: "unpack it and name the .app in its Payload")
    }

    private static func isDirectory(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
