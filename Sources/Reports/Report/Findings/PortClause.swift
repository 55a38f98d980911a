import Documents
import InternetNames

extension Set<UInt16> {
    /// The ports of loads as a clause, as in `at ports 443, 8443`; nil if there is only the usual port of all schemes.
    ///
    /// - Parameter schemes: The schemes of the loads. If none is known, no port is usual.
    package func clause(of schemes: Set<Load.Scheme>) -> String? {
        guard !isEmpty, count > 1 || self != Set(schemes.map(\.defaultPort)) else { return nil }
        return "at \(count == 1 ? "port" : "ports") \(sorted().map(String.init).listed(atMost: 20))"
    }
}

extension Host {
    /// The host with ports, as in `a.example at port 8443`; only the host at the usual port of all schemes.
    package func named(at ports: Set<UInt16>, of schemes: Set<Load.Scheme>) -> String {
        ports.clause(of: schemes).map { "\(self) \($0)" } ?? description
    }
}
