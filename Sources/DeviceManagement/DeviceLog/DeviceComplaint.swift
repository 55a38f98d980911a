import InternetNames
import TransportSecurity

/// A failure of TLS at a host that a device has logged.
public struct DeviceComplaint: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports of the URLs that the line names; empty if it names only the host.
    public var ports: Set<UInt16>
    /// The rules that explain the failure; empty if the line does not tell.
    public var rules: [RuleID]
    /// The process that logged the failure; nil if no line names one.
    public var process: String?
    /// The failure, as the device names it.
    public var name: String
    /// The number of lines.
    public var count = 0
    /// The number of the first line, from 1.
    public var firstLine: Int
}
