import Testing
import TransportSecurity

@testable import Watching

/// The members of a state that outlast passes that do not see them.
@Suite struct ServerMemoryTests {
    private static let time = Instant(year: 2026, month: 11, day: 27)

    private static func state(issuer: String, key: String) -> ServerState {
        ServerState(
            connection: .init(version: .tls1_3, cipher: "X"),
            certificate: .init(key: key, issuer: issuer, notAfter: Instant(seconds: 86_400)),
            conditions: [Condition(.renewal, name: "2027", text: "Ends.")], pins: ["A pin."])
    }

    private static let alert = ServerState(
        conditions: [Condition(.violation, name: "tls.handshake", text: "The server sends an alert.")])

    private func subjects(_ passes: [ServerState]) -> [[Change.Subject]] {
        var state = WatchState()
        return passes.map { pass in
            state.take(["a.test": pass], isComplete: true, at: Self.time).map(\.subject)
        }
    }

    @Test func anAlertBetweenTwoCertificatesHidesNoChange() {
        let found = subjects([
            Self.state(issuer: "CN=A", key: "a"), Self.alert, Self.state(issuer: "CN=B", key: "b"),
        ])
        #expect(found == [[.renewal], [.violation], [.issuer, .violation]])
    }

    @Test func anAlertChangesNothingElse() {
        let state = Self.state(issuer: "CN=A", key: "a")
        #expect(subjects([state, Self.alert, state]) == [[.renewal], [.violation], [.violation]])
    }

    @Test func certificatesOfSeveralAddressesAreToldOnce() {
        let (first, second) = (Self.state(issuer: "CN=A", key: "a"), Self.state(issuer: "CN=B", key: "b"))
        #expect(subjects([first, second, first, second, first]) == [[.renewal], [.issuer], [], [], []])
        let renewed = Self.state(issuer: "CN=A", key: "c")
        #expect(subjects([first, second, renewed, second]) == [[.renewal], [.issuer], [.key], []])
    }

    @Test func formerCertificatesAreBounded() {
        var state = WatchState()
        for number in 0..<100 {
            let found = Self.state(issuer: "CN=\(number)", key: "\(number)")
            state.take(["a.test": found], isComplete: true, at: Self.time)
        }
        let former = state.servers["a.test"]?.formerCertificates ?? []
        #expect(former.count == WatchLimits.formerCertificates)
        #expect(former.last?.key == "98")
    }
}
