import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import AppBundle

/// One row of the lint tables: policies that have a finding, and similar ones that do not.
struct LintRow: Sendable, CustomTestStringConvertible {
    let id: LintID
    let severity: Lint.Severity
    let bad: String
    let good: String
    let os: OSVersion

    init(_ id: LintID, _ severity: Lint.Severity, _ bad: String, _ good: String, os: OSVersion = .newest) {
        self.id = id
        self.severity = severity
        self.bad = bad
        self.good = good
        self.os = os
    }

    var testDescription: String { "\(id.rawValue) \(bad)" }

    /// A few suffixes instead of the whole list.
    static let suffixes = PublicSuffixes(lines: ["com", "co.uk", "github.io", "akamaihd.net"])

    /// The findings on an `NSAppTransportSecurity` dictionary with the content, each followed by the others about its
    /// key.
    static func lints(
        _ content: String, readBy os: OSVersion = .newest, linkedSDK: OSVersion? = nil, isDistribution: Bool = false
    ) throws -> [Lint] {
        let keys = "<key>CFBundleName</key><string>A</string><key>NSAppTransportSecurity</key><dict>\(content)</dict>"
        let file = PropertyListFile(path: "p", data: propertyListXML("<dict>\(keys)</dict>"))
        let root = try file.locatedDictionary()
        #expect(root.position != nil, "\(content)")
        return PolicyLint(readBy: os, publicSuffixes: suffixes)
            .lints(root, linkedSDK: linkedSDK, isDistribution: isDistribution).flatMap { [$0] + $0.also }
    }
}

/// `NSExceptionDomains` with one entry.
func domain(_ key: String, _ content: String = insecure) -> String {
    "<key>NSExceptionDomains</key><dict><key>\(key)</key><dict>\(content)</dict></dict>"
}

/// `NSPinnedDomains` with one entry.
func pinned(_ key: String, _ content: String) -> String {
    "<key>NSPinnedDomains</key><dict><key>\(key)</key><dict>\(content)</dict></dict>"
}

/// A list of pins for servers' own certificates.
func leaves(_ digests: String...) -> String {
    let identities = digests.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }
    return "<key>NSPinnedLeafIdentities</key><array>\(identities.joined())</array>"
}

let insecure = "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"
let strict = "<key>NSExceptionAllowsInsecureHTTPLoads</key><false/>"
let subdomains = "<key>NSIncludesSubdomains</key><true/>"
/// Two pins of the right length.
let digest = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
let reserve = "i7WTqTvh0OioIruIfFR4kMPnBqrS2rdiVPl/s2uC/CY="
