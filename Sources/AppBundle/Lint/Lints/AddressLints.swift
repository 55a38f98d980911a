import InternetNames
import TransportSecurity

/// Lints on addresses and CIDR ranges as keys of `NSExceptionDomains`, which systems read from iOS 17.
enum AddressLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        let sites = policy.sites.filter { $0.dictionaryKind == .exceptionDomains }
        var lints = privateNetworkLints(on: sites, in: policy)
        // The keys of the ranges so far.
        var keys: [AddressRange: String] = [:]
        for site in sites {
            switch HostKey(site.key) {
            case .notAHost, .name: continue
            case .address: lints += spellingLints(on: site)
            case .range: lints += rangeLints(on: site)
            }
            lints += supportLints(on: site, in: policy) + subdomainsLints(on: site)
            if let range = AddressRange(site.key), let other = keys.updateValue(site.key, forKey: range) {
                lints.append(duplicateRangeLint(at: site, other: other))
            }
        }
        return lints
    }

    /// The lint on a spelling that is not canonical. The system compares the key as text with the canonical spelling of
    /// the URL's address.
    private static func spellingLints(on site: PolicySite) -> [Lint] {
        let host = Host(site.key)
        guard host?.description != site.key else { return [] }
        return [
            Lint(
                .addressSpelling, .error, at: site,
                "\"\(site.key.shown)\" is not the canonical spelling of an IP address, so it never matches.",
                instead: host.map { "<key>\($0)</key>" } ?? "<key>192.0.2.1</key> or <key>2001:db8::1</key>")
        ]
    }

    /// The lint on an address or a range if the OS does not read such keys.
    private static func supportLints(on site: PolicySite, in policy: LintedPolicy) -> [Lint] {
        guard !policy.os.subjectsPublicAddresses(linkedSDK: policy.linkedSDK) else { return [] }
        let isIOS9 = policy.os.generation == .ios9
        var reader = "\(policy.os)"
        if policy.os.generation >= .ios17 { reader = "for an app linked with an SDK before iOS 17, \(reader)" }
        let effect = isIOS9 ? "ATS holds for this address" : "this address is exempt anyway"
        return [
            Lint(
                .addressKey, isIOS9 ? .error : .warning, at: site,
                "IP addresses are keys from iOS 17 on; \(reader) ignores \(site.key.shown), and \(effect).",
                instead: isIOS9 ? "A host name." : "Leave it where iOS 17 or later matters, else remove it.")
        ]
    }

    /// The lints on entries for hosts of a private network that are not local for ATS: addresses of 100.64.0.0/10 (RFC
    /// 6598), and names under `ts.net`, which Tailscale gives to them. `NSAllowsLocalNetworking` suggests that they
    /// are.
    private static func privateNetworkLints(on sites: [PolicySite], in policy: LintedPolicy) -> [Lint] {
        guard policy.policy.allowsLocalNetworking == true else { return [] }
        return sites.compactMap { site in
            let host = Host(site.key)
            switch host {
            case .address(.v4(let value)) where isShared(value):
                guard policy.exceptions[sharedRange] == nil else { return nil }
                return privateNetworkLint(
                    at: site,
                    instead: "For all such addresses: <key>\(sharedRange)</key> in NSExceptionDomains, from iOS 17 on.")
            case .name(let name) where name.hasSuffix(".ts.net"):
                return privateNetworkLint(
                    at: site,
                    instead: "An entry for the name, as here; for loads by address: <key>\(sharedRange)</key>, "
                        + "from iOS 17 on.")
            case .name, .address, nil: return nil
            }
        }
    }

    private static let sharedRange = "100.64.0.0/10"

    /// Whether an IPv4 address is in `sharedRange`: its first ten bits are those of 100.64.0.0.
    private static func isShared(_ address: UInt32) -> Bool { address >> 22 == 0x6440_0000 >> 22 }

    private static func privateNetworkLint(at site: PolicySite, instead: String) -> Lint {
        Lint(
            .localNetworkingScope, .advice, at: site,
            "\(site.key.shown) is not a local host for ATS, so NSAllowsLocalNetworking does not cover it.",
            instead: instead)
    }

    /// The lint on `NSIncludesSubdomains` for an address or a range.
    private static func subdomainsLints(on site: PolicySite) -> [Lint] {
        guard let entry = site.value.entries?.last(where: { $0.key == ATSKey.includesSubdomains }) else { return [] }
        return [
            Lint(
                .addressSubdomains, .advice,
                "An address has no subdomains, so NSIncludesSubdomains has no effect here.",
                instead: "Remove NSIncludesSubdomains.", path: site.path.appending(.key(entry.key)),
                position: entry.position)
        ]
    }
}

extension AddressLints {
    /// The lints on the spelling of a range.
    private static func rangeLints(on site: PolicySite) -> [Lint] {
        let parts = site.key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let network = parts.first, let prefix = parts.last else { return [] }
        if prefix.count > 1, prefix.hasPrefix("0") {
            return [leadingZeroLint(at: site, network: network, prefix: prefix)]
        }
        guard let range = AddressRange(site.key) else { return [malformedRangeLint(at: site, network: network)] }
        var lints: [Lint] = []
        let isV6 = range.network.bytes.count == 16
        // The network with all the bits that are written.
        let writtenNetwork = AddressRange("\(network)/\(isV6 ? 128 : 32)")?.network
        if IPAddress(network) == nil {
            lints.append(
                Lint(
                    .rangeAbbreviated, .advice, at: site,
                    "The network of \(site.key.shown) is abbreviated; the system adds zeros, a reader may not.",
                    instead: "<key>\(range)</key>"))
        }
        if writtenNetwork != range.network {
            lints.append(
                Lint(
                    .rangeHostBits, .advice, at: site,
                    "\(site.key.shown) has bits behind its prefix, which the system clears: it reads \(range).",
                    instead: "<key>\(range)</key>"))
        }
        // SecProtocolConfiguration.m refuses networks of 14 (IPv4) and 38 (IPv6) characters or more: one byte of its
        // buffers stays free beside the terminator.
        if network.utf8.count >= (isV6 ? 38 : 14) {
            lints.append(
                Lint(
                    .rangeLength, .warning, at: site,
                    "Some builds of the system ignore \(site.key.shown), because its network is too long a text.",
                    instead: "A wider range with a shorter network, or single addresses."))
        }
        return lints
    }

    /// The lint on a range that cannot be parsed. A spelling of an IPv6 address with dots is valid for an address but
    /// not for a range.
    private static func malformedRangeLint(at site: PolicySite, network: Substring) -> Lint {
        // Only the prefix length is read, behind a network that is valid with every length.
        let prefixLength = AddressRange("::/\(site.key.dropFirst(network.count + 1))")?.prefixLength
        let range = prefixLength.flatMap { prefixLength in
            IPAddress(network).flatMap { AddressRange(around: $0, prefixLength: prefixLength) }
        }
        return Lint(
            .rangeMalformed, .error, at: site,
            "\"\(site.key.shown)\" is not a range in CIDR notation, so it never matches.",
            instead: range.map { "<key>\($0)</key>" }
                ?? "A network and the number of its leading bits, such as <key>198.51.100.0/24</key>.")
    }

    /// The lint on a prefix length with a leading zero. The published engine reads the number in any base, as C's
    /// strtol does.
    private static func leadingZeroLint(at site: PolicySite, network: Substring, prefix: Substring) -> Lint {
        let octal = Int(prefix.prefix { ("0"..."7").contains($0) }, radix: 8).map { "/\($0)" } ?? "something else"
        let digits = prefix.drop { $0 == "0" }
        return Lint(
            .rangeLeadingZero, .error, at: site,
            "The prefix of \(site.key.shown) begins with 0, so systems may read it as octal, that is \(octal).",
            instead: "<key>\(network)/\(digits.isEmpty ? "0" : digits)</key>")
    }

    /// The lint on a range that another entry covers in another spelling.
    private static func duplicateRangeLint(at site: PolicySite, other: String) -> Lint {
        Lint(
            .rangeDuplicate, .warning, at: site,
            "\(site.key.shown) is the same range as \(other.shown), and which of them holds is not defined.",
            instead: "Put into one entry what both hold, and remove the other.")
    }
}
