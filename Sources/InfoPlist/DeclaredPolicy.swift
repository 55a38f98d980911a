import TransportSecurity

/// The policy that a property list declares: an Info.plist, or an `NSAppTransportSecurity` dictionary by itself.
///
/// A dictionary with the key `NSAppTransportSecurity` or a `CFBundle…` key is an Info.plist. A dictionary with a key of
/// `NSAppTransportSecurity` itself, or without any key, is a bare policy. Any other dictionary counts as an Info.plist
/// without the key, for which the defaults of ATS hold.
package struct DeclaredPolicy: Hashable, Sendable {
    /// Whether the property list is a bare policy and not an Info.plist.
    package let isBare: Bool
    /// The `NSAppTransportSecurity` dictionary; empty if the key is missing, or has another type, which the system
    /// ignores.
    package let dictionary: [String: PropertyValue]
    /// The SDK that the app was built with, from `DTSDKName`; nil if the key is missing or names no SDK of a system
    /// with ATS.
    package let linkedSDK: OSVersion?

    /// Creates the policy that a property list declares.
    package init(_ propertyList: [String: PropertyValue]) {
        isBare = Self.isBare(propertyList.keys)
        dictionary = isBare ? propertyList : Self.policy(in: propertyList)
        linkedSDK = isBare ? nil : Self.linkedSDK(in: propertyList)
    }

    /// Whether a dictionary with these keys is a bare policy and not an Info.plist.
    package static func isBare(_ keys: some Collection<String>) -> Bool {
        guard !keys.isEmpty else { return true }
        let isInfoPlist = keys.contains { $0 == ATSKey.appTransportSecurity || $0.hasPrefix("CFBundle") }
        return !isInfoPlist && keys.contains(where: ATSKey.topLevel.contains)
    }

    private static func policy(in infoPlist: [String: PropertyValue]) -> [String: PropertyValue] {
        guard case .dictionary(let policy) = infoPlist[ATSKey.appTransportSecurity] else { return [:] }
        return policy
    }

    private static func linkedSDK(in infoPlist: [String: PropertyValue]) -> OSVersion? {
        guard case .string(let name) = infoPlist["DTSDKName"] else { return nil }
        return OSVersion(dtSDKName: name)
    }
}
