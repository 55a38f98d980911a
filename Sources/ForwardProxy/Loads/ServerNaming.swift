import InternetNames
import TransportSecurity

/// The way in which the beginning of an intercepted connection names its server.
public enum ServerNaming: Hashable, Sendable {
    /// By a name, or by an address in its place.
    case named
    /// Not at all: a ClientHello without a name, which clients send to addresses.
    case absent
    /// By nothing that can be read: a hello that is malformed or too long, a name that is none, or another protocol. A
    /// name that contradicts the address counts as none.
    case unreadable

    /// The reason why a load is refused in `enforce`; `nil` if the naming does not stand in the way.
    ///
    /// An address is often exempt from ATS, and a name is not. A beginning that may hide a name does not get the
    /// exemption of an address.
    ///
    /// - Parameters:
    ///   - requirements: The requirements for the server if its name is not known.
    ///   - isStrict: Whether a tunnel without a name is blocked (`--strict-tunnel`).
    public func failure(under requirements: @autoclosure () -> Requirements, isStrict: Bool) -> LoadFailure? {
        switch self {
        case .named: return nil
        case .absent: return isStrict && requirements().applies ? .unnamedServer : nil
        case .unreadable: return requirements().applies ? .unnamedServer : nil
        }
    }
}

extension Host {
    /// Whether no server of that name is at that public address: another literal address, or a local name. Such a name
    /// may be exempt from ATS as local (`NSAllowsLocalNetworking`), and only the client vouches for it. Addresses that
    /// are not public are local themselves, or no app's server is at them.
    func contradicts(_ address: IPAddress) -> Bool {
        guard address.kind == .public else { return false }
        switch self {
        case .address(let named):
            return named.unmapped != address.unmapped && !address.embeddedAddresses.contains(named.unmapped)
        case .name:
            return isLocal
        }
    }
}
