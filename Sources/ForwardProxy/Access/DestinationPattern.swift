import InternetNames
import TransportSecurity

/// A value of `--allow-destination` or `--deny-destination`: a range of addresses, and ports.
public struct DestinationPattern: Hashable, Sendable {
    /// The addresses.
    public let range: AddressRange
    /// The ports; empty for all ports.
    public let ports: [ClosedRange<UInt16>]

    /// Reads `CIDR[:PORTS]`: `10.0.0.0/8`, `10.0.0.0/8:80,8000-8999`, `fd00::/8:443`, `[::1]:8080`. An IPv6 address
    /// without a prefix length needs brackets if ports follow.
    public init?(_ text: String) {
        guard let (range, ports) = Self.split(text), let range = AddressRange(option: range) else { return nil }
        self.range = range
        guard let ports else {
            self.ports = []
            return
        }
        let parts = ports.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.compactMap(Self.portRange)
        guard ranges.count == parts.count else { return nil }
        self.ports = ranges
    }

    /// Whether the pattern contains a port of an address.
    public func matches(_ address: IPAddress, port: UInt16) -> Bool {
        range.contains(address) && (ports.isEmpty || ports.contains { $0.contains(port) })
    }

    private static func split(_ text: String) -> (range: String, ports: Substring?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let inside = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.hasPrefix("/") else { return ports(behind: String(inside), rest) }
            let colon = rest.firstIndex(of: ":") ?? rest.endIndex
            return ports(behind: String(inside) + rest[..<colon], rest[colon...])
        }
        let isBareIPv6 = !text.contains("/") && text.split(separator: ":", omittingEmptySubsequences: false).count > 2
        let start = isBareIPv6 ? text.endIndex : text.firstIndex(of: "/") ?? text.startIndex
        let colon = text[start...].firstIndex(of: ":") ?? text.endIndex
        return ports(behind: String(text[..<colon]), text[colon...])
    }

    private static func ports(behind range: String, _ rest: Substring) -> (String, Substring?)? {
        if rest.isEmpty { return (range, nil) }
        return rest.hasPrefix(":") ? (range, rest.dropFirst()) : nil
    }

    private static func portRange(_ text: Substring) -> ClosedRange<UInt16>? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let first = ends.first.flatMap({ UInt16($0) }),
            let last = ends.last.flatMap({ UInt16($0) }), first > 0, first <= last
        else { return nil }
        return first...last
    }
}
