/// The keys of `NSAppTransportSecurity` and of what is in it, as Apple spells them.
public enum ATSKey {
    /// The key of an Info.plist under which all others stand.
    public static let appTransportSecurity = "NSAppTransportSecurity"

    /// ATS off for every destination without an entry.
    public static let allowsArbitraryLoads = "NSAllowsArbitraryLoads"
    /// ATS off for AVFoundation.
    public static let allowsArbitraryLoadsForMedia = "NSAllowsArbitraryLoadsForMedia"
    /// ATS off for web views.
    public static let allowsArbitraryLoadsInWebContent = "NSAllowsArbitraryLoadsInWebContent"
    /// NO puts local destinations under ATS.
    public static let allowsLocalNetworking = "NSAllowsLocalNetworking"
    /// Rules for single hosts, addresses and ranges.
    public static let exceptionDomains = "NSExceptionDomains"
    /// Pins for single hosts.
    public static let pinnedDomains = "NSPinnedDomains"
    /// The NIAP TLS package that every load must meet.
    public static let requiresNIAPTLSPackageVersion = "NSRequiresNIAPTLSPackageVersion"

    /// Every key that may stand at the top level of `NSAppTransportSecurity`.
    public static let topLevel: Set<String> = [
        allowsArbitraryLoads, allowsArbitraryLoadsForMedia, allowsArbitraryLoadsInWebContent, allowsLocalNetworking,
        exceptionDomains, pinnedDomains, requiresNIAPTLSPackageVersion,
    ]

    /// Whether an entry covers subdomains, too.
    public static let includesSubdomains = "NSIncludesSubdomains"
    /// Whether an exception permits cleartext and leaves trust to the app.
    public static let exceptionAllowsInsecureHTTPLoads = "NSExceptionAllowsInsecureHTTPLoads"
    /// The oldest TLS version of an exception.
    public static let exceptionMinimumTLSVersion = "NSExceptionMinimumTLSVersion"
    /// Whether an exception demands forward secrecy.
    public static let exceptionRequiresForwardSecrecy = "NSExceptionRequiresForwardSecrecy"
    /// Whether an exception demands Certificate Transparency; obsolete.
    public static let requiresCertificateTransparency = "NSRequiresCertificateTransparency"
    /// The NIAP TLS package of an exception.
    public static let exceptionRequiresNIAPTLSPackageVersion = "NSExceptionRequiresNIAPTLSPackageVersion"

    /// Pins of certificate authorities.
    public static let pinnedCAIdentities = "NSPinnedCAIdentities"
    /// Pins of servers' own certificates.
    public static let pinnedLeafIdentities = "NSPinnedLeafIdentities"
    /// The digest of one pin.
    public static let spkiSHA256Base64 = "SPKI-SHA256-BASE64"

    /// The spellings of the betas of iOS 9 (`NSTemporaryException…`) and of the documentation of 2015
    /// (`NSThirdPartyException…`) for a key of an exception; empty for a key that never had any.
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
