import Testing
import TransportSecurity

@testable import Store

/// Tests of the choice of loads.
@Suite struct StoreFilterTests {
    @Test func anEmptyFilterChoosesEverything() {
        let filter = StoreFilter()
        #expect(!filter.choosesKinds && !filter.choosesLoads)
        #expect(filter.chooses(app: nil) && filter.chooses(app: "Shop"))
    }

    @Test func namesOfAppsAreComparedWithoutCase() {
        var filter = StoreFilter()
        filter.apps = ["shop", "Unknown"]
        #expect(filter.chooses(app: "SHOP") && filter.chooses(app: nil) && filter.chooses(app: "unknown"))
        #expect(!filter.chooses(app: "Shopfront") && !filter.chooses(app: ""))
        #expect(filter.choosesKinds && !filter.choosesLoads)
    }

    @Test func buildsChooseKindsAndTheRestChoosesLoads() {
        let changes: [(change: (inout StoreFilter) -> Void, choosesKinds: Bool)] = [
            ({ $0.builds = ["1"] }, true), ({ $0.labels = [""] }, false), ({ $0.proxies = ["lab-1"] }, false),
            ({ $0.since = Instant(milliseconds: 0) }, false), ({ $0.until = Instant(milliseconds: 0) }, false),
        ]
        for (change, choosesKinds) in changes {
            var filter = StoreFilter()
            change(&filter)
            #expect(filter.choosesKinds == choosesKinds && filter.choosesLoads == !choosesKinds)
        }
    }
}
