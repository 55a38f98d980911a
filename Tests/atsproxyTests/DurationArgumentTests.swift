import Testing

@testable import atsproxy

@Suite struct DurationArgumentTests {
    @Test(arguments: [("90s", 90), ("15m", 900), ("12h", 43_200), ("14d", 1_209_600), ("2w", 1_209_600)])
    func numberWithUnitIsADuration(text: String, seconds: Int64) {
        #expect(DurationArgument(argument: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "d", "14", "14 d", "-1d", "0d", "1.5d", "14D", "9999999999d", "9223372036854775807w", "4000d",
    ])
    func otherTextIsNoDuration(text: String) {
        #expect(DurationArgument(argument: text) == nil)
    }
}
