/// The keys of `NSAppTransportSecurity` and of the dictionaries in it, as Apple spells them.
public enum ATSKey {
    /// The key of the policy dictionary in an Info.plist.
    public static let appTransportSecurity = "NSAppTransportSecurity"

    /// YES turns ATS off for every destination without an entry.
    public static let allowsArbitraryLoads = "NSAllowsArbitraryLoads"
    /// YES turns ATS off for AVFoundation.
    public static let allowsArbitraryLoadsForMedia = "NSAllowsArbitraryLoadsForMedia"
    /// YES turns ATS off for web views.
    public static let allowsArbitraryLoadsInWebContent = "NSAllowsArbitraryLoadsInWebContent"
    /// NO makes local destinations subject to ATS.
    public static let allowsLocalNetworking = "NSAllowsLocalNetworking"
    /// Requirements for single hosts, addresses and ranges.
    public static let exceptionDomains = "NSExceptionDomains"
    /// Pins for single hosts.
    public static let pinnedDomains = "NSPinnedDomains"
    /// The NIAP TLS package that every load must satisfy.
    public static let requiresNIAPTLSPackageVersion = "NSRequiresNIAPTLSPackageVersion"

    /// Every key of the top level of `NSAppTransportSecurity`.
    public static let topLevel: Set<String> = [
        allowsArbitraryLoads, allowsArbitraryLoadsForMedia, allowsArbitraryLoadsInWebContent, allowsLocalNetworking,
        exceptionDomains, pinnedDomains, requiresNIAPTLSPackageVersion,
    ]

    /// Whether an entry also covers subdomains.
    public static let includesSubdomains = "NSIncludesSubdomains"
    /// Whether an exception permits cleartext and leaves trust to the app.
    public static let exceptionAllowsInsecureHTTPLoads = "NSExceptionAllowsInsecureHTTPLoads"
    /// The oldest TLS version of an exception.
    public static let exceptionMinimumTLSVersion = "NSExceptionMinimumTLSVersion"
    /// Whether an exception requires forward secrecy.
    public static let exceptionRequiresForwardSecrecy = "NSExceptionRequiresForwardSecrecy"
    /// Whether an exception requires Certificate Transparency; obsolete.
    public static let requiresCertificateTransparency = "NSRequiresCertificateTransparency"
    /// The NIAP TLS package of an exception.
    public static let exceptionRequiresNIAPTLSPackageVersion = "NSExceptionRequiresNIAPTLSPackageVersion"

    /// Pins of certificate authorities.
    public static let pinnedCAIdentities = "NSPinnedCAIdentities"
    /// Pins of servers' own certificates (leaves).
    public static let pinnedLeafIdentities = "NSPinnedLeafIdentities"
    /// The digest of one pin.
    public static let spkiSHA256Base64 = "SPKI-SHA256-BASE64"

    /// The older spellings of an exception's key, from the betas of iOS 9 (`NSTemporaryException…`) and the
    /// documentation of 2015 (`NSThirdPartyException…`); empty for a key without any.
    public static func legacySpellings(of key: String) -> [String] {
        switch key {
        case exceptionAllowsInsecureHTTPLoads, exceptionMinimumTLSVersion, exceptionRequiresForwardSecrecy:
            let stem = key.dropFirst("NSException".count)
            return ["NSTemporaryException\(stem)", "NSThirdPartyException\(stem)"]
        case _:
            return []
        }
    }
}
