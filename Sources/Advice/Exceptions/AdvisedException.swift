import InternetNames
import JSONWriting
import Reports
import TransportSecurity

/// An entry of `NSExceptionDomains` for a host of the recorded traffic.
public struct AdvisedException: Hashable, Sendable {
    /// The host, which is the key of the entry.
    public var host: Host
    /// The keys of the entry; empty if the declared entry is to be removed.
    public var keys: [String: PropertyValue]
    /// Whether the declared entry is to be removed. ATS exempts a host that has none.
    public var isRemoval = false
    /// The effect of the entry on the loads that violate ATS without it.
    public var effect: Effect
    /// The violations without the entry.
    public var findings: [Finding]
    /// The traffic that the entry is for.
    public var traffic: TrafficCount
    /// The answer of the host to https, if the recording has one. Another URL may then suffice.
    public var https: HTTPSAnswer?
    /// Notes about the entry, one sentence each.
    public var caveats: [String]

    /// The effect of an entry on the loads that violate ATS without it.
    public enum Effect: String, CaseIterable, Sendable {
        /// The loads succeed.
        case permits
        /// ATS no longer objects, but default trust evaluation still fails: the load only succeeds if the app's own
        /// code accepts the server.
        case leavesToApp = "leaves-to-app"
        /// ATS no longer objects, but the server refuses TLS: only a load in cleartext succeeds.
        case permitsOnlyCleartext = "permits-cleartext-alone"

        /// The effect in a few words.
        public var prose: String {
            switch self {
            case .permits: return "permits it"
            case .leavesToApp: return "fails unless the app accepts it"
            case .permitsOnlyCleartext: return "permits cleartext alone"
            }
        }
    }
}

extension AdvisedException {
    /// The entry in a policy; nil if there is none.
    var entry: [String: PropertyValue]? { isRemoval ? nil : keys }

    /// The keys with their values, such as `NSExceptionMinimumTLSVersion = TLSv1.0`.
    var keysProse: String {
        if keys.isEmpty { return isRemoval ? "remove the entry" : "an entry without keys" }
        return keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }.joined(separator: ", ")
    }

    /// The messages of the violations, without those in tunnels that repeat one of a probe, and the caveats.
    var reason: String {
        let rules = findings.map(\.rule)
        let messages = findings.filter { !$0.rule.repeats(rules) }.map(\.message)
        return (messages + caveats).joined(separator: " ")
    }
}

extension PolicyDictionary {
    /// A copy with exceptions for hosts.
    func excepting(_ exceptions: [AdvisedException]) -> PolicyDictionary {
        var changed = self
        changed.set(Dictionary(exceptions.map { ($0.host.description, $0.entry) }, uniquingKeysWith: { $1 }))
        return changed
    }
}

extension AdvisedException: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", host)
            json.member("keys", PropertyValue.dictionary(keys))
            json.member("effect", effect.rawValue)
            if effect == .leavesToApp { json.member("overridable", true) }
            json.member("findings", findings)
            json.member("traffic", traffic)
            json.member("https", https)
            json.member("caveats", caveats)
        }
    }
}
