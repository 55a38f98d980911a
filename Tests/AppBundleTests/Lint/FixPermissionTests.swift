import Foundation
import InfoPlist
import InternetNames
import Testing
import TransportSecurity

@testable import AppBundle

/// The law of corrections: what a policy blocked before them is blocked after them.
@Suite struct FixPermissionTests {
    private static let systems: [OSVersion] = [
        .iOS(9), .iOS(10, 3), .iOS(11), .iOS(12, 1), .iOS(13, 4), .iOS(14), .iOS(16), .iOS(17, 2), .iOS(18, 5),
        .macOS(26), .iOS(26, 4), .newest,
    ]
    private static let hosts = [
        "a.com", "x.a.com", "y.x.a.com", "b.com", "x.b.com", "a.com.", "other.example", "printer", "printer.local",
        "localhost", "192.0.2.1", "10.1.2.3", "2001:db8::1", "xn--mnchen-3ya.de",
    ]

    @Test(arguments: 0..<120) func whatWasBlockedIsBlockedAfterwards(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let policy = DamagedPolicy(using: &random).text
        let file = try TemporaryDirectory()
        let path = try file.write([UInt8](propertyListXML("<dict>\(policy)</dict>")), to: "Info.plist")
        let fix = try #require(try PolicyLint(readBy: .newest, publicSuffixes: LintRow.suffixes).fixes(at: path).first)
        guard !fix.fixed.isEmpty else { return }
        let (before, after) = try (Self.dictionary(fix.before), Self.dictionary(fix.after))
        for os in Self.systems {
            let (old, new) = (Policy(before, readBy: os), Policy(after, readBy: os))
            for host in Self.hosts.compactMap({ Host($0) }) {
                for kind in LoadingAPI.allCases {
                    let was = old.requirements(for: host, kind: kind)
                    let becomes = new.requirements(for: host, kind: kind)
                    let isNoLaxer =
                        (was.allowsInsecureHTTPLoads || !becomes.allowsInsecureHTTPLoads)
                        && (becomes.applies || !was.applies) && becomes.minimumTLSVersion >= was.minimumTLSVersion
                        && (becomes.requiresForwardSecrecy || !was.requiresForwardSecrecy)
                        && (becomes.pins != nil || was.pins == nil)
                    #expect(isNoLaxer, "\(host) \(kind) \(os)\n\(policy)\n\(fix.fixed.map(\.message))")
                }
            }
        }
    }

    private static func dictionary(_ text: String) throws -> [String: PropertyValue] {
        DeclaredPolicy(try PropertyListFile(path: "p", data: Data(text.utf8)).dictionary()).dictionary
    }
}

/// A policy of right and damaged keys and values.
private struct DamagedPolicy {
    let text: String

    init(using random: inout SplitMix) {
        var parts = ["<key>CFBundleName</key><string>A</string>", "<key>NSAppTransportSecurity</key><dict>"]
        for key in Self.general where random.next(below: 3) == 0 {
            parts.append("<key>\(key)</key>\(random.element(of: Self.booleans))")
        }
        for table in ["NSExceptionDomains", "NSPinnedDomains"] where random.next(below: 4) > 0 {
            parts.append("<key>\(table)</key><dict>")
            for _ in 0..<(1 + random.next(below: 4)) {
                parts.append("<key>\(random.element(of: Self.hosts))</key><dict>")
                for _ in 0..<random.next(below: 4) {
                    parts.append(random.element(of: table == "NSPinnedDomains" ? Self.pins : Self.entries))
                    if parts.last?.hasSuffix("</key>") == true { parts.append(random.element(of: Self.booleans)) }
                }
                parts.append("</dict>")
            }
            parts.append("</dict>")
        }
        text = parts.joined() + "</dict>"
    }

    private static let general = [
        "NSAllowsArbitraryLoads", "NSAllowArbitraryLoads", " NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInMedia",
        "NSAllowsArbitraryLoadsInWebcontent", "NSAllowsLocalNetworking", "NSAllowLocalNetworking",
    ]
    private static let booleans = [
        "<true/>", "<false/>", "<string>YES</string>", "<string>NO</string>", "<integer>1</integer>", "<real>0</real>",
    ]
    private static let hosts = [
        "a.com", "A.com", "x.a.com", "*.a.com", ".a.com", "https://a.com/", "a.com:80", " b.com ", "b.com", "b.com.",
        "192.0.2.1", "192.0.2/24", "10/8", "2001:DB8::1", "m\u{FC}nchen.de", "localhost", "Printer",
    ]
    private static let entries =
        [
            "NSExceptionAllowsInsecureHTTPLoads", "NSExceptionAllowsInsecureHTTPSLoads", "NSIncludesSubdomains",
            "NSIncludeSubdomains", "NSTemporaryExceptionAllowsInsecureHTTPLoads", "NSExceptionRequiresForwardSecrecy",
            "NSThirdPartyExceptionRequiresForwardSecrecy", "NSRequiresForwardSecrecy ",
            "NSRequiresCertificateTransparency",
        ].map { "<key>\($0)</key>" }
        + ["1.0", "TLSv1.1", "TLS 1.3", "tlsv1_2"].map {
            "<key>NSExceptionMinimumTLSVersion</key><string>\($0)</string>"
        }
    private static let pins = [
        leaves(digest), leaves("sha256/" + digest), leaves("sha256/" + digest, reserve),
        "<key>NSIncludesSubdomains</key>", "<key>NSIncludeSubdomains</key>",
    ]
}

/// A reproducible source of random numbers (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(limit))
    }

    mutating func element(of choices: [String]) -> String { choices[next(below: choices.count)] }
}
