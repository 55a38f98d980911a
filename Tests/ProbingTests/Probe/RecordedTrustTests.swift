import OpenSSL
import Probing
import Testing
import TransportSecurity

/// Verdicts depend on each part of a trust store, so that each part changes its identifier.
@Suite struct RecordedTrustTests {
    private static let root: [UInt8] = [1, 2, 3]
    private static let key = [UInt8](repeating: 7, count: 32)
    private static let limit = RootLimit(
        issuedUntil: Instant(year: 2024, month: 11, day: 15), since: OSVersion.Version(major: 18, minor: 2),
        decidedBy: "Apple", source: "121668")

    @Test(
        arguments: [
            { $0.systemRoots.append([4]) }, { $0.userRoots = [[4]] }, { $0.revocationLists = [[4]] },
            { $0.logKeys = [[4]: [5]] }, { $0.limits = [:] }, { $0.limits[key]?.issuedUntil = nil },
            { $0.limits[key]?.largestLifetime = 86_400 }, { $0.limits[key]?.domains = ["example.com"] },
            { $0.limits[key]?.since = OSVersion.Version(major: 26) }, { $0.refusedKeys = [:] },
            { $0.refusedKeys[key] = "is known to others" },
        ] as [@Sendable (inout TrustStore) -> Void])
    func eachPartChangesTheIdentifier(change: @Sendable (inout TrustStore) -> Void) {
        let store = TrustStore(
            systemRoots: [Self.root], limits: [Self.key: Self.limit], refusedKeys: [Self.key: "is public"])
        var changed = store
        change(&changed)
        #expect(changed.recordedIdentifier != store.recordedIdentifier)
        #expect(
            store.recordedIdentifier
                == TrustStore(
                    systemRoots: [Self.root], limits: [Self.key: Self.limit], refusedKeys: [Self.key: "is public"]
                ).recordedIdentifier)
    }
}
