/// What a User-Agent says of the system.
extension OSVersion {
    /// The system that those tokens name; nil where they name none, or one whose number is frozen.
    init?(_ tokens: UserAgentTokens) {
        if let version = Self.networkFramework(tokens) ?? Self.kernel(tokens) ?? Self.comment(tokens) {
            self = version
        } else {
            return nil
        }
    }

    /// `NetworkingExtension/8619.1 Network/5812.1 iOS/18.1`: the Network framework says it outright.
    private static func networkFramework(_ tokens: UserAgentTokens) -> OSVersion? {
        guard tokens["Network"] != nil else { return nil }
        for (name, family) in frameworkFamilies {
            guard let text = tokens[name], let (major, minor) = numbers(text, separator: ".") else { continue }
            return OSVersion(family, major, minor)
        }
        return nil
    }

    private static let frameworkFamilies: [(String, Family)] = [
        ("iOS", .ios), ("iPadOS", .ios), ("macOS", .macos), ("tvOS", .tvos), ("watchOS", .watchos),
        ("visionOS", .visionos), ("xrOS", .visionos),
    ]

    /// `CFNetwork/1568.200.51 Darwin/24.1.0`. A Mac names its processor, but for one with Apple's own, which
    /// cannot be told from a phone; tvOS and watchOS cannot either, and have the same rules.
    private static func kernel(_ tokens: UserAgentTokens) -> OSVersion? {
        guard let text = tokens["Darwin"], let (major, minor) = numbers(text, separator: ".") else { return nil }
        let release = DarwinRelease(major: major, minor: minor)
        let network = tokens["CFNetwork"].flatMap { numbers($0, separator: ".") }
        let isMac = tokens.comments.contains("x86_64") || network.map { macNetworks.contains($0.major) } ?? false
        guard !isMac else { return release.macos }
        guard major == 15, let network, network.major == 758, (1...2).contains(network.minor) else {
            return release.ios
        }
        // Darwin 15.0 stayed from iOS 9.0 to 9.2.
        return OSVersion(.ios, 9, network.minor)
    }

    /// CFNetwork of OS X 10.11 and macOS 10.12; iOS had 758 and 808 to 811 then.
    private static let macNetworks: Set<Int> = [760, 807]

    /// `(iPhone; U; CPU OS 17_5 like Mac OS X; en_us)`, in the strings of WebKit and of the media process.
    private static func comment(_ tokens: UserAgentTokens) -> OSVersion? {
        guard let comment = tokens.comments.first, let family = tokens.deviceFamily else { return nil }
        let marker = family == .macos ? "Mac OS X " : "OS "
        guard let start = comment.ranges(of: marker).first?.upperBound,
            let (major, minor) = numbers(String(comment[start...]), separator: "_"),
            !isFrozen(family, major, minor, tokens)
        else { return nil }
        return OSVersion(family, major, minor)
    }

    /// WebKit says macOS 10.15.7 since macOS 11, and iOS 18.6 or 18.7 since Safari 26 (WebKit's blog). Only
    /// the version of Safari 18 itself shows that the number is meant.
    private static func isFrozen(_ family: Family, _ major: Int, _ minor: Int, _ tokens: UserAgentTokens) -> Bool {
        guard tokens.first?.name == "Mozilla" else { return false }
        switch family {
        case .macos: return (major, minor) >= (10, 15)
        case .ios: return major == 18 && minor >= 6 && tokens["Version"]?.hasPrefix("18.") != true
        case .tvos, .watchos, .visionos, .system: return false
        }
    }

    /// The first two numbers of a text that begins with one, each of at most three digits.
    private static func numbers(_ text: String, separator: Character) -> (major: Int, minor: Int)? {
        let parts = text.prefix { $0.isASCII && ($0.isNumber || $0 == separator) }
            .split(separator: separator, maxSplits: 2)
        guard let first = parts.first, first.count <= 3, let major = Int(first) else { return nil }
        guard parts.count > 1 else { return (major, 0) }
        return parts[1].count <= 3 ? Int(parts[1]).map { (major, $0) } : nil
    }
}

extension UserAgentTokens {
    /// Whether the first comment names a device of Apple's.
    var namesAppleDevice: Bool { deviceFamily != nil }

    /// The family of the device that the first comment begins with.
    fileprivate var deviceFamily: OSVersion.Family? {
        guard let device = comments.first?.prefix(while: { $0 != ";" }) else { return nil }
        return Self.devices[String(device)]
    }

    /// Homepods run a tvOS that counts as iOS does.
    private static let devices: [String: OSVersion.Family] = [
        "iPhone": .ios, "iPad": .ios, "iPod": .ios, "iPod touch": .ios, "HomePod": .tvos, "Apple TV": .tvos,
        "Apple Watch": .watchos, "Apple Vision Pro": .visionos, "Apple Vision": .visionos, "Macintosh": .macos,
    ]
}
