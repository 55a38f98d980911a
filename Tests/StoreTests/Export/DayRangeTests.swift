import Testing

@testable import Store

/// Tests of the days that a query takes from sums and from single days.
@Suite struct DayRangeTests {
    private static let may = DayRange(lower: "2026-05-01", upper: "2026-06-01")
    private static let july = DayRange(lower: "2026-07-01", upper: "2026-07-09")

    @Test func sumsWithinTheDaysAreTaken() {
        #expect(DayRange(lower: nil, upper: nil).contains(Self.may))
        #expect(Self.may.contains(Self.may))
        #expect(!DayRange(lower: "2026-05-02", upper: nil).contains(Self.may))
        #expect(!DayRange(lower: nil, upper: "2026-05-31").contains(Self.may))
        #expect(!Self.may.contains(DayRange(lower: nil, upper: nil)))
    }

    @Test func theOtherDaysRemain() {
        #expect(DayRange(lower: nil, upper: nil).subtracting([]) == [DayRange(lower: nil, upper: nil)])
        #expect(
            DayRange(lower: nil, upper: nil).subtracting([Self.may, Self.july]) == [
                DayRange(lower: nil, upper: "2026-05-01"), DayRange(lower: "2026-06-01", upper: "2026-07-01"),
                DayRange(lower: "2026-07-09", upper: nil),
            ])
        #expect(Self.may.subtracting([Self.may]).isEmpty)
        #expect(
            DayRange(lower: "2026-05-01", upper: "2026-07-15").subtracting([Self.may, Self.july]) == [
                DayRange(lower: "2026-06-01", upper: "2026-07-01"), DayRange(lower: "2026-07-09", upper: "2026-07-15"),
            ])
    }

    @Test func limitsAreConditions() {
        #expect(DayRange(lower: nil, upper: nil).condition == "true")
        #expect(Self.may.condition == "day >= '2026-05-01' AND day < '2026-06-01'")
        #expect(DayRange(lower: nil, upper: "2026-06-01").condition == "day < '2026-06-01'")
    }

    @Test func slicesOfKindsAreAllKinds() {
        #expect(KindSlice.all.conditions.isEmpty)
        let parts = KindSlice.all.parts
        #expect(parts.count == 16)
        #expect(
            parts[0].conditions == [
                "kind >= '\(String(repeating: "0", count: 32))'", "kind < '1\(String(repeating: "0", count: 31))'",
            ])
        #expect(parts[15].conditions == ["kind >= 'f\(String(repeating: "0", count: 31))'"])
        #expect(
            parts[3].parts[15].conditions == [
                "kind >= '3f\(String(repeating: "0", count: 30))'", "kind < '4\(String(repeating: "0", count: 31))'",
            ])
        #expect(parts[1].parts[2].parts[3].parts.count == 16)
        #expect(parts[1].parts[2].parts[3].parts[4].parts.isEmpty)
    }
}
