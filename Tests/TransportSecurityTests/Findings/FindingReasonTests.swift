import Testing

@testable import TransportSecurity

@Suite struct FindingReasonTests {
    @Test(
        arguments: [
            (.cleartext, "https", "cleartext", "cleartext; the policy does not permit it"),
            (
                .tunnelCleartext, "TLS inside the tunnel", "a record of 70000 bytes",
                "no TLS that can be judged inside the tunnel: a record of 70000 bytes"
            ),
            (.tlsVersion, "TLSv1.2", "TLSv1.0", "the policy asks for TLS 1.2, the server offers TLS 1.0"),
            (.tlsVersion, "TLSv1.2", "?", "the policy asks for TLS 1.2, the server offers ?"),
            (.tlsCipher, "…", "TLS_X", "no cipher suite of the server is accepted; it chose TLS_X"),
            (.tlsForwardSecrecy, "…", "TLS_X", "no forward secrecy; the server chose TLS_X"),
            (
                .tlsHandshake, "…", "sent the alert handshake_failure",
                "no TLS handshake: the server sent the alert handshake_failure"
            ),
            (
                .tlsHandshake, "…", "agrees only to X448 for the key exchange",
                "no TLS handshake: the server agrees only to X448 for the key exchange"
            ),
            (
                .tlsVersion, "TLSv1.0", "SSLv3.0",
                "the server offers nothing newer than SSL 3.0, which no Apple system speaks"
            ),
            (
                .certificateTrust, "…", "the root CN=A is not trusted; CN=B may not issue certificates",
                "not trusted: the root CN=A is not trusted (and 1 more)"
            ),
            (.certificateTrust, "…", "no certificate", "not trusted: no certificate"),
            (.certificateValidity, "…", "CN=a expired on 1999 expired on 2025-03-01", "expired on 2025-03-01"),
            (
                .certificateValidity, "…", "CN=a; expired on ; CN=b is not valid before 2030-01-02",
                "not valid before 2030-01-02"
            ),
            (.certificateValidity, "…", "2025-03-01", "out of date: 2025-03-01"),
            (.certificateHostname, "a.test", "no subjectAltName", "the certificate has no subjectAltName"),
            (.certificateHostname, "a.test", "b.test, c.test", "the certificate is for b.test, c.test"),
            (
                .certificateHostname, "a.test", "b.test, c.test and 5 more",
                "the certificate is for b.test, c.test and others"
            ),
            (
                .certificateKeySize, "…", "CN=a has a key of RSA 1024; CN=b has a key of RSA 512",
                "CN=a has a key of RSA 1024 (and 1 more); … is required"
            ),
            (
                .certificateKeySize, "RSA 2048 or EC 256 at least", "CN=a has a key of ED25519",
                "CN=a has a key of ED25519; RSA 2048 or EC 256 at least is required"
            ),
            (
                .certificateSignature, "…", "CN=a is signed with sha1WithRSAEncryption",
                "CN=a is signed with sha1WithRSAEncryption, which is too weak"
            ),
            (
                .certificateUsage, "…", "CN=a has no extended key usage",
                "not for TLS servers: CN=a has no extended key usage"
            ),
            (
                .certificateLifetime, "at most 398 days", "900 days",
                "the certificate is valid for 900 days; at most 398 days are accepted"
            ),
            (
                .certificateRevoked, "…", "CN=a (b) is revoked (the stapled OCSP response)",
                "CN=a (b) is revoked (the stapled OCSP response)"
            ),
            (
                .certificateTransparency, "2 embedded timestamps, or 2 of which one comes with the handshake",
                "0 embedded timestamps that count, 3 in all",
                "too few timestamps of CT logs: 2 are required, and none counted"
            ),
            (.certificateTransparency, "…", "…", "too few timestamps of CT logs"),
            (.certificatePin, "…", "…", "not the keys that NSPinnedDomains demands"),
            (.niapCipher, "…", "TLS_X", "FCP_v2.1 has no cipher suite of the server, which chose TLS_X"),
            (.niapSignature, "…", "…", "a signature that FCP_v2.1 does not offer"),
            (.niapExtendedMasterSecret, "…", "…", "no Extended Master Secret, which FCP_v2.1 demands"),
            (.tunnelVersion, "TLSv1.3", "TLSv1.1", "the policy asks for TLS 1.3, the client got TLS 1.1"),
            (
                .tunnelCipher, "…", "TLS_X",
                "the client got the cipher suite TLS_X, which the policy does not permit"
            ),
            (.tunnelSNI, "a.test", "b.test", "CONNECT named a.test, the client asked inside for b.test"),
            (.tunnelSNI, "a.test", "no name", "CONNECT named a.test, the client asked inside for no server (SNI)"),
            (
                .tunnelSNI, "a.test", "an encrypted hello (ECH)",
                "an encrypted hello (ECH) may hide another name than a.test"
            ),
            (
                .tunnelCertificate, "…", "none that can be compared",
                "the certificate in the tunnel cannot be compared with the probed one"
            ),
            (.tunnelCertificate, "…", "00ff", "the client gets another certificate than the probe"),
        ] as [(RuleID, String, String, String)])
    func namesTheReasonBriefly(rule: RuleID, expected: String, actual: String, reason: String) {
        #expect(Finding(rule: rule, message: "", expected: expected, actual: actual).briefReason == reason)
    }

    /// The exception and the cause tell who refuses, whatever words the actual value has.
    @Test func namesWhoRefuses() {
        var finding = Finding(
            rule: .tlsHandshake, message: "", expected: "…", actual: "answered only tls1.0",
            exception: Finding.Exception(domain: "a.test", keys: [:]))
        #expect(
            finding.briefReason == "no TLS handshake that the policy accepts: the server answered only tls1.0")
        (finding.exception, finding.cause) = (nil, .unsupportedKey)
        #expect(
            finding.briefReason == "no TLS handshake that the system accepts: the server answered only tls1.0")
        finding = Finding(
            rule: .tunnelCleartext, message: "", expected: "…", actual: "HTTP",
            exception: Finding.Exception(domain: "a.test", keys: [:]))
        #expect(finding.briefReason == "HTTP inside the tunnel; the policy does not permit it")
    }

    @Test func listsAtMostThreeReasons() {
        let rules: [RuleID] = [.cleartext, .cleartext, .niapSignature, .certificatePin, .tunnelCertificate]
        let findings = rules.map { Finding(rule: $0, message: "", expected: "", actual: "0") }
        #expect(findings.briefReasons { String($0.prefix(3)) } == "cle; a s; not; 1 more")
        #expect([Finding]().briefReasons { $0 } == "")
    }

    @Test(arguments: RuleID.allCases)
    func neverFailsWithoutValues(rule: RuleID) {
        for text in ["", " ", ";", ")", ", ", " is revoked (", " expired on "] {
            #expect(!Finding(rule: rule, message: "", expected: text, actual: text).briefReason.isEmpty)
        }
    }

    @Test func readsWhatTheRulesSay() {
        let leaf = Sample.leaf { ($0.key, $0.notAfter) = (.rsa(bits: 1024), Instant(year: 2025, month: 12, day: 24)) }
        let verdict = Verdict(
            of: Sample.secure(Sample.chain(leaf), Sample.handshake(.tls1_1)),
            under: Sample.requirements { $0.host = .name("www.example.com") }, by: .standard(logs: nil),
            at: Sample.now)
        let reasons = verdict.violations.map(\.briefReason)
        #expect(reasons.contains("the policy asks for TLS 1.2, the server offers TLS 1.1"))
        #expect(reasons.contains("expired on 2025-12-24"))
        #expect(reasons.contains("the certificate is for example.com"))
        #expect(reasons.contains("CN=example.com has a key of RSA 1024; RSA 2048 or EC 256 at least is required"))
    }

    @Test func tunnelsRepeatWhatTheProbeFound() {
        #expect(RuleID.tunnelVersion.probedForms == [.tlsVersion])
        #expect(RuleID.tunnelCipher.repeats([.certificateTrust, .tlsForwardSecrecy]))
        #expect(!RuleID.tunnelCipher.repeats([.tlsVersion]))
        #expect(!RuleID.tlsVersion.repeats([.tlsVersion]))
    }
}
