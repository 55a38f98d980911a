extension OSVersion {
    /// The version of iOS that was built from the same sources. A version that was never released is converted by the
    /// same formula.
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
    ///
    /// A generation is named after the major version in which it begins, though not always with the first release of
    /// that version. The generation `ios12` begins with 12.1, `ios15` with 15.4, and `ios18` with 18.4
    /// (`ATSGeneration`).
    public var generation: ATSGeneration {
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

    /// The generation whose hello the version sends. iOS 12.1 has the certificate rules of its generation, and the
    /// hello of the one before: TLS 1.3 and ChaCha20 came with iOS 12.2.
    public var helloGeneration: ATSGeneration { supportsTLS13 ? generation : min(generation, .ios11) }

    /// The iOS equivalent of a macOS before 26, when the two had separate numbers. The minor number matters where a
    /// major version of macOS spans two generations.
    private var equivalentOfMac: Version {
        let (major, minor) = (version.major, version.minor)
        switch major {
        case 10:
            switch minor {
            // macOS 11 also calls itself 10.16.
            case 15...: return minor == 15 ? Version(major: 13) : Version(major: 14)
            // The name `macos10.14` stands for its last updates, as `ios12` does.
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
    /// Whether TLS 1.3 is offered, as from iOS 12.2 (Apple support, TLS security in Platform Security).
    public var supportsTLS13: Bool { equivalentIOS >= Version(major: 12, minor: 2) }

    /// Whether Certificate Transparency is mandatory for public CAs, as from iOS 12.1 (support article 103214).
    public var mandatesCertificateTransparency: Bool { equivalentIOS >= Version(major: 12, minor: 1) }

    /// Whether the extended key usage of CAs counts under any anchor, as from iOS 13.4 and macOS 10.15.4
    /// (Security-59754.41.1). `macos10.15` stands for the last updates of macOS 10.15, which has one number here and
    /// was built from the sources of iOS 13.0.
    public var limitsUsageOfAuthorities: Bool {
        let isCatalina = family == .macos && version == Version(major: 10, minor: 15)
        return isCatalina || equivalentIOS >= Version(major: 13, minor: 4)
    }

    /// Whether MD5 and older digests are refused below any anchor, as from iOS 12.2 (SecPolicyLeafCallbacks.c,
    /// SecPolicyCheckCertWeakSignature).
    public var refusesMD5BelowAnyAnchor: Bool { equivalentIOS >= Version(major: 12, minor: 2) }

    /// Whether the path length of a trust anchor binds, as from iOS 15.
    public var bindsAnchorsToPathLength: Bool { equivalentIOS >= Version(major: 15) }

    /// Whether `NSExceptionMinimumTLSVersion` may be `TLSv1.3`, as from iOS 13. The archived list of values has three
    /// others.
    public var readsTLS13AsMinimum: Bool { generation >= .ios13 }

    /// Whether `NSPinnedDomains` is read, as from iOS 14 (documentation of the key).
    public var readsPins: Bool { equivalentIOS >= Version(major: 14) }

    /// Whether `NSRequiresNIAPTLSPackageVersion` and its counterpart for exceptions are read, as from iOS 26.4 (their
    /// documentation).
    public var readsNIAPKeys: Bool { generation >= .current }

    /// Whether `NSRequiresCertificateTransparency` is read, as from iOS 10 to 16. Later documentation calls the key
    /// obsolete, and the published engine does not have it (SecProtocolConfiguration.m). The generation `ios15` lasts
    /// to iOS 16.
    public var readsCertificateTransparencyKey: Bool { generation >= .ios10 && generation <= .ios15 }

    /// Whether the keys for media, web content and local networking are read, as from iOS 10 (archived CocoaKeys of
    /// 2016).
    public var readsLocalAndContentKeys: Bool { generation >= .ios10 }

    /// Whether `NSTemporaryException…` and `NSThirdPartyException…` are read, as before iOS 18.4. The published engine
    /// has only the current names (SecProtocolConfiguration.m). We infer that CFNetwork no longer translates the old
    /// ones.
    public var readsLegacySpellings: Bool { generation < .ios18 }

    /// Whether the engine has built-in exceptions for Apple's own hosts, as from iOS 18.4 (SecProtocolConfiguration.m).
    public var hasBuiltInExceptions: Bool { generation >= .ios18 && readsAppPolicies }

    /// Whether the text of -1200 speaks of a TLS error, as from version 26 (published logs).
    var saysTLSError: Bool { equivalentIOS >= Version(major: 26) }

    /// Whether the policy of an app is read. The app's own processes read it, and so do system processes that load on
    /// the app's behalf. Apple's other processes read none, and no host is an exception for them.
    public var readsAppPolicies: Bool { family != .system }

    /// Whether FCP_v2.1 of NIAP holds without any key, as for Apple's own processes from version 27 (Apple support
    /// article 126655; only secondary sources say that the requirements are those of FCP_v2.1).
    public var demandsNIAPEverywhere: Bool { family == .system }

    /// Whether this is the first published engine, in iOS 18.4 and macOS 15.4, which took only a Boolean true for YES
    /// (SecProtocolConfiguration.m, tag Security-61439.101.1).
    public var isFirstPublishedEngine: Bool { equivalentIOS == Version(major: 18, minor: 4) }

    /// Whether addresses that are not local are subject to ATS, as from iOS 17 for apps linked with its SDK (release
    /// note 101967030). Addresses and CIDR ranges are read as keys of `NSExceptionDomains` under the same condition.
    ///
    /// - Parameter linkedSDK: The SDK of the app; nil stands for the SDK of this version.
    public func subjectsPublicAddresses(linkedSDK: OSVersion?) -> Bool {
        generation >= .ios17 && (linkedSDK ?? self).generation >= .ios17
    }
}
