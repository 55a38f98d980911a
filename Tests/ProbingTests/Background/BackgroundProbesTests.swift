import Testing
import TransportSecurity

@testable import Probing

@Suite struct BackgroundProbesTests {
    /// A server that refuses every hello of a survey refuses those of every system, as plain ATS sends them and with
    /// TLS 1.3 alone: each offers no more than one of the survey's.
    @Test(arguments: Profile.allCases, Profile.allCases)
    func refusalsTellOfEverySystem(judging: Profile, other: Profile) {
        let asked = BackgroundProbes.offers(for: judging)
        var hellos = [Offer(profile: other)]
        if other >= .ios12 { hellos.append(Offer(profile: other, minimumVersion: .tls1_3)) }
        if other == .current { hellos.append(Offer(profile: other, minimumVersion: .tls1_2, selection: .niap)) }
        for hello in hellos {
            #expect(asked.contains { hello.isWithin($0) }, "\(hello.name) of \(other)")
        }
    }
}
