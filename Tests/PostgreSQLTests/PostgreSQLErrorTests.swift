import PostgreSQL
import Testing

/// Tests of what helps after a failure.
@Suite struct PostgreSQLErrorTests {
    @Test(
        arguments: [
            ("22021", .otherContent), ("23505", .otherContent), ("54000", .otherContent),
            ("40001", .repetition(contentMayBeFault: false)), ("40P01", .repetition(contentMayBeFault: false)),
            ("23514", .repetition(contentMayBeFault: true)),
            ("53100", .reconnection), ("57P01", .reconnection), ("08006", .reconnection), ("58030", .reconnection),
            ("25006", .reconnection), ("55P03", .reconnection),
            ("42501", .none), ("42P01", .none), ("28P01", .none), ("XX000", .none),
        ] as [(String, PostgreSQLError.Recovery)])
    func theClassOfARefusalSaysWhatHelps(state: String, recovery: PostgreSQLError.Recovery) {
        #expect(PostgreSQLError.refused(state: state, message: "").recovery == recovery)
    }

    @Test func aServerThatIsAwayMayComeBack() {
        for error in [PostgreSQLError.notConnected(""), .connectionLost(""), .timedOut(seconds: 1)] {
            #expect(error.recovery == .reconnection)
        }
        #expect(PostgreSQLError.unsendable("").recovery == .otherContent)
        for error in [PostgreSQLError.malformedTarget(""), .targetHasPassword, .unexpectedAnswer("")] {
            #expect(error.recovery == .none)
        }
    }
}
