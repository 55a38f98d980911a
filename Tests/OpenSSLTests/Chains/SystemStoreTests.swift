import Testing
import TransportSecurity

@testable import OpenSSL

/// Trust stores that differ by system.
@Suite struct SystemStoreTests {
    private let chain: ChainFixture
    private let other: TestIdentity

    init() throws {
        chain = try ChainFixture()
        other = try TestIdentity(.authority("Other"))
    }

    /// A store that iOS 9 has without the root of the chain, iOS 11 with it, and iOS 17 without it again.
    private var store: TrustStore {
        TrustStore(
            systemRoots: [chain.root.der, other.der],
            systemStores: [
                SystemStore(name: "iOS 9", first: .init(major: 9), roots: [1]),
                SystemStore(name: "iOS 11", first: .init(major: 11), roots: [0, 1]),
                SystemStore(name: "iOS 17", first: .init(major: 17), roots: [1]),
            ])
    }

    private func evaluate(_ store: TrustStore, on os: OSVersion) -> ChainEvaluation {
        ChainEvaluator(store).evaluate(
            certificates: [chain.leaf, chain.intermediate].map(\.der), for: os, at: chain.now)
    }

    /// Between two stores the older one holds, before the first and after the last those.
    @Test(
        arguments: [
            (.iOS(9), .none), (.iOS(10, 3), .none), (.macOS(10, 12), .none), (.iOS(11), .system),
            (.iOS(16, 7), .system),
            (.macOS(11), .system), (.macOS(13, 6), .system), (.watchOS(9), .system), (.macOS(14), .none),
            (.visionOS(1), .none), (.iOS(17), .none), (.iOS(27), .none), (.iOS(8), .none),
        ] as [(OSVersion, ChainEvaluation.Anchor)])
    func theSystemChoosesTheStore(os: OSVersion, anchor: ChainEvaluation.Anchor) {
        let evaluation = evaluate(store, on: os)
        #expect(evaluation.anchor == anchor)
        #expect(evaluation.storesWithRoot == (anchor == .none ? ["iOS 11"] : []))
        #expect(evaluation.path.count == 3)
    }

    @Test func withoutStoresEverySystemTrustsAllRoots() {
        let store = TrustStore(systemRoots: [chain.root.der])
        for os in [OSVersion.iOS(9), .iOS(13), .newest] { #expect(evaluate(store, on: os).anchor == .system) }
    }

    @Test func aUsersRootIsTrustedWhereTheSystemHasItNot() {
        var store = store
        store.userRoots = [chain.root.der]
        #expect(evaluate(store, on: .iOS(9)).anchor == .user)
        #expect(evaluate(store, on: .iOS(13)).anchor == .system)
    }

    @Test func addedRootsAreTrustedByEverySystem() {
        var store = TrustStore(
            systemRoots: [other.der],
            systemStores: [
                SystemStore(name: "a", first: .init(major: 9), roots: []),
                SystemStore(name: "b", first: .init(major: 13), roots: [0]),
            ])
        store.addSystemRoots([chain.root.der])
        for os in [OSVersion.iOS(9), .iOS(13)] { #expect(evaluate(store, on: os).anchor == .system) }
    }

    @Test func aRefusedKeyIsAFaultOfThePath() {
        var store = TrustStore(systemRoots: [chain.root.der])
        let key = evaluate(store, on: .newest).path[1].publicKeySHA256
        store.refusedKeys = [key: "it leaked (a report)"]
        let faults = evaluate(store, on: .newest).faults.map(\.prose)
        #expect(faults.count == 1 && faults[0].contains("its key is refused: it leaked (a report)"))
    }

    @Test func theLimitOfTheRootIsAFactOfTheEvaluation() {
        let limit = RootLimit(since: .init(major: 11), decidedBy: "Apple", source: "a document")
        var store = store
        store.limits = [evaluate(store, on: .iOS(13)).path[2].sha256: limit]
        #expect(evaluate(store, on: .iOS(13)).limit == limit)
        #expect(evaluate(store, on: .iOS(9)).limit == nil)
    }

    @Test func oneSystemStandsForAllWithTheSameStore() {
        #expect(store.system(for: .iOS(12, 1)) == .iOS(11) && store.system(for: .macOS(10, 15)) == .iOS(11))
        #expect(store.system(for: .iOS(27)) == .iOS(17) && store.system(for: .iOS(10)) == .iOS(9))
        #expect(TrustStore().system(for: .iOS(9)) == TrustStore().system(for: .iOS(26)))
    }
}
