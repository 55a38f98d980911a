import Foundation
import InfoPlist
import TransportSecurity

/// Finds the policy in the dictionary of a file, and names the kind of a file that has none.
enum PolicyDocument {
    /// The Info.plist or bare policy in a document: the document itself, `expo.ios.infoPlist` of Expo's `app.json`, or
    /// `info.properties` of a target of XcodeGen.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - target: The name of the target; nil if none was named.
    ///   - path: The path of the file, for errors.
    static func policy(
        in root: LocatedValue, of target: String?, at path: String
    ) throws(PolicyFileError) -> LocatedValue {
        guard case .dictionary(let dictionary) = root.propertyValue else {
            throw PolicyFileError(path: path, reason: .notADictionary)
        }
        if isNamedAsAnother(path) {
            throw PolicyFileError(path: path, reason: .noPolicy(kind(of: dictionary, at: path)))
        }
        if !isPolicy(dictionary), let project = XcodeGenProject(root) {
            return try project.infoPlist(of: target, at: path)
        }
        if let target { throw PolicyFileError(path: path, reason: .noSuchBundle(target, available: [])) }
        if isPolicy(dictionary) { return root }
        let expo = root["expo"] ?? root
        if let infoPlist = expo["ios"]?["infoPlist"], infoPlist.entries != nil {
            return LocatedValue(kind: infoPlist.kind, extent: nil)
        }
        throw PolicyFileError(path: path, reason: .noPolicy(kind(of: dictionary, at: path)))
    }

    /// Whether the name of a file shows that it holds no policy.
    private static func isNamedAsAnother(_ path: String) -> Bool {
        let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
        return name.hasSuffix(".entitlements") || name.hasSuffix(".xcprivacy") || name == "package.json"
    }

    /// Whether a dictionary is an Info.plist or a bare policy. A misspelt key of ATS shows that a policy was meant.
    private static func isPolicy(_ dictionary: [String: PropertyValue]) -> Bool {
        DeclaredPolicy.isBare(dictionary.keys)
            || dictionary.keys.contains {
                InfoPlistKeys.contain($0) || KeySpelling.probableKey(for: $0.withoutBlanks, in: .infoPlist) != nil
            }
    }

    private static func inside(_ dictionary: [String: PropertyValue], _ key: String) -> [String: PropertyValue]? {
        guard case .dictionary(let inside) = dictionary[key] else { return nil }
        return inside
    }

    /// The kind of a dictionary without a policy, and the file to name instead.
    private static func kind(of dictionary: [String: PropertyValue], at path: String) -> String {
        let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
        let keys = dictionary.keys
        if name.hasSuffix(".entitlements") || keys.contains(where: { $0.hasPrefix("com.apple.") }) {
            return "a list of entitlements, which has no policy of ATS; name the Info.plist of the same target"
        }
        if inside(dictionary, "expo") != nil || name == "app.json" && inside(dictionary, "ios") != nil {
            return "Expo's app.json without expo.ios.infoPlist; run npx expo prebuild, and name ios/APP/Info.plist"
        }
        if name == "package.json" || keys.contains("devDependencies") || keys.contains("dependencies") {
            return "a package.json of npm, which has no policy of ATS; name the Info.plist of the app"
        }
        if name.hasSuffix(".xcprivacy") || keys.contains(where: { $0.hasPrefix("NSPrivacy") }) {
            return "a privacy manifest, which has no policy of ATS; name the Info.plist of the app"
        }
        if keys.contains("GOOGLE_APP_ID") || keys.contains("GCM_SENDER_ID") {
            return "a configuration of Google's services, which has no policy of ATS; name the Info.plist of the app"
        }
        if keys.contains("PayloadContent") || keys.contains("PayloadType") {
            return "a configuration profile, which has no policy of ATS; name the Info.plist of an app"
        }
        if keys.contains("archiveVersion") && keys.contains("objects") {
            return "a project of Xcode; name the Info.plist of a target, or the app that was built"
        }
        if keys.contains("method") && (keys.contains("teamID") || keys.contains("signingStyle")) {
            return "a list of options for exporting an archive; name the .xcarchive or the .ipa"
        }
        return "no Info.plist: it has neither NSAppTransportSecurity, nor a key of it, nor another key that Apple "
            + "documents for an Info.plist"
    }

    /// The kind of a file about apps that is not a property list, and the file to name instead; nil for other files.
    static func kind(of data: Data, at path: String) -> String? {
        let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
        let text = String(decoding: data.prefix(4096), as: UTF8.self)
        if name.hasSuffix(".xcconfig") {
            return "a list of build settings; name the Info.plist of the target, or the app that was built"
        }
        if name.hasSuffix(".swift") {
            return text.contains("ProjectDescription")
                ? "a manifest of Tuist; run tuist generate, and name the target's file in Derived/InfoPlists"
                : "a file of Swift; name the Info.plist of the app"
        }
        if name.hasSuffix(".pbxproj") {
            return "a project of Xcode; name the Info.plist of a target, or the app that was built"
        }
        if name.hasPrefix("app.config.") {
            return "a program that configures Expo; run npx expo config --json > app.json, and name app.json"
        }
        if name.hasPrefix("electron-builder.") {
            return "a configuration of electron-builder; build the app, and name the .app"
        }
        if text.contains("<widget") {
            return "Cordova's config.xml; run cordova prepare ios, and name platforms/ios/APP/APP-Info.plist"
        }
        if text.contains("<plugin") {
            return
                "the plugin.xml of a plugin of Cordova; add it to an app, run cordova prepare ios, and name the app's "
                + "Info.plist"
        }
        if text.contains("<ti:app") {
            return "Titanium's tiapp.xml; build the app, and name its Info.plist in build/iphone"
        }
        if isYAML(data, at: path) { return "a file in YAML; name the Info.plist of the app" }
        return nil
    }

    /// The clause for a file in YAML that is too large, and the file to name instead.
    static let largeYAML =
        "a file in YAML that is too large, or has too many aliases, to be read here; name the Info.plist of the app"

    /// Whether a file is in YAML, by its name or by a line of a specification of XcodeGen.
    static func isYAML(_ data: Data, at path: String) -> Bool {
        let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
        if name.hasSuffix(".swift") || name.hasPrefix("electron-builder.") { return false }
        return name.hasSuffix(".yml") || name.hasSuffix(".yaml")
            || data.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "targets:".utf8) }
    }
}
