import InternetNames
import TransportSecurity

/// One key of `NSAppTransportSecurity` that two policies differ in.
public struct PolicyKeyChange: Hashable, Sendable {
    /// The way to the key, from the top: `NSExceptionDomains`, `example.com`, `NSIncludesSubdomains`.
    public var path: [String]
    /// Its value in the old policy; nil where it is absent.
    public var old: PropertyValue?
    /// Its value in the new one.
    public var new: PropertyValue?

    /// The keys in which two dictionaries differ, in alphabetical order; of dictionaries that both have, what differs
    /// within. Property lists are no deeper than their readers allow, so this recursion is bounded.
    public static func changes(
        from old: [String: PropertyValue], to new: [String: PropertyValue], below path: [String] = []
    ) -> [PolicyKeyChange] {
        Set(old.keys).union(new.keys).sorted().flatMap { key -> [PolicyKeyChange] in
            let (before, after) = (old[key], new[key])
            guard before != after else { return [] }
            if case .dictionary(let before) = before ?? .dictionary([:]),
                case .dictionary(let after) = after ?? .dictionary([:]), !(before.isEmpty && after.isEmpty)
            {
                return changes(from: before, to: after, below: path + [key])
            }
            return [PolicyKeyChange(path: path + [key], old: before, new: after)]
        }
    }
}

/// What two policies demand of one host, where that differs.
public struct HostChange: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The systems on which this is so, oldest first.
    public var systems: [OSVersion]
    /// What the old policy means for it, in one sentence.
    public var old: String
    /// What the new one means.
    public var new: String

    /// What changes for those hosts under those systems, for loads through that API. Systems for which the same is so
    /// are named together.
    ///
    /// - Parameter sdk: The SDK of the old app and of the new one.
    public static func changes(
        from old: [String: PropertyValue], to new: [String: PropertyValue], for hosts: [Host],
        under systems: [OSVersion],
        kind: LoadKind = .urlSession, sdk: (old: OSVersion?, new: OSVersion?) = (nil, nil)
    ) -> [HostChange] {
        let readings = systems.map { os in
            (os, Policy(old, readBy: os, linkedSDK: sdk.old), Policy(new, readBy: os, linkedSDK: sdk.new))
        }
        return hosts.flatMap { host -> [HostChange] in
            var changes: [HostChange] = []
            for (os, oldPolicy, newPolicy) in readings {
                let before = oldPolicy.requirements(for: host, kind: kind)
                let after = newPolicy.requirements(for: host, kind: kind)
                guard !before.demandsTheSame(as: after) else { continue }
                let (oldText, newText) = (before.prose, after.prose)
                if let same = changes.firstIndex(where: { $0.old == oldText && $0.new == newText }) {
                    changes[same].systems.append(os)
                } else {
                    changes.append(HostChange(host: host, systems: [os], old: oldText, new: newText))
                }
            }
            return changes
        }
    }
}

extension Requirements {
    /// Whether both demand the same, for whatever reason.
    fileprivate func demandsTheSame(as other: Requirements) -> Bool {
        (applies, allowsInsecureHTTPLoads, minimumTLSVersion, requiresForwardSecrecy)
            == (other.applies, other.allowsInsecureHTTPLoads, other.minimumTLSVersion, other.requiresForwardSecrecy)
            && requiresCertificateTransparency == other.requiresCertificateTransparency
            && requiresNIAP == other.requiresNIAP && pins == other.pins
    }

    /// What is demanded, in a few words: `TLS 1.2, forward secrecy, no cleartext`.
    fileprivate var prose: String {
        var demands: [String] = []
        if applies {
            demands.append("\(minimumTLSVersion.prose) or later")
            demands.append(requiresForwardSecrecy ? "forward secrecy" : "no forward secrecy needed")
            demands.append(allowsInsecureHTTPLoads ? "cleartext permitted, trust left to the app" : "no cleartext")
            if requiresCertificateTransparency { demands.append("Certificate Transparency") }
            if requiresNIAP { demands.append("FCP_v2.1") }
        } else {
            demands.append("ATS off (\(reason.rawValue))")
        }
        if let pins { demands.append(pins.prose) }
        return demands.joined(separator: ", ")
    }
}

extension PinnedIdentities {
    fileprivate var prose: String {
        let kinds = [(leaves, "leaf"), (authorities, "CA")].compactMap { set, name in
            set.map { "\(Quantity.of($0.count, "\(name) pin"))" }
        }
        return kinds.joined(separator: " and ")
    }
}
