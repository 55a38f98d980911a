import Testing

@testable import TransportSecurity

@Suite struct CipherSuitesTests {
    /// Suites with forward secrecy and those with RSA key transport, in each generation.
    @Test(
        arguments: [
            (Profile.ios9, 11, 6), (.ios10, 11, 6), (.ios11, 11, 6), (.ios12, 16, 6), (.ios13, 17, 6), (.ios15, 13, 4),
            (.ios17, 13, 4), (.ios18, 13, 4), (.ios26, 13, 4), (.current, 13, 4),
        ])
    func hasTheListsOfEachGeneration(profile: Profile, forwardSecret: Int, rsa: Int) {
        let strict = CipherSuites.permitted(in: profile, requiresForwardSecrecy: true)
        let loose = CipherSuites.permitted(in: profile, requiresForwardSecrecy: false)
        #expect(strict.count == forwardSecret && loose.count == forwardSecret + rsa)
        #expect(loose.filter(\.usesRSAKeyTransport).count == rsa && !strict.contains(where: \.usesRSAKeyTransport))
        #expect(Set(loose).count == loose.count)
    }

    @Test(
        arguments: [
            (0x0034, true), (0xC018, true), (0x0002, true), (0x0003, true), (0x0005, true), (0xC011, true),
            (0x000A, false), (0xC012, false), (0x0033, false), (0x1301, false), (0xFAFA, false),
        ] as [(UInt16, Bool)])
    func knowsSuitesThatAreNeverOffered(suite: UInt16, never: Bool) {
        #expect(CipherSuites.isNeverOffered(CipherSuite(rawValue: suite)) == never)
    }

    /// The rows must be sorted for the binary search.
    @Test func findsEveryNameOfTheRegistry() {
        let rows = CipherSuiteRegistry.rows
        #expect(rows.count > 150 && zip(rows, rows.dropFirst()).allSatisfy { $0.code < $1.code })
        for row in rows {
            #expect(CipherSuite(rawValue: row.code).name == row.name)
            #expect(CipherSuite(rawValue: row.code).isAnonymous == row.name.contains("_anon_"))
        }
        #expect(CipherSuite(rawValue: 0x0A0A).name == "0x0A0A" && CipherSuite(rawValue: 0xFFFF).name == "0xFFFF")
    }

    @Test func sortsEverySuiteByTheWordsOfItsName() {
        func has(_ words: [String], _ suite: CipherSuite) -> Bool { words.contains { suite.name.contains($0) } }
        let suites = CipherSuiteRegistry.rows.dropFirst().map { CipherSuite(rawValue: $0.code) }
        let certified = suites.filter { !has(["_PSK_", "_SRP_", "_SCSV"], $0) }
        let weak = certified.filter { has(["_anon_", "_NULL_", "_EXPORT_", "_RC4_"], $0) }
        #expect(Set(CipherSuites.everything) == Set(certified))
        #expect(Set(CipherSuites.everything.suffix(weak.count)) == Set(weak))
        #expect(Set(CipherSuites.platform) == Set(certified).subtracting(weak))
    }

    @Test func putsTheBestSuitesFirst() throws {
        let everything = CipherSuites.everything
        #expect(everything.first?.rawValue == 0x1301)
        #expect(Set(everything).count == everything.count)
        #expect(everything.starts(with: CipherSuites.platform))
        #expect(!everything.contains { $0.name.contains("PSK") || $0.name.contains("SCSV") })
        #expect(Set(CipherSuites.permitted(in: .ios13, requiresForwardSecrecy: false)).isSubset(of: everything))
    }
}
