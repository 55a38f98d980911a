import OpenSSL
import TransportSecurity

extension TrustStore {
    /// Says on standard error that the trust store of the newest of these systems is not known, and which one stands in for
    /// it. Roots that an option gives are those of every system.
    func noteUnknownStore(of systems: [OSVersion]) {
        guard let newest = systemStores.last,
            let unknown = systems.max(by: { $0.equivalentIOS < $1.equivalentIOS }),
            unknown.equivalentIOS.major > newest.first.major
        else { return }
        Console.say(
            "the trust store of \(unknown) is not known yet; that of \(newest.name) stands in for it. A newer version of "
                + "atsproxy may have it.")
    }
}
