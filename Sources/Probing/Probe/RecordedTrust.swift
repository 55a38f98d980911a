import OpenSSL
import Recording
import TransportSecurity

extension TrustStore {
    /// The identifier of the store in recordings, `sha256:…`.
    public var recordedIdentifier: String { recorded(at: Instant(milliseconds: 0)).id }

    /// The event that records the store.
    public func recorded(at time: Instant) -> TrustEvent {
        func digests(_ elements: [[UInt8]]) -> TrustEvent.Digests {
            TrustEvent.Digests(count: elements.count, sha256: Digest.sha256(Array(elements.joined())).hexadecimal)
        }
        // Which system trusts which root is a part of the identity of the store.
        let stores = systemStores.flatMap { store in
            Array("\(store.first.major).\(store.first.minor)".utf8)
                + store.roots.sorted().flatMap { Array(" \($0)".utf8) }
        }
        var systemDigests = digests(systemRoots)
        if !stores.isEmpty {
            systemDigests.sha256 = Digest.sha256(Array(systemRoots.joined()) + stores).hexadecimal
        }
        let keys = logKeys.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        var event = TrustEvent(
            time: time, id: "", systemRoots: systemDigests, userRoots: digests(userRoots),
            revocationLists: digests(revocationLists), logKeys: digests(keys))
        event.id = "sha256:" + Digest.sha256(event.content).hexadecimal
        return event
    }
}
