import InternetNames

/// The `NSAppTransportSecurity` dictionary of an app, as one OS reads it.
///
/// Reading never fails. Values that Apple's engine ignores are ignored, and values that the engine replaces by a
/// default are replaced. Reporting mistakes of the author is the job of lint.
///
/// ``verdict(for:kind:)`` says whether the policy permits a URL, and ``requirements(for:kind:)`` are its demands on the
/// servers of a host. Another OS may read another policy from the same dictionary. The module `InfoPlist` creates
/// policies from an Info.plist.
public struct Policy: Hashable, Sendable {
    /// The OS that reads the policy.
    public let os: OSVersion
    /// The SDK that the app was linked with; nil stands for the SDK of `os`.
    public let linkedSDK: OSVersion?
    /// `NSAllowsArbitraryLoads`. The presence of one of the next three keys voids this key.
    public let allowsArbitraryLoads: Bool
    /// `NSAllowsArbitraryLoadsForMedia`; nil if the key is absent or the OS does not read it.
    public let allowsArbitraryLoadsForMedia: Bool?
    /// `NSAllowsArbitraryLoadsInWebContent`; nil if the key is absent or the OS does not read it.
    public let allowsArbitraryLoadsInWebContent: Bool?
    /// `NSAllowsLocalNetworking`; nil if the key is absent or the OS does not read it. For local destinations, nil
    /// means YES.
    public let allowsLocalNetworking: Bool?
    /// `NSRequiresNIAPTLSPackageVersion`.
    public let niapTLSPackage: NIAPTLSPackage
    let exceptions: ExceptionTable
    let pins: PinTable
    /// Whether a policy was given that the system does not read.
    let isDisregarded: Bool

    /// Creates the policy that an OS reads from a dictionary. An empty dictionary is ATS without exceptions of the app.
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

    /// The entries of `NSExceptionDomains` that the OS reads, in the order of their keys, without built-in ones.
    public var exceptionDomains: [ExceptionDomain] { exceptions.all.filter { !$0.isBuiltIn } }

    /// The entries of `NSPinnedDomains` that the OS reads, in the order of their keys.
    public var pinnedDomains: [PinnedDomain] { pins.all }

    /// The entries of `NSPinnedDomains` that cover a host: those of the host itself first, then those of its parent
    /// domain.
    public func pinnedDomains(for host: Host) -> [PinnedDomain] { pins.domains(for: host) }

    /// The first of the present keys that make the OS ignore `NSAllowsArbitraryLoads`, whatever their value
    /// (documentation of the key; testFalseWebContentKeyOverridesAllowsArbitraryLoads); nil if none is present.
    public var keyVoidingArbitraryLoads: String? {
        if allowsArbitraryLoadsForMedia != nil { return ATSKey.allowsArbitraryLoadsForMedia }
        if allowsArbitraryLoadsInWebContent != nil { return ATSKey.allowsArbitraryLoadsInWebContent }
        return allowsLocalNetworking == nil ? nil : ATSKey.allowsLocalNetworking
    }

    /// Whether the app is linked with an SDK from before ATS. ATS is then off on every OS.
    public var precedesATS: Bool { (linkedSDK ?? os).precedesATS }

    /// Whether addresses that are not local are subject to ATS like names, as from iOS 17 for apps linked with its SDK,
    /// and in iOS 9, which exempted no address.
    public var subjectsPublicAddresses: Bool {
        os.generation == .ios9 || os.subjectsPublicAddresses(linkedSDK: linkedSDK)
    }
}
