import InternetNames
import TransportSecurity

/// Finds entries of `NSExceptionDomains` that change nothing, by a comparison of the policy with and without each.
///
/// For each entry, only the other entries that could cover its hosts are evaluated. The total cost is linear in the
/// number of entries.
struct ExceptionEffects {
    private let policy: LintedPolicy
    /// The entries of `NSExceptionDomains`, by key.
    private let entries: [String: PropertyValue]
    /// The keys for all hosts.
    private let generalKeys: [String: PropertyValue]
    /// The keys of entries for ranges, by range.
    private let ranges: [AddressRange: [String]]
    /// The different prefix lengths of the ranges, ascending.
    private let prefixLengths: [Int]
    /// The policy without any entry.
    private let policyWithoutEntries: Policy

    /// Prepares the comparison for all exceptions of a policy.
    init(_ policy: LintedPolicy) {
        self.policy = policy
        var generalKeys = policy.dictionary
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let domains) = generalKeys.removeValue(forKey: ATSKey.exceptionDomains) {
            entries = domains
        }
        generalKeys[ATSKey.pinnedDomains] = nil
        self.generalKeys = generalKeys
        policyWithoutEntries = Policy(generalKeys, readBy: policy.os, linkedSDK: policy.linkedSDK)
        self.entries = entries
        var ranges: [AddressRange: [String]] = [:]
        for key in entries.keys {
            if let range = AddressRange(key) { ranges[range, default: []].append(key) }
        }
        self.ranges = ranges
        prefixLengths = Set(ranges.keys.map(\.prefixLength)).sorted()
    }

    /// The finding that an entry has no effect; nil if it has an effect.
    func lint(on exception: ExceptionDomain, at site: PolicySite) -> Lint? {
        let hosts = hosts(of: exception)
        guard !hosts.isEmpty else { return nil }
        let others = coveringKeys(of: exception.key)
        let policyWith = policy(withEntries: others + [exception.key])
        let policyWithout = others.isEmpty ? policyWithoutEntries : policy(withEntries: others)
        let pairs = hosts.flatMap { host in
            [LoadingAPI.urlSession, .webView, .avFoundation].map { kind in
                (
                    with: policyWith.requirements(for: host, kind: kind),
                    without: policyWithout.requirements(for: host, kind: kind)
                )
            }
        }
        if pairs.allSatisfy({ $0.with.isSame(as: $0.without) }) {
            return Lint(
                .noEffect, .warning, at: site,
                "The entry for \(site.key.shown) changes nothing: without it, the same holds for its hosts.",
                instead: "Remove it, or write the key that is missing in it.")
        }
        // From iOS 10 on, local hosts may load over HTTP without an entry.
        guard exception.allowsInsecureHTTPLoads, pairs.allSatisfy({ $0.without.reason == .local }) else { return nil }
        return Lint(
            .noEffect, .advice, at: site,
            "The entry for \(site.key.shown) permits nothing that is not permitted anyway: local hosts are exempt from "
                + "ATS from iOS 10 on.",
            instead: "Remove it, unless iOS 9 matters.")
    }

    /// Hosts that represent all that an entry covers; empty if the system does not read the entry, or its key is not a
    /// host.
    private func hosts(of exception: ExceptionDomain) -> [Host] {
        let readsAddresses = policy.os.subjectsPublicAddresses(linkedSDK: policy.linkedSDK)
        if let range = AddressRange(exception.key) {
            return readsAddresses ? [.address(range.network), .address(range.last)] : []
        }
        guard let host = Host(exception.key), host.description == exception.key else { return [] }
        switch host {
        case .address: return readsAddresses ? [host] : []
        case .name(let name):
            guard exception.includesSubdomains else { return [host] }
            return [host, .name("subdomain.\(name)"), .name("deeper.subdomain.\(name)")]
        }
    }

    /// The policy with only the entries of these keys.
    private func policy(withEntries keys: [String]) -> Policy {
        var domains: [String: PropertyValue] = [:]
        for key in keys { domains[key] = entries[key] }
        var dictionary = generalKeys
        dictionary[ATSKey.exceptionDomains] = .dictionary(domains)
        return Policy(dictionary, readBy: policy.os, linkedSDK: policy.linkedSDK)
    }

    /// The keys of other entries that could cover the hosts of this entry.
    private func coveringKeys(of key: String) -> [String] {
        let range = AddressRange(key)
        let address = range?.network ?? IPAddress(key)
        if let address {
            let longest = range?.prefixLength ?? .max
            return prefixLengths.prefix { $0 <= longest }.flatMap { length in
                AddressRange(around: address, prefixLength: length).flatMap { ranges[$0] } ?? []
            }.filter { $0 != key }
        }
        var parents: [String] = []
        var suffix = Substring(key)
        // A host has no more than 127 labels.
        while let dot = suffix.firstIndex(of: "."), parents.count < 128 {
            suffix = suffix[suffix.index(after: dot)...]
            if entries[String(suffix)] != nil { parents.append(String(suffix)) }
        }
        return parents
    }
}

extension Requirements {
    /// Whether the requirements are equal, apart from the reason.
    fileprivate func isSame(as other: Requirements) -> Bool {
        applies == other.applies && allowsInsecureHTTPLoads == other.allowsInsecureHTTPLoads
            && minimumTLSVersion == other.minimumTLSVersion && requiresForwardSecrecy == other.requiresForwardSecrecy
            && requiresCertificateTransparency == other.requiresCertificateTransparency
            && requiresNIAP == other.requiresNIAP
    }
}

extension AddressRange {
    /// The last address of the range.
    fileprivate var last: IPAddress {
        var bytes = network.bytes
        for index in bytes.indices {
            let hostBits = min(8, max(0, 8 * (index + 1) - prefixLength))
            bytes[index] |= UInt8(truncatingIfNeeded: (1 << hostBits) - 1)
        }
        return IPAddress(bytes: bytes) ?? network
    }
}
