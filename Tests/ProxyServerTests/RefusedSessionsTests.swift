import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct RefusedSessionsTests {
    private static let server = Authority(host: .name("a.example"), port: 443)
    private static let finding = Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")
    private static let day: Int64 = 86_400_000

    @Test func knowsASessionByItsIDOrItsTicket() {
        let sessions = RefusedSessions()
        sessions.insert([1], of: Self.server, because: [Self.finding], at: 0)
        #expect(sessions.findings(for: [[2], [1]], of: Self.server, at: 1) == [Self.finding])
        #expect(sessions.findings(for: [[2]], of: Self.server, at: 1) == [])
        let other = Authority(host: .name("a.example"), port: 444)
        #expect(sessions.findings(for: [[1]], of: other, at: 1) == [])
    }

    @Test func keepsNothingThatNamesNoSessionOrViolatesNothing() {
        let sessions = RefusedSessions()
        sessions.insert([], of: Self.server, because: [Self.finding], at: 0)
        sessions.insert([1], of: Self.server, because: [], at: 0)
        #expect(sessions.findings(for: [[], [1]], of: Self.server, at: 0) == [])
    }

    @Test func forgetsASessionAfterADay() {
        let sessions = RefusedSessions()
        sessions.insert([1], of: Self.server, because: [Self.finding], at: 0)
        #expect(sessions.findings(for: [[1]], of: Self.server, at: Self.day - 1) != [])
        #expect(sessions.findings(for: [[1]], of: Self.server, at: Self.day) == [])
    }

    @Test func forgetsTheOldestBeyondItsLimit() {
        let sessions = RefusedSessions(limit: 3)
        for number in UInt8(1)...4 {
            sessions.insert([number], of: Self.server, because: [Self.finding], at: Int64(number))
        }
        let known = (UInt8(1)...4).filter { sessions.findings(for: [[$0]], of: Self.server, at: 5) != [] }
        #expect(known == [2, 3, 4])
    }
}
