/// The location of a bundle with an Info.plist: an app, or a bundle in an app that runs as a separate process.
struct BundleLocation: Hashable {
    /// The last component of the app's path, such as `MyApp.app`.
    let app: String
    /// The path of a nested bundle in the app, such as `PlugIns/Share.appex`; nil for the app itself.
    let nested: String?
    /// The path of the bundle's Info.plist, relative to the start of the search.
    let infoPlist: String

    /// The folders of an app for bundles that run as separate processes: app extensions, ExtensionKit extensions, watch
    /// apps, app clips, XPC services and helpers. On macOS these folders are in `Contents`.
    static let folders = [
        "PlugIns", "Extensions", "Watch", "AppClips", "XPCServices", "Helpers", "Library/LoginItems",
    ]

    /// The largest number of bundles in each other, the app included.
    static let depthLimit = 4

    /// Whether a bundle with this name runs as a separate process.
    static func runsAsProcess(_ name: some StringProtocol) -> Bool {
        name.hasSuffix(".appex") || name.hasSuffix(".app") || name.hasSuffix(".xpc")
    }

    /// Creates the location of a bundle in an app from the path of its Info.plist; nil if the path belongs neither to
    /// the app nor to a bundle that runs as a separate process.
    init?(app: String, pathInApp: String, infoPlist: String) {
        var components = pathInApp.split(separator: "/")[...]
        guard components.popLast() == "Info.plist" else { return nil }
        if components.last == "Contents" { components.removeLast() }
        guard Self.isNesting(components) else { return nil }
        let path = components.joined(separator: "/")
        self.app = app
        nested = path.isEmpty ? nil : path
        self.infoPlist = infoPlist
    }

    /// Creates the location of a bundle in an archive from the path of its Info.plist. The archive is one of Xcode
    /// (`Products/Applications`), one for the App Store (`Payload`), or one of an app only.
    init?(pathInArchive path: String) {
        var components = path.split(separator: "/")[...]
        if components.first?.hasSuffix(".xcarchive") == true { components.removeFirst() }
        if components.first == "Payload" {
            components.removeFirst()
        } else if components.starts(with: ["Products", "Applications"]) {
            components.removeFirst(2)
        }
        guard let app = components.popFirst(), app.hasSuffix(".app") else { return nil }
        self.init(app: String(app), pathInApp: components.joined(separator: "/"), infoPlist: path)
    }

    /// The last component of the bundle's path, such as `Share.appex`.
    var name: String { nested?.split(separator: "/").last.map(String.init) ?? app }

    /// The name of the bundle's policy in events, such as `MyApp.app` or `MyApp.app#Share.appex`.
    var source: String { nested == nil ? app : "\(app)#\(name)" }

    /// Whether the text names this bundle: by name, by name without extension, or by path in the app.
    func isNamed(_ text: String) -> Bool {
        if text == name || text == nested { return true }
        guard Self.runsAsProcess(name), let dot = name.lastIndex(of: ".") else { return false }
        return text == name[..<dot]
    }

    /// Whether the path alternates between known folders and at most `depthLimit` bundles, as in
    /// `Watch/MyWatch.app/PlugIns/Share.appex`.
    private static func isNesting(_ components: ArraySlice<Substring>) -> Bool {
        var components = components
        var depth = 0
        while !components.isEmpty, depth < depthLimit {
            if components.first == "Contents" { components.removeFirst() }
            let folder = folders.lazy.map { $0.split(separator: "/") }.first { components.starts(with: $0) }
            guard let folder else { return false }
            components.removeFirst(folder.count)
            guard let name = components.popFirst(), runsAsProcess(name) else { return false }
            depth += 1
        }
        return components.isEmpty
    }
}
