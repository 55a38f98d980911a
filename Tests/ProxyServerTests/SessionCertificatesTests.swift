import ForwardProxy
import InternetNames
import TLSMessages
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct SessionCertificatesTests {
    private static let server = Authority(host: .name("a.example"), port: 443)
    private static let day: Int64 = 86_400_000

    private func shown(_ byte: UInt8) -> SessionCertificates.Shown {
        SessionCertificates.Shown(certificates: [[byte]], certificateStatus: nil)
    }

    @Test func knowsASessionByItsIDOrItsTicket() {
        let sessions = SessionCertificates()
        sessions.insert(shown(7), for: [1], of: Self.server, at: 0)
        #expect(sessions.shown(for: [[2], [1]], of: Self.server, at: 1) == shown(7))
        #expect(sessions.shown(for: [[2]], of: Self.server, at: 1) == nil)
        let other = Authority(host: .name("a.example"), port: 444)
        #expect(sessions.shown(for: [[1]], of: other, at: 1) == nil)
    }

    @Test func keepsNothingThatNamesNoSession() {
        let sessions = SessionCertificates()
        sessions.insert(shown(7), for: [], of: Self.server, at: 0)
        #expect(sessions.shown(for: [[]], of: Self.server, at: 0) == nil)
    }

    @Test func believesTheLatestAndForgetsItAfterADay() {
        let sessions = SessionCertificates()
        sessions.insert(shown(7), for: [1], of: Self.server, at: 0)
        sessions.insert(shown(8), for: [1], of: Self.server, at: 5)
        #expect(sessions.shown(for: [[1]], of: Self.server, at: Self.day + 4) == shown(8))
        #expect(sessions.shown(for: [[1]], of: Self.server, at: Self.day + 5) == nil)
    }

    @Test func forgetsTheOldestBeyondItsLimit() {
        let sessions = SessionCertificates(limit: 8)
        for number in UInt8(1)...10 { sessions.insert(shown(number), for: [number], of: Self.server, at: 0) }
        let known = (UInt8(1)...10).filter { sessions.shown(for: [[$0]], of: Self.server, at: 5) == shown($0) }
        #expect(known == Array(3...10))
    }

    /// The body of a ServerHello of TLS 1.2, with that timestamp list or with none.
    private func hello(timestamps: [UInt8]?) throws -> ServerHello {
        let fixed: [UInt8] = [3, 3] + Array(repeating: 9, count: 32) + [0, 0xC0, 0x2F, 0]
        let list = timestamps.map { [0, 18, 0, UInt8($0.count)] + $0 } ?? []
        return try #require(ServerHello(parsing: fixed + [0, UInt8(list.count)] + list))
    }

    @Test func aResumptionHasAllThatItsFullHandshakeShowed() throws {
        var full = TunnelReading()
        full.serverHello = try hello(timestamps: [1, 2, 3])
        full.certificates = [[7]]
        full.certificateStatus = [8]
        var resumption = TunnelReading()
        resumption.serverHello = try hello(timestamps: nil)
        resumption.isResumed = true
        #expect(resumption.shownCertificates == nil && TunnelReading().shownCertificates == nil)
        let completed = resumption.resuming(try #require(full.shownCertificates))
        #expect(completed.certificates == [[7]] && completed.certificateStatus == [8] && completed.isResumed)
        #expect(completed.serverHello?.certificateTimestamps == [1, 2, 3])
    }
}
