import Foundation
import TransportSecurity

extension AppPolicy {
    /// Reads the policy at a path: an Info.plist, a bare `NSAppTransportSecurity` dictionary, either as XML, binary or
    /// OpenStep property list or as JSON; or an `.app`, `.appex` or other bundle with an Info.plist.
    ///
    /// What has the key `NSAppTransportSecurity` is an Info.plist; what has one of that dictionary's own keys instead
    /// is the bare dictionary, and so is an empty one. Anything else is an Info.plist without the key: the defaults of
    /// ATS, with a warning where it does not even look like one.
    ///
    /// An `NSAppTransportSecurity` that is no dictionary is ignored, as the system ignores it, with a warning.
    public init(contentsOf path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        let name = layout.propertyList.lastPathComponent == layout.source ? path : layout.propertyList.path
        let file = try PropertyListFile(reading: layout.propertyList, named: name)
        self.init(source: layout.source, propertyList: try file.dictionary())
    }

    /// The policy in a property list that was read from `source`.
    init(source: String, propertyList: [String: PropertyValue]) {
        if propertyList[ATSKey.appTransportSecurity] == nil,
            propertyList.isEmpty || !ATSKey.topLevel.isDisjoint(with: propertyList.keys)
        {
            self.init(source: source, dictionary: propertyList)
        } else {
            self.init(source: source, infoPlist: propertyList)
        }
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
