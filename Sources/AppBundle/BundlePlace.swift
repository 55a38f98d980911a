/// A bundle that has an Info.plist: an app, or what lies in one and has a policy of its own.
struct BundlePlace: Hashable {
    /// The last component of the app's path, `MyApp.app`.
    let app: String
    /// The path of the bundle in the app, `PlugIns/Share.appex`; nil for the app itself.
    let nested: String?
    /// The path of its Info.plist, relative to where the search began.
    let infoPlist: String

    /// Where an app keeps what runs as a process of its own: app extensions, ExtensionKit extensions, the watch's app,
    /// app clips, XPC services, helpers. On macOS these lie in `Contents`.
    static let folders = [
        "PlugIns", "Extensions", "Watch", "AppClips", "XPCServices", "Helpers", "Library/LoginItems",
    ]

    /// Whether a bundle with this name runs as a process of its own.
    static func isProcess(_ name: some StringProtocol) -> Bool {
        name.hasSuffix(".appex") || name.hasSuffix(".app") || name.hasSuffix(".xpc")
    }

    /// The place of an Info.plist at a path in an app; nil where that is not one of a bundle that runs.
    init?(app: String, pathInApp: String, infoPlist: String) {
        var rest = pathInApp.split(separator: "/")[...]
        guard rest.popLast() == "Info.plist" else { return nil }
        if rest.last == "Contents" { rest.removeLast() }
        let path = rest.joined(separator: "/")
        guard Self.isNesting(rest) else { return nil }
        self.app = app
        nested = path.isEmpty ? nil : path
        self.infoPlist = infoPlist
    }

    /// The place of an Info.plist at a path in an archive: of Xcode (`Products/Applications`), for the App Store
    /// (`Payload`), or of an app alone.
    init?(pathInArchive path: String) {
        var rest = path.split(separator: "/")[...]
        if rest.first?.hasSuffix(".xcarchive") == true { rest.removeFirst() }
        if rest.first == "Payload" {
            rest.removeFirst()
        } else if rest.starts(with: ["Products", "Applications"]) {
            rest.removeFirst(2)
        }
        guard let app = rest.popFirst(), app.hasSuffix(".app") else { return nil }
        self.init(app: String(app), pathInApp: rest.joined(separator: "/"), infoPlist: path)
    }

    /// The bundle's own name.
    var name: String {
        nested.map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) } ?? app
    }

    /// The name by which events call the bundle's policy: `MyApp.app`, `MyApp.app#Share.appex`.
    var source: String { nested == nil ? app : "\(app)#\(name)" }

    /// Whether a person means this bundle by a name: its own with or without extension, or its path in the app.
    func isNamed(_ text: String) -> Bool {
        text == name || text == nested
            || name.hasPrefix(text + ".") && Self.isProcess(name)
                && name.dropFirst(text.count + 1).allSatisfy { $0 != "." }
    }

    /// Whether these are folders and bundles by turns, the bundles at most four.
    private static func isNesting(_ components: ArraySlice<Substring>) -> Bool {
        var rest = components
        var depth = 0
        while !rest.isEmpty, depth < 4 {
            if rest.first == "Contents" { rest.removeFirst() }
            guard let folder = folders.lazy.map({ $0.split(separator: "/") }).first(where: { rest.starts(with: $0) })
            else { return false }
            rest.removeFirst(folder.count)
            guard let name = rest.popFirst(), isProcess(name) else { return false }
            depth += 1
        }
        return rest.isEmpty
    }
}
