import Documents
import InternetNames

extension Set<UInt16> {
    /// The ports as a clause, as in `at ports 443, 8443`; nil if there is only the usual port of `https` or `http`.
    package var portClause: String? {
        guard !isEmpty, self != [443], self != [80] else { return nil }
        return "at \(count == 1 ? "port" : "ports") \(sorted().map(String.init).listed(atMost: 20))"
    }
}

extension Host {
    /// The host with ports, as in `a.example at port 8443`; only the host at the usual port of `https` or `http`.
    package func named(at ports: Set<UInt16>) -> String {
        ports.portClause.map { "\(self) \($0)" } ?? description
    }
}
