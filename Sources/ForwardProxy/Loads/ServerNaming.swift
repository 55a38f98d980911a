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
    /// ATS often exempts addresses, and an unreadable beginning may hide a name. The load is therefore refused if ATS
    /// applies to a server whose name is unknown.
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
    /// Whether a server at `address`, which is public, cannot have this name: the name is another literal address, or
    /// is local. False for addresses that are not public: these are local themselves, or no app's server is at them.
    ///
    /// ATS may exempt a local name (`NSAllowsLocalNetworking`), and any client can claim one.
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
