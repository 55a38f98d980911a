import InternetNames
import JSONWriting
import TransportSecurity

/// The script of `/proxy.pac` (proxy auto-configuration). A device that runs the script reaches some hosts through the
/// proxy, and all others directly.
///
/// The script defines Netscape's function `FindProxyForURL` in JavaScript without newer syntax. Of the predefined
/// functions it calls only `isInNet`, and only for literal addresses, because `isInNet` looks up names. Ranges of IPv6
/// are left out, because no function for them exists on all systems.
struct ProxyAutoConfiguration {
    /// The proxy's address as seen from the device.
    let proxy: Authority
    /// The hosts that the device reaches through the proxy.
    let hosts: [ProxiedHost]

    /// The script. Its texts are written as JSON strings, which are also literals of JavaScript.
    var bytes: [UInt8] {
        var names: [String] = []
        var suffixes: [String] = []
        var ranges: [(network: String, mask: String)] = []
        for host in hosts {
            switch host.pattern {
            case .host(let host, let includesSubdomains):
                let name = Self.withoutTrailingDot(host.description)
                names.append(name)
                if includesSubdomains, case .name = host { suffixes.append("." + name) }
            case .range(let range):
                if let mask = range.mask { ranges.append((range.network.description, mask)) }
            }
        }
        let members = names.map { "\(Self.literal($0)): true" }
        let pairs = ranges.map { "[\(Self.literal($0.network)), \(Self.literal($0.mask))]" }
        let script = """
            function FindProxyForURL(url, host) {
              var proxy = \(Self.literal("PROXY \(proxy)"));
              var hosts = {\(members.joined(separator: ", "))};
              var suffixes = [\(suffixes.map(Self.literal).joined(separator: ", "))];
              var ranges = [\(pairs.joined(separator: ", "))];
            \(Self.search)
            """
        return Array(script.utf8)
    }

    /// The end of the script, which looks a host up in its lists.
    private static let search = """
          host = host.toLowerCase().replace(/^\\[|\\]$|\\.$/g, "");
          if (hosts[host] === true) return proxy;
          for (var i = 0; i < suffixes.length; i++) {
            if (host.slice(-suffixes[i].length) === suffixes[i]) return proxy;
          }
          if (/^[0-9.]+$/.test(host)) {
            for (var j = 0; j < ranges.length; j++) {
              if (isInNet(host, ranges[j][0], ranges[j][1])) return proxy;
            }
          }
          return "DIRECT";
        }

        """

    /// A text as a literal of JavaScript.
    private static func literal(_ text: String) -> String { String(decoding: text.line, as: UTF8.self) }

    /// A name without the dot at its end, which browsers may leave out.
    private static func withoutTrailingDot(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

extension AddressRange {
    /// The mask of an IPv4 range in dotted decimal, such as `255.255.0.0`; nil for IPv6.
    fileprivate var mask: String? {
        guard case .v4 = network else { return nil }
        return IPAddress.v4(UInt32.max << (32 - prefixLength)).description
    }
}
