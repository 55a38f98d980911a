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

    @Test func keepsTheLatestLoads() {
        var recent = RecentLoads()
        let count = RecentLoads.limit + 50_000
        for number in 0..<count {
            let dropped = recent.note(Self.place(number), for: Self.load(number))
            #expect(dropped?.fromClient == (number < RecentLoads.limit ? nil : Int64(number - RecentLoads.limit)))
        }
        for number in 0..<count {
            let known = recent[Self.load(number)]
            #expect(known?.fromClient == (number < 50_000 ? nil : Int64(number)))
            #expect(known == nil || known?.entry == Self.place(number).entry)
        }
        #expect(recent.all.map(\.load) == (50_000..<count).map(Self.load))
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
        for number in 0..<1000 { _ = recent.note(Self.place(number), for: Self.load(number)) }
        recent.keep(ended: keepsEnded) { $0.entry = $0.entry.map { $0 + 1 } }
        for number in 0..<1000 {
            let place = Self.place(number)
            let isKept = keepsEnded || !place.hasEnded || place.entry == nil
            #expect((recent[Self.load(number)] != nil) == isKept)
            if isKept { #expect(recent[Self.load(number)]?.entry == place.entry.map { $0 + 1 }) }
        }
        recent.removeAll()
        #expect(recent.all.isEmpty && recent[Self.load(3)] == nil && recent.unattributedBytes == 0)
        #expect(recent.note(Self.place(3), for: Self.load(3)) == nil && recent.unattributedBytes == 3)
    }
}
