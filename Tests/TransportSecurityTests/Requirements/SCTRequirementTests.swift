import Testing

@testable import TransportSecurity

@Suite struct SCTRequirementTests {
    /// The lifetime of certificates from before 21 April 2021 is counted in whole months.
    @Test(
        arguments: [
            (2022, 7, 19, 2), (2022, 7, 20, 3), (2023, 7, 20, 3), (2023, 8, 19, 3), (2023, 8, 20, 4), (2024, 7, 20, 4),
            (2024, 8, 19, 4), (2024, 8, 20, 5),
        ] as [(Int64, Int64, Int64, Int)])
    func countsMonthsUntil2021(year: Int64, month: Int64, day: Int64, embedded: Int) {
        let leaf = Sample.leaf {
            $0.notBefore = Instant(year: 2021, month: 4, day: 20)
            $0.notAfter = Instant(year: year, month: month, day: day)
        }
        let required = SCTRequirement(of: leaf)
        #expect(required.embedded == embedded && required.limitPerOperator == nil)
    }

    @Test(
        arguments: [
            (180 * 86_400, 2, 1), (180 * 86_400 + 1, 3, 2), (825 * 86_400, 3, 2), (825 * 86_400 + 1, 4, nil),
        ] as [(Int64, Int, Int?)])
    func countsDaysSince(lifetime: Int64, embedded: Int, limit: Int?) {
        let leaf = Sample.leaf {
            $0.notBefore = Instant(year: 2021, month: 4, day: 21)
            $0.notAfter = $0.notBefore + lifetime
        }
        let required = SCTRequirement(of: leaf)
        #expect(required.embedded == embedded && required.limitPerOperator == limit)
    }
}
