import Testing

@testable import TransportSecurity

@Suite struct BooleanReadingTests {
    @Test(
        arguments: [
            (true, true), (false, false), (1, true), (1.0, true), (0, false), (2, false), (-1, false), (1.5, false),
            ("YES", nil), ("true", nil), (["YES"], nil), ([:], nil), (.other("null"), nil),
        ] as [(PropertyValue, Bool?)])
    func numbersCountAndStringsDoNot(value: PropertyValue, boolean: Bool?) {
        #expect(value.boolean(readBy: OSVersion(.ios, 26)) == boolean)
        #expect(value.boolean(readBy: OSVersion(.ios, 9)) == boolean)
        #expect(value.isYes == (boolean == true) && value.isNo == (boolean == false))
    }

    @Test(
        arguments: [(true, true), (1, false), (1.0, false), (false, false), ("YES", nil)] as [(PropertyValue, Bool?)])
    func theFirstEngineReadsNumbersAsNo(value: PropertyValue, boolean: Bool?) {
        #expect(value.boolean(readBy: OSVersion(.ios, 18, 4)) == boolean)
        #expect(value.boolean(readBy: OSVersion(.macos, 15, 4)) == boolean)
    }
}
