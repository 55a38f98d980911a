import Testing

@testable import TransportSecurity

@Suite struct CipherSuitesTests {
    /// Suites with forward secrecy and those with RSA key transport, in each generation.
    @Test(
        arguments: [
            (ATSGeneration.ios9, 11, 6), (.ios10, 11, 6), (.ios11, 11, 6), (.ios12, 16, 6), (.ios13, 17, 6),
            (.ios15, 13, 4),
            (.ios17, 13, 4), (.ios18, 13, 4), (.ios26, 13, 4), (.current, 13, 4),
        ])
    func hasTheListsOfEachGeneration(generation: ATSGeneration, forwardSecret: Int, rsa: Int) {
        let strict = CipherSuites.permitted(in: generation, requiresForwardSecrecy: true)
        let loose = CipherSuites.permitted(in: generation, requiresForwardSecrecy: false)
        #expect(strict.count == forwardSecret && loose.count == forwardSecret + rsa)
        #expect(loose.filter(\.usesRSAKeyTransport).count == rsa && !strict.contains(where: \.usesRSAKeyTransport))
        #expect(Set(loose).count == loose.count)
    }

    @Test(
        arguments: [
            (0x0034, .ios10, false), (0xC018, .ios10, false), (0x0002, .ios10, false), (0x0003, .ios9, false),
            (0x0005, .ios10, false), (0xC011, .current, false), (0xC011, .ios9, true), (0x000A, .current, true),
            (0x000A, .ios11, false), (0xC012, .ios12, true), (0x0033, .ios9, false), (0x1301, .ios11, false),
            (0x1301, .current, true), (0x1304, .current, false), (0xFAFA, .current, false), (0x009E, .ios9, false),
        ] as [(UInt16, ATSGeneration, Bool)])
    func knowsWhatAGenerationOffers(suite: UInt16, generation: ATSGeneration, isOffered: Bool) {
        #expect(CipherSuites.isOffered(CipherSuite(rawValue: suite), by: generation) == isOffered)
    }

    /// Every suite of the registry, by the words of its key exchange.
    @Test func knowsForwardSecrecyOfEverySuite() {
        for suite in CipherSuiteRegistry.rows.map({ CipherSuite(rawValue: $0.code) }) {
            let exchange = suite.name.split(separator: "_WITH_")[0]
            let isEphemeral = ["DHE", "_anon", "SRP"].contains { exchange.contains($0) } || suite.rawValue >> 8 == 0x13
            #expect(suite.hasForwardSecrecy == isEphemeral, "\(suite.name)")
            if suite.usesRSAKeyTransport { #expect(!suite.hasForwardSecrecy) }
        }
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
    }

    @Test func putsTheBestSuitesFirst() throws {
        let everything = CipherSuites.everything
        #expect(everything.first?.rawValue == 0x1301)
        #expect(Set(everything).count == everything.count)
        for generation in ATSGeneration.allCases {
            #expect(Set(CipherSuites.platform(in: generation)).isSubset(of: everything))
        }
        #expect(!everything.contains { $0.name.contains("PSK") || $0.name.contains("SCSV") })
        #expect(Set(CipherSuites.permitted(in: .ios13, requiresForwardSecrecy: false)).isSubset(of: everything))
    }
}
