/// The parts of a User-Agent that name the system.
extension OSVersion {
    /// Creates the version that the tokens name; nil if they name none, or only a frozen version number.
    init?(_ tokens: UserAgentTokens) {
        if let version = Self.kernel(tokens) ?? Self.facebook(tokens) ?? Self.named(tokens) ?? Self.product(tokens)
            ?? Self.comment(tokens)
        {
            self = version
        } else {
            return nil
        }
    }

    /// The version in a product of its own behind the app's: `NetworkingExtension/8619.1 Network/5812.1 iOS/18.1` of
    /// the Network framework, `aws-sdk-iOS/2.27.6 iOS/18.0.1 en_US`, `Spotify/8.7.70 iOS/16.0
    /// (iPhone15,3)`, `aws-sdk-iOS/2.3.5 iPhone-OS/9.2.1 en_GB`, or `App/1.0 iOS 17.4.1` without the slash.
    private static func product(_ tokens: UserAgentTokens) -> OSVersion? {
        guard tokens.first?.name != "Mozilla" else { return nil }
        for (index, product) in tokens.products.enumerated().dropFirst().prefix(16) {
            guard let (_, family) = productFamilies.first(where: { product.name == $0.0 }) else { continue }
            let next = index + 1 < tokens.products.count ? tokens.products[index + 1] : nil
            let text = product.version ?? (next?.version == nil ? next?.name : nil)
            if let (major, minor) = text.flatMap({ numbers($0, separator: ".") }) {
                return OSVersion(family, major, minor)
            }
        }
        return nil
    }

    /// The version that apps of Facebook name in brackets, as in
    /// `[FBAN/FBIOS;FBDV/iPhone14,7;FBSN/iOS;FBSV/18.6.2;FBSS/3]`. WebKit's own number in the same string may be
    /// frozen. Apps on Android name theirs in the same way.
    private static func facebook(_ tokens: UserAgentTokens) -> OSVersion? {
        guard tokens.text.contains("[FBAN/"),
            ["FBSN/iOS;", "FBSN/iPhone OS;", "FBSN/iPadOS;"].contains(where: tokens.text.contains),
            let start = tokens.text.ranges(of: ";FBSV/").first?.upperBound,
            let (major, minor) = numbers(String(tokens.text[start...].prefix(16)), separator: ".")
        else { return nil }
        return OSVersion(.ios, major, minor)
    }

    private static let productFamilies: [(String, Family)] = [
        ("iOS", .ios), ("iPadOS", .ios), ("macOS", .macos), ("tvOS", .tvos), ("watchOS", .watchos),
        ("visionOS", .visionos), ("xrOS", .visionos), ("iPhone-OS", .ios),
    ]

    /// The version by the Darwin release, as in `CFNetwork/1568.200.51 Darwin/24.1.0`.
    ///
    /// Only a Mac with an Intel processor names the processor. Other Macs cannot be told from iPhones. The same holds
    /// for tvOS and watchOS, which have the same rules as iOS.
    private static func kernel(_ tokens: UserAgentTokens) -> OSVersion? {
        guard let text = tokens["Darwin"], let (major, minor) = numbers(text, separator: ".") else { return nil }
        let release = DarwinRelease(major: major, minor: minor)
        let network = tokens["CFNetwork"].flatMap { numbers($0, separator: ".") }
        let isMac = tokens.comments.contains("x86_64") || network.map { macNetworks.contains($0.major) } ?? false
        guard !isMac else { return release.macos }
        guard major == 15, let network, network.major == 758, (1...2).contains(network.minor) else {
            return release.ios
        }
        // Darwin 15.0 is the kernel of iOS 9.0 to 9.2.
        return OSVersion(.ios, 9, network.minor)
    }

    /// CFNetwork of OS X 10.11 and macOS 10.12. iOS had CFNetwork 758 and 808 to 811 at that time.
    private static let macNetworks: Set<Int> = [760, 807]

    /// The version in the comment, as in `(iPhone; U; CPU OS 17_5 like Mac OS X; en_us)`, from WebKit and the media
    /// process.
    private static func comment(_ tokens: UserAgentTokens) -> OSVersion? {
        guard let comment = tokens.comments.first, let family = tokens.deviceFamily else { return nil }
        let marker = family == .macos ? "Mac OS X " : "OS "
        guard let start = comment.ranges(of: marker).first?.upperBound,
            let (major, minor) = numbers(
                String(comment[start...].prefix(16)).replacing(".", with: "_"), separator: "_"),
            !isFrozen(family, major, minor, tokens)
        else { return nil }
        return OSVersion(family, major, minor)
    }

    /// The version that libraries and apps name themselves: `(iPhone; iOS 18.5; Scale/3.00)` of AFNetworking,
    /// `(Mac OS X Version 10.14.6 (Build 18G84))` of AFNetworking on a Mac, `(com.example; build:1; iOS 18.5.0)` of
    /// Alamofire, `(iOS/14.0.1; Tablet)`, `(iPad;iOS;12.3.1)`, and `iPhone/11.4.1 hw/iPhone6_2` of GTMSessionFetcher.
    /// The first comment of a web view is WebKit's.
    private static func named(_ tokens: UserAgentTokens) -> OSVersion? {
        for comment in tokens.comments.dropFirst(tokens.first?.name == "Mozilla" ? 1 : 0).prefix(8) {
            let parts = comment.split(separator: ";").prefix(16).map { $0.trimmingPrefix { $0 == " " } }
            for (index, part) in parts.enumerated() {
                guard let (name, family) = systemNames.first(where: { part.hasPrefix($0.0) }) else { continue }
                let rest = part.dropFirst(name.count)
                let version = rest.trimmingPrefix(" Version").drop { $0 == " " || $0 == "/" }
                let text = rest.isEmpty && index + 1 < parts.count ? parts[index + 1] : version
                let isSeparate = rest.first.map { $0 == " " || $0 == "/" } ?? true
                guard isSeparate, let (major, minor) = numbers(String(text.replacing("_", with: ".")), separator: ".")
                else {
                    continue
                }
                return OSVersion(family, major, minor)
            }
        }
        guard tokens["hw"] != nil else { return nil }
        let text = ["iPhone", "iPad", "iPod"].lazy.compactMap { tokens[$0] }.first
        return text.flatMap { numbers($0, separator: ".") }.map { OSVersion(.ios, $0.major, $0.minor) }
    }

    /// The systems as apps spell them, longest first where one begins with another.
    private static let systemNames: [(String, Family)] = [
        ("iOS", .ios), ("iPadOS", .ios), ("iPhone OS", .ios), ("macOS", .macos), ("Mac OS X", .macos),
        ("Mac OS", .macos), ("OS X", .macos), ("tvOS", .tvos), ("watchOS", .watchos), ("visionOS", .visionos),
        ("xrOS", .visionos),
    ]

    /// Whether the version number is one that WebKit no longer updates: macOS 10.15.7 since macOS 11, and iOS 18.6 or
    /// 18.7 since Safari 26 (WebKit's blog). The number is real if the version of Safari is 18.
    private static func isFrozen(_ family: Family, _ major: Int, _ minor: Int, _ tokens: UserAgentTokens) -> Bool {
        guard tokens.first?.name == "Mozilla" else { return false }
        switch family {
        case .macos: return (major, minor) >= (10, 15)
        case .ios: return major == 18 && minor >= 6 && tokens["Version"]?.hasPrefix("18.") != true
        case .tvos, .watchos, .visionos, .system: return false
        }
    }

    /// The first two numbers of a text that starts with a number; each has at most three digits.
    private static func numbers(_ text: String, separator: Character) -> (major: Int, minor: Int)? {
        let parts = text.prefix { $0.isASCII && ($0.isNumber || $0 == separator) }
            .split(separator: separator, maxSplits: 2)
        guard let first = parts.first, first.count <= 3, let major = Int(first) else { return nil }
        guard parts.count > 1 else { return (major, 0) }
        return parts[1].count <= 3 ? Int(parts[1]).map { (major, $0) } : nil
    }
}

extension UserAgentTokens {
    /// Whether the first comment names an Apple device.
    var namesAppleDevice: Bool { deviceFamily != nil }

    /// The system of the device at the beginning of the first comment.
    fileprivate var deviceFamily: OSVersion.Family? {
        guard let device = comments.first?.prefix(while: { $0 != ";" }) else { return nil }
        return Self.devices[String(device)]
    }

    /// The systems by device name. The system of a HomePod has the version numbers of tvOS.
    private static let devices: [String: OSVersion.Family] = [
        "iPhone": .ios, "iPad": .ios, "iPod": .ios, "iPod touch": .ios, "HomePod": .tvos, "Apple TV": .tvos,
        "Apple Watch": .watchos, "Apple Vision Pro": .visionos, "Apple Vision": .visionos, "Macintosh": .macos,
    ]
}

/// A release of Darwin, the kernel whose version CFNetwork puts into a User-Agent.
///
/// The numbers are those seen in practice (matomo device-detector `regexes/oss.yml`, ua-parser `regexes.yaml`). A
/// release between two rows counts as the earlier one.
struct DarwinRelease {
    var major: Int
    var minor: Int

    /// The iOS built on this release; nil if that is not known yet.
    var ios: OSVersion? {
        switch major {
        case ..<15: return OSVersion(.ios, 9)
        case 15...20:
            return Self.olderIOS.last { $0.darwin <= (major, minor) }.map { OSVersion(.ios, $0.major, $0.minor) }
        case 21...24: return OSVersion(.ios, major - 6, minor)
        case 25: return OSVersion(.ios, 26, minor)
        case 26: return OSVersion(.ios, 27)
        case 27: return OSVersion(.ios, 27, minor)
        case _: return nil
        }
    }

    /// The macOS built on this release; nil if that is not known yet.
    var macos: OSVersion? {
        switch major {
        case ..<15: return OSVersion(.macos, 10, 11)
        case 15...19: return OSVersion(.macos, 10, major - 4)
        // The first update of macOS 11, 12 and 13 came with the second update of Darwin; macOS 12.3 is Darwin 21.4.
        case 20...22: return OSVersion(.macos, major - 9, max(0, minor - 1))
        case 23...24: return OSVersion(.macos, major - 9, minor)
        case 25: return OSVersion(.macos, 26, minor)
        case 26: return OSVersion(.macos, 27)
        case 27: return OSVersion(.macos, 27, minor)
        case _: return nil
        }
    }

    /// The first Darwin release of each iOS. Up to Darwin 20, the minor numbers of iOS and Darwin are unrelated.
    private static let olderIOS: [(darwin: (Int, Int), major: Int, minor: Int)] = [
        ((15, 0), 9, 0), ((15, 4), 9, 3),
        ((16, 0), 10, 0), ((16, 1), 10, 1), ((16, 3), 10, 2), ((16, 5), 10, 3),
        ((17, 0), 11, 0), ((17, 2), 11, 1), ((17, 3), 11, 2), ((17, 5), 11, 3), ((17, 6), 11, 4),
        ((18, 0), 12, 0), ((18, 2), 12, 1), ((18, 5), 12, 2), ((18, 6), 12, 3), ((18, 7), 12, 4),
        ((19, 0), 13, 0), ((19, 2), 13, 3), ((19, 4), 13, 4), ((19, 5), 13, 5), ((19, 6), 13, 6),
        ((20, 0), 14, 0), ((20, 1), 14, 2), ((20, 2), 14, 3), ((20, 3), 14, 4), ((20, 4), 14, 5),
        ((20, 5), 14, 6), ((20, 6), 14, 7),
    ]
}
