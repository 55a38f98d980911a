import Events
import OpenSSL
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
        let rest = stores + restrictions
        if !rest.isEmpty {
            systemDigests.sha256 = Digest.sha256(Array(systemRoots.joined()) + rest).hexadecimal
        }
        let keys = logKeys.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        var event = TrustEvent(
            time: time, id: "", systemRoots: systemDigests, userRoots: digests(userRoots),
            revocationLists: digests(revocationLists), logKeys: digests(keys))
        event.id = "sha256:" + Digest.sha256(event.content).hexadecimal
        return event
    }

    /// The limits of roots and the refused keys, which decide on verdicts as roots do.
    private var restrictions: [UInt8] {
        func elements<Value>(_ values: [[UInt8]: Value], _ text: (Value) -> String) -> [String] {
            values.map { "\n\($0.key.hexadecimal) \(text($0.value))" }.sorted()
        }
        let limited = elements(limits) { limit in
            "\(limit.issuedUntil?.description ?? "-") \(limit.largestLifetime?.description ?? "-") "
                + "\(limit.domains?.joined(separator: ",") ?? "-") \(limit.since.major).\(limit.since.minor)"
        }
        let refused = elements(refusedKeys) { $0 }
        return limited.isEmpty && refused.isEmpty ? [] : Array((limited + ["\n"] + refused).joined().utf8)
    }
}
