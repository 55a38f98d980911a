import AppBundle
import Events
import InternetNames
import TransportSecurity

/// The property list in which findings are located, for formats that show a finding at a line of a file.
///
/// A finding is at the key that decided on its host: the entry of `NSExceptionDomains` or `NSPinnedDomains` that
/// matched, or the key that holds for all hosts. Where no key decided, the finding is at `NSAppTransportSecurity`, or
/// else at the first line.
public struct FindingLocation: Sendable {
    /// The file, as given.
    public let path: String
    /// The file as a URI reference (RFC 3986 §4.1), relative if the given path is.
    public let uri: String
    private let lines: PolicyLines

    /// Creates the location of findings in a property list with the given lines.
    public init(path: String, lines: PolicyLines) {
        self.path = path
        self.lines = lines
        uri = Self.uri(of: path)
    }

    /// Finds the lines in a property list. A binary one, or JSON, has only its first line.
    public init(path: String, text: String) {
        self.init(path: path, lines: PolicyLines(text: text))
    }

    /// The line of a finding, from 1.
    public func line(of finding: ReportFinding) -> Int {
        guard let policy = finding.policy else { return lines.sectionLine }
        return lines.line(of: path(to: finding.finding.rule, at: finding.host, under: policy))
    }

    /// The line of a waiver: that of the first finding that it covers, and else that of the policy.
    func line(of waiver: DatedWaiver, in report: Report) -> Int {
        let covered = report.findings.first { waiver.covers($0.finding.rule, at: $0.host) }
        return covered.map(line) ?? lines.sectionLine
    }

    /// The path from a directory; unchanged if the path is absolute.
    static func absolute(_ path: String, from directory: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var relative = Substring(path)
        while relative.hasPrefix("./") { relative = relative.dropFirst(2).drop { $0 == "/" } }
        return directory + (directory.hasSuffix("/") ? "" : "/") + relative
    }
}

extension FindingLocation {
    /// The keys from `NSAppTransportSecurity` to the one that determined the requirement of a rule.
    private func path(to rule: RuleID, at host: Host, under policy: PolicySummary) -> [String] {
        switch rule {
        case .certificatePin:
            let pinned = self.policy(readBy: policy.os).pinnedDomains(for: host)
            return [ATSKey.pinnedDomains] + pinned.prefix(1).map(\.key)
        case .niapCipher, .niapSignature, .niapExtendedMasterSecret:
            if policy.reason == .exceptionDomain, let key = policy.matched, hasNIAPKey(key) {
                return [ATSKey.exceptionDomains, key]
            }
            return [ATSKey.requiresNIAPTLSPackageVersion]
        case .cleartext, .tunnelCleartext, .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake,
            .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize, .certificateSignature,
            .certificateUsage, .certificateLifetime, .certificateRevoked, .certificateTransparency, .tunnelVersion,
            .tunnelCipher, .tunnelSNI, .tunnelCertificate:
            return path(to: policy, at: host)
        }
    }

    /// The keys from `NSAppTransportSecurity` to the one that exempted the host or put it under ATS.
    private func path(to policy: PolicySummary, at host: Host) -> [String] {
        switch policy.reason {
        case .exceptionDomain: return [ATSKey.exceptionDomains] + [policy.matched].compactMap(\.self)
        case .local: return [ATSKey.allowsLocalNetworking]
        case .media: return [ATSKey.allowsArbitraryLoadsForMedia]
        case .webContent: return [ATSKey.allowsArbitraryLoadsInWebContent]
        case .arbitraryLoads: return [ATSKey.allowsArbitraryLoads]
        case .default: return self.policy(readBy: policy.os).keyPuttingUnderATS(host).map { [$0] } ?? []
        case .builtInException, .notSubject, .otherApp: return []
        }
    }

    /// The policy of the property list, as an OS reads it.
    private func policy(readBy os: OSVersion) -> Policy {
        Policy(lines.dictionary, readBy: os, linkedSDK: lines.linkedSDK)
    }

    /// Whether an entry of `NSExceptionDomains` has a key of its own about NIAP's package.
    private func hasNIAPKey(_ domain: String) -> Bool {
        guard case .dictionary(let domains) = lines.dictionary[ATSKey.exceptionDomains],
            case .dictionary(let entry) = domains[domain]
        else { return false }
        return entry[ATSKey.exceptionRequiresNIAPTLSPackageVersion] != nil
    }

    /// The path with percent-encoding of characters that are not allowed in a path (RFC 3986 §3.3).
    static func uri(of path: String) -> String {
        var uri = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            if pathCharacters.contains(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return uri
    }

    /// The unreserved characters and the slash.
    private static let pathCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
}

extension Policy {
    /// The key of the top level that puts a host under ATS although another key exempts such hosts; nil if there is
    /// none.
    fileprivate func keyPuttingUnderATS(_ host: Host) -> String? {
        if host.isLocal, allowsLocalNetworking == false { return ATSKey.allowsLocalNetworking }
        return allowsArbitraryLoads ? keyVoidingArbitraryLoads : nil
    }
}
