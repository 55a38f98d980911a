import InternetNames
import Testing
import TransportSecurity

@testable import Probing

@Suite struct RepeatableProbesTests {
    private func probe(_ name: String, _ version: TLSVersion = .tls1_2) -> RepeatableProbes.Probe {
        RepeatableProbes.Probe(key: FactsCacheTests.key(name, version), address: nil, client: .v4(1))
    }

    private func authority(_ name: String) -> Authority { Authority(host: .name(name), port: 443) }

    @Test func aDestinationIsGrantedOnceInFiveSeconds() {
        let probes = RepeatableProbes()
        #expect(probes.claim(authority("a"), at: 0).isUnknown)
        probes.note(probe("a"), at: 0)
        #expect(probes.claim(authority("a"), at: 1).granted?.key == FactsCacheTests.key("a"))
        // The probe that was granted is noted as well, and makes no difference.
        probes.note(probe("a", .tls1_0), at: 2)
        #expect(probes.claim(authority("a"), at: 2).seconds == 5)
        #expect(probes.claim(authority("a"), at: 5000).seconds == 1)
        #expect(probes.claim(authority("a"), at: 5001).granted?.key == FactsCacheTests.key("a", .tls1_0))
        #expect(probes.claim(authority("b"), at: 5001).isUnknown)
    }

    @Test func theOldestMakeRoom() {
        let probes = RepeatableProbes(limit: 16)
        for number in 0..<17 { probes.note(probe("\(number)"), at: Int64(number)) }
        let unknown = (0..<17).filter { probes.claim(authority("\($0)"), at: 100).isUnknown }
        #expect(unknown == [0, 1, 2])
    }
}

extension RepeatableProbes.Claim {
    fileprivate var granted: RepeatableProbes.Probe? { if case .granted(let probe) = self { probe } else { nil } }
    fileprivate var seconds: Int? { if case .tooSoon(let seconds) = self { seconds } else { nil } }
    fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
