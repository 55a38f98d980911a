import JSONWriting
import ServerConfiguration
import Testing
import TransportSecurity

@Suite struct ConfigurationChangeTests {
    private func change(
        _ rules: RuleID..., on observation: Observation? = SampleFacts.server(), for software: ServerSoftware = .nginx
    ) -> ConfigurationChange {
        ConfigurationChange(
            for: rules.map { SampleFacts.finding($0) }, on: observation, port: 443, with: software)
    }

    @Test(arguments: ServerSoftware.allCases)
    func eachRuleIsAnswered(software: ServerSoftware) {
        for rule in RuleID.allCases {
            let change = change(rule, for: software)
            #expect(
                !change.lines.isEmpty || !change.remaining.isEmpty || !change.notes.isEmpty,
                "\(rule.rawValue) for \(software.name)")
            #expect(change.lines.isEmpty == (change.placement == nil))
            for sentence in change.notes + change.lostClients + change.remaining.map(\.sentence) {
                #expect(sentence.hasSuffix("."), "\(sentence)")
            }
        }
    }

    @Test func goodVersionAndCertificateWithABadSuiteGetTheSuitesOnly() {
        let change = change(.tlsForwardSecrecy)
        #expect(change.lines == ["ssl_ciphers ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384;"])
        #expect(change.remaining.isEmpty)
    }

    @Test func suitesFitTheKey() {
        let ec = change(
            .tlsCipher, on: SampleFacts.server(certificate: SampleFacts.certificate(.ellipticCurve(bits: 256))))
        #expect(ec.lines == ["ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384;"])
        #expect(!ec.lostClients.contains { $0.contains("RSA") })
        let unknown = change(.tlsCipher, on: nil)
        #expect(
            unknown.lines == [
                "ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256:"
                    + "ECDHE-RSA-AES256-GCM-SHA384;"
            ])
    }

    /// AES-GCM begins with TLS 1.2, also where the policy accepts an older version.
    @Test func suitesOfAnOldServerNeedANewVersion() {
        let change = change(.tlsCipher, on: SampleFacts.server(.tls1_0, suite: 0x000A))
        #expect(change.lines.map { $0.prefix { $0 != " " } } == ["ssl_protocols", "ssl_ciphers"])
    }

    @Test func linesOfSeveralFindingsStandOnce() {
        let change = change(.tlsVersion, .tlsCipher, .niapCipher, .niapExtendedMasterSecret)
        #expect(change.lines.count == 2)
        #expect(Set(change.lostClients).count == change.lostClients.count)
    }

    @Test func optionsOfCaddyStandInOneBlock() {
        #expect(
            change(.tlsForwardSecrecy, .niapExtendedMasterSecret, for: .caddy).lines == [
                "tls {",
                "    ciphers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "    protocols tls1.2 tls1.3",
                "}",
            ])
    }

    @Test func findingsAboutCertificatesHaveSentencesOnly() {
        for rule in RuleID.allCases where rule.isAboutTrust {
            for software in ServerSoftware.allCases {
                let change = change(rule, for: software)
                #expect(change.lines.isEmpty && change.remaining.map(\.rule) == [rule])
            }
        }
    }

    /// One fault needs a line, the other a certificate.
    @Test func weakSignaturesOfHandshakeAndCertificateAreToldApart() {
        let weak = SampleFacts.certificate(digest: .sha1)
        let handshake = change(.niapSignature, on: SampleFacts.server(signature: .rsaPKCS1SHA1))
        #expect(handshake.lines.count == 1 && handshake.remaining.isEmpty)
        let certificate = change(.niapSignature, on: SampleFacts.server(certificate: weak))
        #expect(certificate.lines.isEmpty && certificate.remaining.count == 1)
        let both = change(.niapSignature, on: SampleFacts.server(signature: .rsaPKCS1SHA1, certificate: weak))
        #expect(both.lines.count == 1 && both.remaining.count == 1)
    }

    @Test func refusedHandshakesTellWhatIsKnown() {
        func sentence(_ observation: Observation?) -> String {
            change(.tlsHandshake, on: observation).remaining.map(\.sentence).joined()
        }
        #expect(sentence(.noHandshake(.alert(112))).contains("add the name to its configuration"))
        #expect(sentence(.noHandshake(.alert(40))).contains("handshake_failure"))
        #expect(sentence(.noHandshake(.closed)).contains("its own log") || sentence(nil).contains("own log"))
        #expect(
            sentence(SampleFacts.server(selection: .everythingBeforeTLS13)).contains("refuses hellos with TLS 1.3"))
    }

    @Test func redirectDoesNotHelpCleartext() {
        let change = change(.cleartext, on: .cleartext(.http))
        #expect(change.lines.first == "listen 443 ssl;")
        #expect(change.notes.contains { $0.hasPrefix("A redirect is not enough") && $0.contains("https://") })
    }

    @Test func placementFitsTheLines() {
        for software in [ServerSoftware.nginx, .apache] {
            let listener = change(.cleartext, on: .cleartext(.http), for: software).placement ?? ""
            #expect(listener.contains("Add the lines") && !listener.contains("Replace"), "\(listener)")
            let chain = change(.tlsForwardSecrecy, for: software).placement ?? ""
            #expect(chain.hasSuffix("Replace the present lines of the same name."))
            #expect(!chain.contains("curves"))
            #expect(change(.tlsVersion, for: software).placement?.contains("protocols and") == true)
        }
    }

    /// Without curves that clients have, no suite with ECDHE is agreed to.
    @Test func curvesAreNamedWhereNoneWasSeen() {
        func notes(_ group: NamedGroup?) -> String {
            change(.tlsForwardSecrecy, on: SampleFacts.server(group: group)).notes.joined()
        }
        #expect(notes(nil).contains("ssl_ecdh_curve"))
        #expect(!notes(NamedGroup(rawValue: 23)).contains("ssl_ecdh_curve"))
    }

    @Test func exclusionsOfSuitesAreNamed() {
        #expect(change(.tlsForwardSecrecy).lostClients.joined().contains("!ECDHE and !AESGCM"))
        #expect(!change(.tlsForwardSecrecy, for: .caddy).lostClients.joined().contains("!ECDHE"))
    }

    @Test func libraryWithoutExtendedMasterSecretIsNamed() {
        let notes = change(.niapExtendedMasterSecret).notes.joined()
        #expect(notes.contains("OpenSSL 1.0.2 has neither"))
        #expect(change(.niapExtendedMasterSecret, for: .iis).lines.isEmpty)
    }

    @Test func windowsIsRestartedForVersionsOnly() {
        #expect(change(.tlsVersion, for: .iis).placement?.contains("restart Windows") == true)
        let suites = change(.tlsForwardSecrecy, for: .iis).placement
        #expect(suites == "In PowerShell as an administrator. The settings hold for each service of the machine.")
    }

    @Test func jsonHasAllParts() {
        let json = String(decoding: change(.tlsForwardSecrecy, .certificateRevoked).line, as: UTF8.self)
        #expect(
            json.hasPrefix(
                #"{"software":"nginx","lines":["ssl_ciphers ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384;"],"#
                    + #""placement":"In the server block"#))
        #expect(
            json.hasSuffix(
                #""remaining":[{"rule":"certificate.revoked","sentence":"No line of the configuration takes a revocation "#
                    + #"back: install a new certificate."}]}"#))
    }
}
