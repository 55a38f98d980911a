import Foundation
import TransportSecurity

extension AppPolicy {
    /// Reads the policy at a path.
    ///
    /// The path leads to one of these: an Info.plist or a bare `NSAppTransportSecurity` dictionary, as an XML, binary
    /// or OpenStep property list or as JSON; an `.app`, `.appex` or other bundle with an Info.plist; or an `.ipa`, an
    /// `.xcarchive`, a zip archive or a folder that holds one app. Another bundle inside the app, such as an app
    /// extension, is named after a `#`: `MyApp.ipa#Share.appex`.
    ///
    /// A dictionary with the key `NSAppTransportSecurity` or a `CFBundle…` key is an Info.plist. A dictionary with a
    /// key of `NSAppTransportSecurity` itself, or without any key, is a bare policy. Any other dictionary counts as an
    /// Info.plist without the key, for which the defaults of ATS hold; a warning says so if it has no `CFBundle…` key
    /// either.
    ///
    /// An `NSAppTransportSecurity` that is not a dictionary is ignored with a warning, as the system ignores it.
    /// Another warning names the other bundles of the app that have their own policies.
    public init(contentsOf path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        let file = try layout.propertyList(of: layout.chosen)
        self.init(source: layout.source, propertyList: try file.dictionary())
        warnings += layout.warnings
    }

    /// Creates the policy from a property list that was read from `source`.
    init(source: String, propertyList: [String: PropertyValue]) {
        if Self.isBare(propertyList.keys) {
            self.init(source: source, dictionary: propertyList)
        } else {
            self.init(source: source, infoPlist: propertyList)
        }
    }

    /// Whether a dictionary with these keys is an `NSAppTransportSecurity` dictionary and not an Info.plist.
    static func isBare(_ keys: some Collection<String>) -> Bool {
        keys.isEmpty
            || !keys.contains { $0 == ATSKey.appTransportSecurity || $0.hasPrefix("CFBundle") }
                && keys.contains(where: ATSKey.topLevel.contains)
    }

    private init(source: String, infoPlist: [String: PropertyValue]) {
        self.init(source: source, dictionary: [:])
        appName = Self.name(in: infoPlist) ?? Self.nameWithoutExtension(source)
        switch infoPlist[ATSKey.appTransportSecurity] {
        case .dictionary(let policy):
            dictionary = policy
        case .boolean, .integer, .real, .string, .array, .other:
            warnings.append("The NSAppTransportSecurity of \(source) is no dictionary, so the system ignores it.")
        case nil:
            if !infoPlist.keys.contains(where: { $0.hasPrefix("CFBundle") }) {
                warnings.append(
                    "\(source) holds neither NSAppTransportSecurity nor any of its keys; the defaults of ATS hold.")
            }
        }
        readLinkedSDK(infoPlist["DTSDKName"])
    }

    private mutating func readLinkedSDK(_ value: PropertyValue?) {
        guard case .string(let name) = value else { return }
        linkedSDK = OSVersion(dtSDKName: name)
        if linkedSDK == nil {
            warnings.append("The DTSDKName of \(source), '\(name.visible())', names no SDK of a system that has ATS.")
        }
    }

    /// The first name in the Info.plist that is not a build setting such as `$(PRODUCT_NAME)`, which Xcode would have
    /// replaced.
    private static func name(in infoPlist: [String: PropertyValue]) -> String? {
        ["CFBundleName", "CFBundleDisplayName", "CFBundleExecutable"].lazy
            .compactMap { key -> String? in
                guard case .string(let name) = infoPlist[key] else { return nil }
                return name.isEmpty || name.contains("$(") || name.contains("${") ? nil : name
            }
            .first
    }

    private static func nameWithoutExtension(_ source: String) -> String {
        guard let dot = source.lastIndex(of: "."), dot > source.startIndex else { return source }
        return String(source[..<dot])
    }
}

extension BundleLayout {
    /// Warnings about bundles of the app that have policies other than the chosen one.
    fileprivate var warnings: [String] {
        var warnings: [String] = []
        var withPolicy: [BundlePlace] = []
        for place in others {
            do throws(PolicyFileError) {
                let dictionary = try propertyList(of: place).dictionary()
                if dictionary[ATSKey.appTransportSecurity] != nil { withPolicy.append(place) }
            } catch {
                warnings.append("Whether \(place.source) has a policy of its own is unknown: \(error.description)")
            }
        }
        if let first = withPolicy.first {
            let verb = withPolicy.count == 1 ? "has" : "have"
            warnings.append(
                "The policy is that of \(source) itself; \(withPolicy.map(\.name).listed) \(verb) an "
                    + "NSAppTransportSecurity of \(withPolicy.count == 1 ? "its" : "their") own, to be named as "
                    + "\(selection(of: first)).")
        }
        return warnings
    }
}
