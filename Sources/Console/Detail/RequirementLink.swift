import InternetNames
import JSONWriting
import TransportSecurity

/// A link to the page that documents a requirement of ATS, for a row's detail.
public struct RequirementLink: Hashable, JSONWritable, Sendable {
    /// The title.
    public var title: String
    /// The address.
    public var url: String

    /// The links for rules and for a key of an Info.plist, each once, and a link to Apple's overview.
    public static func links(for rules: [RuleID], key: String?) -> [RequirementLink] {
        var candidates = rules.map { page(about: $0) }
        if let key { candidates.append(page(aboutKey: key)) }
        candidates.append(overview)
        return candidates.distinct
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("title", title)
            json.member("url", url)
        }
    }

    private static let overview = RequirementLink(
        title: "Preventing insecure network connections",
        url: "https://developer.apple.com/documentation/security/preventing-insecure-network-connections")

    private static func page(aboutKey key: String) -> RequirementLink {
        RequirementLink(
            title: key,
            url: "https://developer.apple.com/documentation/bundleresources/information-property-list/"
                + key.lowercased())
    }

    private static func page(about rule: RuleID) -> RequirementLink {
        switch rule {
        case .cleartext, .tunnelCleartext: return page(aboutKey: ATSKey.exceptionAllowsInsecureHTTPLoads)
        case .tlsVersion, .tunnelVersion: return page(aboutKey: ATSKey.exceptionMinimumTLSVersion)
        case .tlsCipher, .tlsForwardSecrecy, .tunnelCipher:
            return page(aboutKey: ATSKey.exceptionRequiresForwardSecrecy)
        case .tlsHandshake, .tunnelSNI, .tunnelCertificate: return overview
        case .certificateTransparency:
            return RequirementLink(
                title: "Apple's Certificate Transparency policy", url: "https://support.apple.com/en-us/103214")
        case .certificateLifetime:
            return RequirementLink(
                title: "About upcoming limits on trusted certificates", url: "https://support.apple.com/en-us/102028")
        case .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize,
            .certificateSignature, .certificateUsage, .certificateRevoked:
            return RequirementLink(
                title: "Requirements for trusted certificates", url: "https://support.apple.com/en-us/103769")
        case .certificatePin: return page(aboutKey: ATSKey.pinnedDomains)
        case .niapCipher, .niapSignature, .niapExtendedMasterSecret:
            return page(aboutKey: ATSKey.requiresNIAPTLSPackageVersion)
        }
    }
}
