/// The `NSAppTransportSecurity` dictionary of an app, as one OS reads it.
///
/// Reading never fails: what Apple's engine ignores is ignored, and what it replaces by a default is replaced. Whether
/// that is what the author meant is for lint to say.
public struct Policy: Hashable, Sendable {
    /// The OS whose reading this is.
    public let os: OSVersion
    /// The SDK that the app was linked with; nil for that of `os`.
    public let linkedSDK: OSVersion?
    /// `NSAllowsArbitraryLoads`, before the next three keys void it.
    public let allowsArbitraryLoads: Bool
    /// `NSAllowsArbitraryLoadsForMedia`; nil where the key is absent, or the OS does not know it.
    public let allowsArbitraryLoadsForMedia: Bool?
    /// `NSAllowsArbitraryLoadsInWebContent`; nil as above.
    public let allowsArbitraryLoadsInWebContent: Bool?
    /// `NSAllowsLocalNetworking`; nil as above, which means the same as YES for local destinations.
    public let allowsLocalNetworking: Bool?
    /// `NSRequiresNIAPTLSPackageVersion`.
    public let niapTLSPackage: NIAPTLSPackage
    let exceptions: ExceptionTable
    let pins: PinTable
    /// Whether there is a policy that this system does not read.
    let isDisregarded: Bool

    /// The policy that an OS reads in a dictionary; an empty one is ATS without exceptions of the app's own.
    public init(_ given: [String: PropertyValue], readBy os: OSVersion, linkedSDK: OSVersion? = nil) {
        let dictionary = os.readsAppPolicies ? given : [:]
        func boolean(_ key: String) -> Bool? { dictionary[key]?.boolean(readBy: os) }

        self.os = os
        self.linkedSDK = os.readsAppPolicies ? linkedSDK : nil
        isDisregarded = !os.readsAppPolicies && !given.isEmpty
        allowsArbitraryLoads = boolean(ATSKey.allowsArbitraryLoads) ?? false
        let readsContentKeys = os.readsLocalAndContentKeys
        allowsArbitraryLoadsForMedia = readsContentKeys ? boolean(ATSKey.allowsArbitraryLoadsForMedia) : nil
        allowsArbitraryLoadsInWebContent = readsContentKeys ? boolean(ATSKey.allowsArbitraryLoadsInWebContent) : nil
        allowsLocalNetworking = readsContentKeys ? boolean(ATSKey.allowsLocalNetworking) : nil
        let package = os.readsNIAPKeys ? NIAPTLSPackage(dictionary[ATSKey.requiresNIAPTLSPackageVersion]) : nil
        niapTLSPackage = os.demandsNIAPEverywhere ? .version2_1 : package ?? .notRequired
        exceptions = ExceptionTable(dictionary[ATSKey.exceptionDomains], readBy: os)
        pins = PinTable(os.readsPins ? dictionary[ATSKey.pinnedDomains] : nil)
    }

    /// The entries of `NSExceptionDomains` that the OS reads, in the order of their keys; not those it brings along.
    public var exceptionDomains: [ExceptionDomain] { exceptions.all.filter { !$0.isBuiltIn } }

    /// The entries of `NSPinnedDomains` that the OS reads, in the order of their keys.
    public var pinnedDomains: [PinnedDomain] { pins.all }

    /// The first of the keys whose mere presence makes the OS ignore `NSAllowsArbitraryLoads`, whatever their value
    /// (documentation of the key; testFalseWebContentKeyOverridesAllowsArbitraryLoads); nil where none is present.
    public var keyVoidingArbitraryLoads: String? {
        if allowsArbitraryLoadsForMedia != nil { return ATSKey.allowsArbitraryLoadsForMedia }
        if allowsArbitraryLoadsInWebContent != nil { return ATSKey.allowsArbitraryLoadsInWebContent }
        return allowsLocalNetworking == nil ? nil : ATSKey.allowsLocalNetworking
    }

    /// Whether the app is linked with an SDK older than ATS, which is then off, whatever the OS.
    public var precedesATS: Bool { (linkedSDK ?? os).precedesATS }

    /// Whether addresses that are not local are under ATS like names: from iOS 17, for apps linked with its SDK; and in
    /// iOS 9, which exempted nothing.
    public var subjectsPublicAddresses: Bool {
        os.profile == .ios9 || os.subjectsPublicAddresses(linkedSDK: linkedSDK)
    }
}
