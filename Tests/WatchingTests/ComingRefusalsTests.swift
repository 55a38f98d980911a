import Testing
import TransportSecurity

@testable import Watching

@Suite struct ComingRefusalsTests {
    private static let time = Instant(year: 2026, month: 11, day: 27)

    private static func verdict(_ rules: [RuleID]) -> Verdict {
        var verdict = Verdict()
        verdict.violations = rules.map { Finding(rule: $0, message: "\($0.rawValue) fails.", expected: "", actual: "") }
        return verdict
    }

    private static func chain(limit: RootLimit? = nil, logs: [[UInt8]] = []) -> ChainEvaluation {
        func certificate(_ name: String) -> Certificate {
            Certificate(
                der: [], subject: "CN=\(name)", issuer: "CN=Root", notBefore: Instant(year: 2026, month: 10, day: 1),
                notAfter: Instant(year: 2027, month: 3, day: 1), key: .ellipticCurve(bits: 256),
                signature: .init(name: "ecdsa-with-SHA256", digest: .sha256), sha256: [], publicKeySHA256: [])
        }
        return ChainEvaluation(
            presented: [certificate("leaf")], path: [certificate("leaf"), certificate("Root")], anchor: .system,
            timestamps: logs.map {
                SignedCertificateTimestamp(logID: $0, timestamp: time, source: .embedded, isSignatureValid: true)
            },
            limit: limit)
    }

    @Test func theFirstNewerSystemThatRefusesIsTold() {
        let refusals = ComingRefusals(after: Self.verdict([]), under: .iOS(18), at: Self.time) { os, _ in
            Self.verdict(os.version.major >= 26 ? [.tlsVersion] : [])
        }
        let conditions = refusals.conditions(for: nil, logs: nil)
        #expect(conditions.map(\.name) == ["ios26: tls.version"])
        #expect(conditions.first?.text == "The server passes under ios18; under ios26 it fails: tls.version fails.")
    }

    @Test func whatFailsTodayIsNotComing() {
        let refusals = ComingRefusals(after: Self.verdict([.tlsVersion]), under: .iOS(18), at: Self.time) { _, _ in
            Self.verdict([.tlsVersion])
        }
        #expect(refusals.conditions(for: nil, logs: nil).isEmpty)
    }

    @Test func aServerThatFailsTodayDoesNotPass() {
        let refusals = ComingRefusals(after: Self.verdict([.tlsCipher]), under: .iOS(18), at: Self.time) { os, _ in
            Self.verdict(os.version.major >= 26 ? [.tlsCipher, .tlsVersion] : [.tlsCipher])
        }
        let texts = refusals.conditions(for: nil, logs: nil).map(\.text)
        #expect(texts == ["Under ios26 the server also fails: tls.version fails."])
    }

    @Test func theNewestSystemHasNoSuccessor() {
        let refusals = ComingRefusals(after: Self.verdict([]), under: .newest, at: Self.time) { _, _ in
            Self.verdict([.tlsVersion])
        }
        #expect(refusals.conditions(for: nil, logs: nil).isEmpty)
    }

    @Test(arguments: [
        (
            OSVersion.iOS(12),
            "ios12.1 ios12.2 ios13 ios13.4 ios14 ios15 ios15.4 ios16 ios17 ios18 ios18.4 ios26 ios26.4 ios27"
        ),
        (.iOS(18, 4), "ios26 ios26.4 ios27"),
        (.macOS(12), "macos12.3 macos13 macos14 macos15 macos15.4 macos26 macos26.4 macos27"),
        (.watchOS(11), "watchos11.4 watchos26 watchos26.4 watchos27"),
        (.visionOS(2, 4), "visionos26 visionos26.4 visionos27"),
        (.newest, ""),
    ])
    func noSystemWithOtherRulesIsSkipped(os: OSVersion, names: String) {
        #expect(os.successors.map(\.description).joined(separator: " ") == names)
    }

    @Test func versionsBetweenSuccessorsHaveTheSameRules() {
        for family in OSVersion.Family.allCases {
            var known: OSVersion?
            for major in 1...OSVersion.newest.version.major {
                for version in (0...15).compactMap({ OSVersion("\(family.rawValue)\(major).\($0)") }) {
                    if let before = known, before.successors.first != version {
                        #expect(Rules(before) == Rules(version), "\(before) and \(version)")
                    } else {
                        known = version
                    }
                }
            }
        }
    }

    /// The properties of a system on which verdicts on servers depend.
    private struct Rules: Equatable {
        var generation: ATSGeneration
        var features: [Bool]

        init(_ os: OSVersion) {
            generation = os.generation
            features = [
                os.supportsTLS13, os.mandatesCertificateTransparency, os.limitsUsageOfAuthorities,
                os.refusesMD5BelowAnyAnchor, os.bindsAnchorsToPathLength, os.readsPins,
            ]
        }
    }

    @Test func aLogThatRetiresIsTold() {
        let date = Instant(year: 2027, month: 1, day: 1)
        let log = TransparencyLogList.Log(
            id: [1], key: [], name: "log", operatorName: "operator", state: .retired, stateSince: date)
        let refusals = ComingRefusals(after: Self.verdict([]), under: .newest, at: Self.time) { _, time in
            Self.verdict(time >= date ? [.certificateTransparency] : [])
        }
        let logs = TransparencyLogList(date: Self.time, logs: [log])
        #expect(
            refusals.conditions(for: Self.chain(logs: [[1]]), logs: logs).map(\.name) == [
                "2027-01-01: certificate.transparency"
            ])
        #expect(refusals.conditions(for: Self.chain(logs: [[2]]), logs: logs).isEmpty)
    }

    @Test func theLimitOfARootIsToldBeforeTheRenewal() {
        let limit = RootLimit(
            issuedUntil: Instant(year: 2027, month: 1, day: 1), since: .init(major: 18), decidedBy: "Apple",
            source: "support.apple.com")
        func conditions(_ os: OSVersion) -> [Condition] {
            ComingRefusals(after: Self.verdict([]), under: os, at: Self.time) { _, _ in Self.verdict([]) }
                .conditions(for: Self.chain(limit: limit), logs: nil)
        }
        #expect(conditions(.newest).map(\.name) == ["root until 2027-01-01: certificate.trust"])
        #expect(conditions(.newest).first?.text.contains("issued after 2027-01-01 (support.apple.com)") == true)
        #expect(conditions(.iOS(17)).isEmpty)
    }
}
