extension OSVersion {
    /// The SDK that `--linked-sdk` names so: the names of `--os`, and versions from before ATS, such as `ios8`.
    public init?(linkedSDK name: String) {
        guard let version = OSVersion(spelling: name), version.family != .system else { return nil }
        guard version.precedesATS || OSVersion(name) != nil else { return nil }
        self = version
    }

    /// The SDK that `DTSDKName` of an Info.plist names so: `iphoneos17.0`, `macosx14.2`, `xrsimulator1.0`.
    ///
    /// Any number will do, since a build may be older than ATS or newer than this program.
    public init?(dtSDKName name: String) {
        let platform = name.prefix { !("0"..."9").contains($0) }
        guard let family = Self.family(ofPlatform: platform.lowercased()),
            let version = Version(digits: name.dropFirst(platform.count))
        else { return nil }
        self.init(family, version.major, version.minor)
    }

    /// Whether an app linked with this SDK is from before ATS, which is then off on every OS
    /// (archived CocoaKeys: iOS 9 and OS X 10.11 are the first).
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
