extension OSVersion {
    /// Creates the SDK version that a value of `--linked-sdk` names: a value of `--os`, or a version from before ATS,
    /// such as `ios8`.
    public init?(linkedSDK name: String) {
        guard let version = OSVersion(spelling: name), version.family != .system else { return nil }
        guard version.precedesATS || OSVersion(name) != nil else { return nil }
        self = version
    }

    /// Creates the SDK version from `DTSDKName` of an Info.plist, such as `iphoneos17.0`, `macosx14.2` or
    /// `xrsimulator1.0`.
    ///
    /// Any number is accepted, since a build may be older than ATS or newer than this program.
    public init?(dtSDKName name: String) {
        let platform = name.prefix { !("0"..."9").contains($0) }
        guard let family = Self.family(ofPlatform: platform.lowercased()),
            let version = Version(digits: name.dropFirst(platform.count))
        else { return nil }
        self.init(family, version.major, version.minor)
    }

    /// Whether the SDK is from before ATS. ATS is off on every OS for apps linked with such an SDK (archived CocoaKeys:
    /// iOS 9 and OS X 10.11 are the first with ATS).
    public var precedesATS: Bool { equivalentIOS < Version(major: 9) }

    private static func family(ofPlatform name: String) -> Family? {
        switch name {
        case "iphoneos", "iphonesimulator": return .ios
        case "macosx": return .macos
        case "appletvos", "appletvsimulator": return .tvos
        case "watchos", "watchsimulator": return .watchos
        case "xros", "xrsimulator": return .visionos
        case _: return nil
        }
    }
}
