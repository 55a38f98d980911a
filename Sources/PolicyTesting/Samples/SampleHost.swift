import InternetNames

/// A host that stands for all hosts of a kind, such as all IPv6 addresses of a link. Public addresses are those that
/// are reserved for examples (RFC 5737, RFC 3849).
package enum SampleHost: CaseIterable, Sendable {
    case publicName, subdomain, localName, unqualifiedName, loopbackName, tailnetName
    case publicIPv4, privateIPv4, sharedIPv4, loopbackIPv4
    case publicIPv6, uniqueLocalIPv6, linkLocalIPv6, loopbackIPv6

    /// The kind in a few words.
    package var kind: String {
        switch self {
        case .publicName: return "public name"
        case .subdomain: return "its subdomain"
        case .localName: return "name under .local"
        case .unqualifiedName: return "unqualified name"
        case .loopbackName: return "localhost"
        case .tailnetName: return "name under .ts.net"
        case .publicIPv4: return "public IPv4"
        case .privateIPv4: return "private IPv4"
        case .sharedIPv4: return "CGNAT IPv4"
        case .loopbackIPv4: return "loopback IPv4"
        case .publicIPv6: return "global IPv6"
        case .uniqueLocalIPv6: return "unique local IPv6"
        case .linkLocalIPv6: return "link-local IPv6"
        case .loopbackIPv6: return "loopback IPv6"
        }
    }

    /// The host.
    package var host: Host {
        switch self {
        case .publicName: return .name("unlisted.example")
        case .subdomain: return .name("www.unlisted.example")
        case .localName: return .name("printer.local")
        case .unqualifiedName: return .name("printer")
        case .loopbackName: return .name("localhost")
        case .tailnetName: return .name("host.tailnet.ts.net")
        case .publicIPv4: return .address(.v4(0xCB00_7101))
        case .privateIPv4: return .address(.v4(0xC0A8_010A))
        case .sharedIPv4: return .address(.v4(0x6440_0001))
        case .loopbackIPv4: return .address(.v4(0x7F00_0001))
        case .publicIPv6: return .address(.v6(high: 0x2001_0DB8_0000_0000, low: 1))
        case .uniqueLocalIPv6: return .address(.v6(high: 0xFD00_0000_0000_0000, low: 1))
        case .linkLocalIPv6: return .address(.v6(high: 0xFE80_0000_0000_0000, low: 1))
        case .loopbackIPv6: return .address(.v6(high: 0, low: 1))
        }
    }
}
