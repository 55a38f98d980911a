import Foundation
import TransportSecurity

extension AppPolicy {
    /// Reads the policy at a path: an Info.plist, a bare `NSAppTransportSecurity` dictionary, either as XML, binary or
    /// OpenStep property list or as JSON; an `.app`, `.appex` or other bundle with an Info.plist; or what holds one
    /// app: an `.ipa`, an `.xcarchive`, a zip archive, a folder. Another bundle in it, such as an app extension, is
    /// named behind a `#`: `MyApp.ipa#Share.appex`.
    ///
    /// What has the key `NSAppTransportSecurity` is an Info.plist, and so is what has a `CFBundle…` key; what has one
    /// of that dictionary's own keys instead is the bare dictionary, and so is an empty one. Anything else is an
    /// Info.plist without the key: the defaults of ATS, with a warning where it does not even look like one.
    ///
    /// An `NSAppTransportSecurity` that is no dictionary is ignored, as the system ignores it, with a warning; and a
    /// warning names the other bundles of the app that have policies of their own.
    public init(contentsOf path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        let file = try layout.propertyList(of: layout.chosen)
        self.init(source: layout.source, propertyList: try file.dictionary())
        warnings += layout.warnings
    }

    /// The policy in a property list that was read from `source`.
    init(source: String, propertyList: [String: PropertyValue]) {
        if Self.isBare(propertyList.keys) {
            self.init(source: source, dictionary: propertyList)
        } else {
            self.init(source: source, infoPlist: propertyList)
        }
    }

    /// Whether a dictionary with these keys is an `NSAppTransportSecurity` itself, not an Info.plist.
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
            warnings.append("The DTSDKName of \(source), '\(name)', names no SDK of a system that has ATS.")
        }
    }

    /// The first name that the Info.plist gives, but for build settings, `$(PRODUCT_NAME)`, that Xcode did not replace.
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
    /// That the app holds other policies than the one which is read.
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
