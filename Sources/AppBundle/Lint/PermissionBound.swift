import InfoPlist
import InternetNames
import TransportSecurity

/// The loads that a policy permits on every system, as a bound for its corrections. A correction that would permit a
/// load which the system blocks today is left to the author.
final class PermissionBound {
    /// The `NSAppTransportSecurity` dictionary before the corrections.
    private let before: [String: PropertyValue]
    /// The policy before the corrections, as each generation of systems reads it.
    private let policies: [Policy]
    private let linkedSDK: OSVersion?
    /// The hosts of keys that were asked before.
    private var hostsOfKeys: [String: [Host]] = [:]

    /// One version of each generation of systems. Each generation reads some keys and values differently.
    private static let generations = [
        OSVersion.iOS(9), .iOS(10), .iOS(11), .iOS(12, 2), .iOS(13), .iOS(14), .iOS(15, 4), .iOS(17), .iOS(18, 4),
        .iOS(26), .iOS(26, 4), .newest,
    ]

    /// Hosts without an entry, to which the general keys of a policy apply: names, local names and addresses.
    private static let generalHosts = [
        "unlisted.example", "printer", "printer.local", "localhost", "192.0.2.1", "10.0.0.1", "2001:db8::1", "fe80::1",
    ].compactMap { Host($0) }

    /// Creates the bound from a property list: an Info.plist or a bare policy.
    init(_ propertyList: [String: PropertyValue]) {
        let declared = DeclaredPolicy(propertyList)
        before = declared.dictionary
        linkedSDK = declared.linkedSDK
        policies = Self.generations.map { Policy(declared.dictionary, readBy: $0, linkedSDK: declared.linkedSDK) }
    }

    /// Whether another property list permits nothing that this one blocks, for the hosts whose entries differ, hosts
    /// below them, and hosts without an entry.
    func covers(_ propertyList: [String: PropertyValue]) -> Bool {
        let after = DeclaredPolicy(propertyList)
        guard after.dictionary != before || after.linkedSDK != linkedSDK else { return true }
        let corrected = policies.map { Policy(after.dictionary, readBy: $0.os, linkedSDK: after.linkedSDK) }
        return hosts(onWhichDiffers: after.dictionary).allSatisfy { host in
            zip(corrected, policies).allSatisfy { corrected, policy in
                LoadingAPI.allCases.allSatisfy { kind in
                    corrected.requirements(for: host, kind: kind)
                        .permitNoMore(than: policy.requirements(for: host, kind: kind))
                }
            }
        }
    }

    /// Hosts on which another policy can differ. If a general key differs, these are the hosts of all entries, because
    /// an entry can make an exception from that key.
    private func hosts(onWhichDiffers after: [String: PropertyValue]) -> Set<Host> {
        let tables = [ATSKey.exceptionDomains, ATSKey.pinnedDomains]
        let isGeneral = Set(before.keys).union(after.keys).subtracting(tables).contains { before[$0] != after[$0] }
        var hosts = Set(Self.generalHosts)
        for table in tables {
            let (old, new) = (Self.entries(table, in: before), Self.entries(table, in: after))
            for key in Set(old.keys).union(new.keys) where isGeneral || old[key] != new[key] {
                let known = hostsOfKeys[key] ?? Self.hosts(of: key)
                hostsOfKeys[key] = known
                hosts.formUnion(known)
            }
        }
        return hosts
    }

    private static func entries(_ key: String, in policy: [String: PropertyValue]) -> [String: PropertyValue] {
        guard case .dictionary(let entries) = policy[key] else { return [:] }
        return entries
    }

    /// The host of a key, and hosts one to three labels below it, each with and without a trailing dot; for a range,
    /// its first address.
    private static func hosts(of key: String) -> [Host] {
        if let range = AddressRange(key) { return [.address(range.network)] }
        let written = WrittenDomain(key.withoutBlanks, in: .exceptionDomains)
        let names = [key, written.name, written.host?.description ?? ""].filter { !$0.isEmpty }
        return Set(names).flatMap { name -> [Host] in
            let bare = name.hasSuffix(".") ? String(name.dropLast()) : name
            return ["", "a.", "b.a.", "c.b.a."].flatMap { [$0 + bare, $0 + bare + "."] }.compactMap { Host($0) }
        }
    }
}

extension Requirements {
    /// Whether each load that meets these requirements also meets others for the same host.
    fileprivate func permitNoMore(than others: Requirements) -> Bool {
        (applies || !others.applies)
            && (others.allowsInsecureHTTPLoads || !allowsInsecureHTTPLoads)
            && minimumTLSVersion >= others.minimumTLSVersion
            && (requiresForwardSecrecy || !others.requiresForwardSecrecy)
            && (requiresCertificateTransparency || !others.requiresCertificateTransparency)
            && (requiresNIAP || !others.requiresNIAP)
            && Self.isSubset(pins?.authorities, of: others.pins?.authorities)
            && Self.isSubset(pins?.leaves, of: others.pins?.leaves)
    }

    /// Whether a list of pins accepts no more keys than another. Without a list, every key is accepted.
    private static func isSubset(_ pins: Set<[UInt8]>?, of others: Set<[UInt8]>?) -> Bool {
        guard let others else { return true }
        return pins?.isSubset(of: others) ?? false
    }
}
