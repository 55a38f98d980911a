import Testing

@testable import TransportSecurity

@Suite struct TunnelCleartextTests {
    private func outcome(
        _ opening: TunnelObservation.Opening, probed: Observation? = nil,
        change: (inout Requirements) -> Void = { _ in }
    ) -> Outcome {
        var tunnel = Sample.tunnel(opening)
        tunnel.probed = probed
        return TunnelCleartext().evaluate(tunnel, under: Sample.requirements(change: change))
    }

    @Test(
        arguments: [
            (.hello(.init(serverName: nil)), .compliant), (.unreadable, .notApplicable),
            (.cleartext("an HTTP request"), .violation), (.serverSpokeFirst("a greeting of SMTP or FTP"), .violation),
        ] as [(TunnelObservation.Opening, Outcome.Kind)])
    func requiresTLS(opening: TunnelObservation.Opening, expected: Outcome.Kind) {
        #expect(outcome(opening).kind == expected)
    }

    @Test(
        arguments: [
            (Sample.secure(), .violation), (.noHandshake(.timedOut), .violation),
            (.noHandshake(.alert(40)), .violation),
            (.noHandshake(.notTLS), .note),
        ] as [(Observation, Outcome.Kind)])
    func leavesCleartextToAServerWithoutTLSToTheCleartextRule(probed: Observation, expected: Outcome.Kind) {
        #expect(outcome(.cleartext("an HTTP request"), probed: probed).kind == expected)
    }

    @Test(arguments: [
        TunnelObservation.Opening.cleartext("an HTTP request"), .serverSpokeFirst("an SSH identification"),
    ])
    func onlyNotesIfCleartextIsPermitted(opening: TunnelObservation.Opening) {
        #expect(outcome(opening) { $0.allowsInsecureHTTPLoads = true }.kind == .note)
        #expect(outcome(opening, change: Sample.off).kind == .note)
    }

    @Test func hasTheErrorThatAnAppSeesForCleartext() {
        let finding = outcome(.cleartext("an HTTP request")).finding
        #expect(finding?.rule == .tunnelCleartext && finding?.status == -1022 && finding?.urlError == -1022)
        #expect(finding?.exception?.keys == ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
    }
}
