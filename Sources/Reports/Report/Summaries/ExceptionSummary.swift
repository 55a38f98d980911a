import InternetNames
import JSONWriting
import Traffic
import TransportSecurity

/// The loads for which one part of a policy decided, as a report sums them up.
public struct ExceptionSummary: Hashable, Sendable {
    /// The part of the policy.
    public var reason: Requirements.Reason
    /// The key of `NSExceptionDomains`; nil if another part decided.
    public var key: String?
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()

    /// Adds the loads of an entry from a host.
    mutating func add(_ entry: TrafficEntry, from host: Host) {
        hosts.insert(host)
        traffic.add(entry)
    }
}

extension ExceptionSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("reason", reason)
            json.member("key", key)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("traffic", traffic)
        }
    }
}
