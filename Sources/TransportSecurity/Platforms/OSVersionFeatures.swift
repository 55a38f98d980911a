extension OSVersion {
    /// The version of iOS that was built from the same sources; never existing versions count by their number.
    public var equivalentIOS: Version {
        let (major, minor) = (version.major, version.minor)
        if major >= 26 { return version }
        switch family {
        case .ios, .tvos, .system:
            return version
        case .macos:
            return equivalentOfMac
        case .watchos:
            // watchOS 8.2 was skipped: 8.3 came with iOS 15.2, 8.5 with 15.4.
            return Version(major: major + 7, minor: major == 8 && minor > 2 ? minor - 1 : minor)
        case .visionos:
            return Version(major: major + 16, minor: minor)
        }
    }

    /// The generation of ATS that the version belongs to.
    public var profile: Profile {
        let version = equivalentIOS
        if version < Version(major: 10) { return .ios9 }
        if version < Version(major: 11) { return .ios10 }
        if version < Version(major: 12, minor: 1) { return .ios11 }
        if version < Version(major: 13) { return .ios12 }
        if version < Version(major: 15, minor: 4) { return .ios13 }
        if version < Version(major: 17) { return .ios15 }
        if version < Version(major: 18, minor: 4) { return .ios17 }
        if version < Version(major: 26) { return .ios18 }
        return version < Version(major: 26, minor: 4) ? .ios26 : .current
    }

    /// macOS went its own way in numbers until 26. A Mac's minor number matters where two generations met in one year.
    private var equivalentOfMac: Version {
        let (major, minor) = (version.major, version.minor)
        switch major {
        case 10:
            switch minor {
            case 15...: return minor == 15 ? Version(major: 13) : Version(major: 14)
            // 10.14 as a whole counts as the iOS 12 of its last updates, as bare `ios12` does.
            case 14: return Version(major: 12, minor: 2)
            case _: return Version(major: minor - 2)
            }
        case ...9: return Version(major: 8)
        case 12: return Version(major: 15, minor: minor >= 3 ? 4 : 0)
        case 15: return Version(major: 18, minor: minor)
        case _: return Version(major: major + 3)
        }
    }
}

extension OSVersion {
    /// TLS 1.3 is offered from iOS 12.2 (Apple support, TLS security in Platform Security).
    public var supportsTLS13: Bool { equivalentIOS >= Version(major: 12, minor: 2) }

    /// Certificate Transparency is mandatory for public CAs from iOS 12.1 (support article 103214).
    public var mandatesCertificateTransparency: Bool { equivalentIOS >= Version(major: 12, minor: 1) }

    /// `NSExceptionMinimumTLSVersion` may be `TLSv1.3` from iOS 13; the archived list of values has three.
    public var readsTLS13AsMinimum: Bool { profile >= .ios13 }

    /// `NSPinnedDomains` is read from iOS 14 (its documentation).
    public var readsPins: Bool { equivalentIOS >= Version(major: 14) }

    /// `NSRequiresNIAPTLSPackageVersion` and its kin are read from iOS 26.4 (their documentation).
    public var readsNIAPKeys: Bool { profile >= .current }

    /// `NSRequiresCertificateTransparency` is read from iOS 10 to 16; documented as obsolete since, and absent from
    /// the published engine (SecProtocolConfiguration.m).
    public var readsCertificateTransparencyKey: Bool { profile >= .ios10 && profile <= .ios15 }

    /// The keys for media, web content and local networking are read from iOS 10 (archived CocoaKeys of 2016).
    public var readsLocalAndContentKeys: Bool { profile >= .ios10 }

    /// `NSTemporaryException…` and `NSThirdPartyException…` are read before iOS 18.4, whose published engine knows
    /// only the current names (SecProtocolConfiguration.m). That CFNetwork translates them no more is inferred.
    public var readsLegacySpellings: Bool { profile < .ios18 }

    /// The engine brings exceptions for Apple's own hosts along from iOS 18.4 (SecProtocolConfiguration.m).
    public var hasBuiltInExceptions: Bool { profile >= .ios18 && readsAppPolicies }

    /// An app's policy is read by the app's own processes, and by those that load on its behalf. Apple's other processes
    /// read none: to them no host is an exception.
    public var readsAppPolicies: Bool { family != .system }

    /// FCP_v2.1 of NIAP binds Apple's own processes from OS 27 on, without any key (Apple support article 126655; that it
    /// is this package is said by secondary sources alone).
    public var demandsNIAPEverywhere: Bool { family == .system }

    /// The engine's first release, in iOS 18.4 and macOS 15.4, took nothing but a true Boolean for YES
    /// (SecProtocolConfiguration.m, tag Security-61439.101.1).
    public var isFirstPublishedEngine: Bool { equivalentIOS == Version(major: 18, minor: 4) }

    /// Addresses that are not local come under ATS from iOS 17, for apps linked with its SDK (release note 101967030).
    /// Only then are addresses and CIDR ranges read as keys of `NSExceptionDomains`.
    ///
    /// - Parameter linkedSDK: The SDK of the app; nil is that of this very version.
    public func subjectsPublicAddresses(linkedSDK: OSVersion?) -> Bool {
        profile >= .ios17 && (linkedSDK ?? self).profile >= .ios17
    }
}
