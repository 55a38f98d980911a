import Documents
import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// A host for which two policies differ in their requirements: a row of `atsproxy policy diff`.
public struct HostChange: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The systems for which the difference exists, oldest first.
    public var systems: [OSVersion]
    /// The requirements of the old policy in one sentence.
    public var old: String
    /// The requirements of the new policy in one sentence.
    public var new: String

    /// The name that stands for all hosts that no key covers.
    public static let anyOtherHost = Host.name("any-other-host.example")
    /// The name that stands for the local hosts and addresses that no key covers. A name without a dot is covered by no
    /// other key than the name itself.
    public static let anyOtherLocalHost = Host.name("any-other-local-host")

    /// The differences for hosts under each system, for loads through an API. Systems with the same difference are
    /// combined.
    public static func changes(
        from old: NamedPolicy, to new: NamedPolicy, for hosts: [Host], under systems: [OSVersion],
        through api: LoadingAPI = .urlSession
    ) -> [HostChange] {
        let readings = systems.map { Reading(of: old, and: new, by: $0) }
        return hosts.flatMap { host -> [HostChange] in
            var changes: [HostChange] = []
            for reading in readings {
                let before = reading.old.requirements(for: host, kind: api)
                let after = reading.new.requirements(for: host, kind: api)
                guard !before.demandsTheSame(as: after) else { continue }
                let (oldText, newText) = (before.prose, after.prose)
                if let index = changes.firstIndex(where: { $0.old == oldText && $0.new == newText }) {
                    changes[index].systems.append(reading.os)
                } else {
                    changes.append(HostChange(host: host, systems: [reading.os], old: oldText, new: newText))
                }
            }
            return changes
        }
    }

    /// The old and the new policy as an OS reads them.
    private struct Reading {
        let os: OSVersion
        let old: Policy
        let new: Policy

        init(of old: NamedPolicy, and new: NamedPolicy, by os: OSVersion) {
            self.os = os
            self.old = Policy(old.dictionary, readBy: os, linkedSDK: old.linkedSDK)
            self.new = Policy(new.dictionary, readBy: os, linkedSDK: new.linkedSDK)
        }
    }
}

extension Requirements {
    /// Whether the requirements are equal, apart from the reason.
    fileprivate func demandsTheSame(as other: Requirements) -> Bool {
        applies == other.applies && allowsInsecureHTTPLoads == other.allowsInsecureHTTPLoads
            && minimumTLSVersion == other.minimumTLSVersion && requiresForwardSecrecy == other.requiresForwardSecrecy
            && requiresCertificateTransparency == other.requiresCertificateTransparency
            && requiresNIAP == other.requiresNIAP && pins == other.pins
    }

    /// The requirements in a few words, such as `TLS 1.2 or later, forward secrecy, no cleartext`.
    fileprivate var prose: String {
        var demands: [String] = []
        if applies {
            demands.append("\(minimumTLSVersion.prose) or later")
            demands.append(requiresForwardSecrecy ? "forward secrecy" : "no forward secrecy needed")
            demands.append(
                allowsInsecureHTTPLoads
                    ? "cleartext permitted, failures of trust fail unless the app accepts them" : "no cleartext")
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
        let leafPins = leaves.map { Quantity.of($0.count, "leaf pin") }
        let authorityPins = authorities.map { Quantity.of($0.count, "CA pin") }
        return [leafPins, authorityPins].compactMap(\.self).joined(separator: " and ")
    }
}

extension HostChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("systems", systems)
            json.member("old", old)
            json.member("new", new)
        }
    }
}
