import Testing

@testable import Audit

@Suite struct RecentLoadsTests {
    private static func load(_ number: Int) -> LoadID {
        Array("01JD4Q0Y7ZK8M3T5V9W2\(100_000 + number)".utf8).withUnsafeBufferPointer { LoadID($0[...]) }
    }

    private static func place(_ number: Int) -> RecentLoads.Place {
        var place = RecentLoads.Place()
        (place.entry, place.secondEntry) = (number % 3 == 0 ? nil : number, number % 5 == 0 ? number : nil)
        (place.fromClient, place.hasEnded) = (Int64(number), number % 2 == 0)
        return place
    }

    private static func endedPlace(_ number: Int) -> RecentLoads.Place {
        var place = place(number)
        place.hasEnded = true
        return place
    }

    @Test func keepsTheLatestLoads() {
        var recent = RecentLoads()
        let count = RecentLoads.limit + 50_000
        for number in 0..<count {
            let dropped = recent.note(Self.endedPlace(number), for: Self.load(number))
            let expected = number < RecentLoads.limit ? nil : number - RecentLoads.limit
            #expect(dropped?.place.fromClient == expected.map { Int64($0) } && dropped?.load == expected.map(Self.load))
        }
        for number in 0..<count {
            let known = recent[Self.load(number)]
            #expect(known?.fromClient == (number < 50_000 ? nil : Int64(number)))
            #expect(known == nil || known?.entry == Self.place(number).entry)
        }
        #expect(recent.all.map(\.load) == (50_000..<count).map(Self.load))
    }

    /// A tunnel may be open while hundreds of thousands of loads come and go.
    @Test func keepsLoadsThatHaveNotEnded() {
        var recent = RecentLoads()
        func isOpen(_ number: Int) -> Bool { number % 8 == 1 && number % 3 != 0 }
        for number in 0..<(3 * RecentLoads.limit) {
            var place = Self.endedPlace(number)
            place.hasEnded = !isOpen(number)
            let dropped = recent.note(place, for: Self.load(number))
            #expect(dropped?.place.hasEnded != false)
        }
        for number in 0..<(3 * RecentLoads.limit) where isOpen(number) {
            #expect(recent[Self.load(number)]?.fromClient == Int64(number))
        }
        #expect(recent.all.count == RecentLoads.limit)
    }

    /// Many tunnels may be opened one after the other, and be left out by a filter or wait for a decision.
    @Test func keepsABurstOfLoadsThatHaveNotEnded() {
        var recent = RecentLoads()
        let open = 0..<60_000
        for number in open {
            var place = RecentLoads.Place()
            (place.isLeftOut, place.isWaiting) = (number % 3 == 0, number % 3 == 1)
            place.entry = number % 3 == 2 ? number : nil
            #expect(recent.note(place, for: Self.load(number)) == nil)
        }
        for number in 60_000..<(3 * RecentLoads.limit) {
            _ = recent.note(Self.endedPlace(number), for: Self.load(number))
        }
        #expect(open.allSatisfy { recent[Self.load($0)] != nil })
        // Once they end, they make room as others do.
        for number in open { _ = recent.note(Self.endedPlace(number), for: Self.load(number)) }
        for number in 0..<RecentLoads.limit {
            _ = recent.note(Self.endedPlace(number), for: Self.load(1_000_000 + number))
        }
        #expect(open.allSatisfy { recent[Self.load($0)] == nil })
    }

    @Test func dropsALoadThatHasNotEndedIfAllAreOpen() {
        var recent = RecentLoads()
        var place = RecentLoads.Place()
        place.entry = 1
        var dropped = 0
        for number in 0..<(RecentLoads.limit + 1000) {
            if recent.note(place, for: Self.load(number)) != nil { dropped += 1 }
        }
        #expect(dropped == 1000 && recent.all.count == RecentLoads.limit)
        #expect(recent[Self.load(RecentLoads.limit + 999)] != nil)
    }

    @Test func aLoadIsKeptOnce() {
        var recent = RecentLoads()
        for number in (0..<1000).flatMap({ [$0, $0 / 2] }) {
            #expect(recent.note(Self.place(number), for: Self.load(number)) == nil)
        }
        #expect(recent.all.map(\.load) == (0..<1000).map(Self.load))
        #expect(recent.all.allSatisfy { recent[$0.load]?.fromClient == $0.place.fromClient })
    }

    @Test(arguments: [true, false]) func forgetsLoadsThatHaveEnded(keepsEnded: Bool) {
        var recent = RecentLoads()
        for number in 0..<9000 { _ = recent.note(Self.place(number), for: Self.load(number)) }
        recent.keep(ended: keepsEnded) { $0.entry = $0.entry.map { $0 + 1 } }
        let counted = (0..<9000).filter { Self.place($0).hasEnded && Self.place($0).entry != nil }
        let forgotten = keepsEnded ? [] : Set(counted.dropLast(1024))
        for number in 0..<9000 {
            #expect((recent[Self.load(number)] == nil) == forgotten.contains(number))
            guard let known = recent[Self.load(number)] else { continue }
            #expect(known.entry == Self.place(number).entry.map { $0 + 1 })
        }
        recent.removeAll()
        #expect(recent.all.isEmpty && recent[Self.load(3)] == nil && recent.unattributedBytes == 0)
        #expect(recent.note(Self.place(3), for: Self.load(3)) == nil && recent.unattributedBytes == 3)
    }
}
