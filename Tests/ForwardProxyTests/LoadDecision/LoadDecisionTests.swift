import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

/// Each row of the decisions that users rely on, as a script.
@Suite struct LoadDecisionTests {
    private static let oldServer = LoadScript.facts(.tls1_0)

    // MARK: CONNECT where the facts come first

    @Test func anAllowedTunnelGoesToTheAddressThatWasProbed() {
        let load = LoadScript()
        #expect(load.tell(.start) == ["find facts"])
        #expect(
            load.tell(.facts(LoadScript.facts(at: LoadScript.second))) == [
                "record no violation, with facts", "probe other offers of api.example.com:443 at 192.0.2.2",
                "permit 192.0.2.2",
            ])
        #expect(load.decision.enforcement == .tlsRequired)
        #expect(load.decision.address == LoadScript.second)
    }

    @Test func aViolationIsBlockedInEnforce() {
        let load = LoadScript()
        _ = load.tell(.start)
        #expect(
            load.tell(.facts(Self.oldServer)) == [
                "record tls.version, with facts", "probe other offers of api.example.com:443 at 192.0.2.1", "refuse",
            ])
        guard case .blocked(let verdict, let requirements) = load.refusal else {
            Issue.record("The refusal is \(String(describing: load.refusal)).")
            return
        }
        #expect(verdict.violations.map(\.rule) == [.tlsVersion] && requirements.host == LoadScript.host)
        #expect(load.permit == nil)
    }

    @Test func aKeyThatIsNotProvenIsRefusedWithoutBlame() {
        let load = LoadScript()
        _ = load.tell(.start)
        let commands = load.tell(.facts(LoadScript.facts(isKeyProven: false)))
        #expect(commands.last == "refuse" && load.permit == nil)
        guard case .unproven = load.refusal else {
            Issue.record("The refusal is \(String(describing: load.refusal)).")
            return
        }
        #expect(load.recorded.map(\.violations) == [[]])
    }

    @Test func cleartextExceptionsStillWaitForTheFacts() {
        let load = LoadScript("CONNECT", .cleartextPermitted)
        #expect(load.tell(.start) == ["find facts"])
        #expect(load.decision.enforcement == .judged)
        let noTLS = LoadScript.facts(.noHandshake(.notTLS))
        #expect(
            load.tell(.facts(noTLS)) == [
                "record no violation, with facts", "probe other offers of api.example.com:443 at 192.0.2.1",
                "permit 192.0.2.1",
            ])
    }

    @Test func aServerWithoutTLSIsBlockedWhereCleartextIsNotPermitted() {
        let load = LoadScript()
        _ = load.tell(.start)
        #expect(load.tell(.facts(LoadScript.facts(.noHandshake(.notTLS)))).first == "record tls.handshake, with facts")
        #expect(load.permit == nil)
    }

    @Test func aSilentServerIsReachedWhereCleartextIsPermitted() {
        let load = LoadScript("CONNECT", .cleartextPermitted)
        _ = load.tell(.start)
        #expect(load.tell(.factsFailed(.silent)) == ["remember silence", "find addresses"])
        #expect(
            load.tell(.addresses([LoadScript.first], isComplete: true)) == [
                "record no violation", "permit 192.0.2.1",
            ])
        #expect(load.recorded[0].notes.last?.message.contains("said nothing to a ClientHello") == true)

        let next = LoadScript("CONNECT", .cleartextPermitted)
        _ = next.tell(.start)
        #expect(next.tell(.serverIsKnownToBeSilent) == ["find addresses"])
    }

    @Test func aSilentServerTimesOutWhereTLSIsRequired() {
        let load = LoadScript()
        _ = load.tell(.start)
        #expect(load.tell(.factsFailed(.silent)) == ["record connection_timeout", "refuse"])
        #expect(load.refusal == .upstream(.timedOut))
    }

    @Test(
        arguments: [
            (LoadFailure.upstream(.nameNotFound), "dns_error", Refusal.upstream(.nameNotFound)),
            (.upstream(.refused), "connection_refused", .upstream(.refused)),
            (.upstream(.unreachable), "destination_ip_unroutable", .upstream(.unreachable)),
            (.upstream(.timedOut), "connection_timeout", .upstream(.timedOut)),
            (.prohibited, "destination_ip_prohibited", .destinationProhibited),
            (.unnamedServer, "http_request_denied", .unnamedServer),
            (.limitReached, "proxy_internal_response", .limitReached),
            (.shortage(.descriptors), "proxy_internal_error", .shortage(.descriptors)),
            (.internalError("out of order"), "proxy_internal_error", .probeFailed),
        ])
    func withoutFactsNothingPasses(_ failure: LoadFailure, _ type: String, _ refusal: Refusal) {
        let load = LoadScript()
        _ = load.tell(.start)
        #expect(load.tell(.factsFailed(failure)) == ["record \(type)", "refuse"])
        #expect(load.refusal == refusal && load.permit == nil)
        #expect(load.tell(.facts(LoadScript.facts())) == [])
    }

    // MARK: CONNECT where nothing waits for the facts

    @Test(arguments: [(LoadScript.Policy.ats, Mode.observe), (.notApplied, .enforce), (.notApplied, .observe)])
    func theTunnelOpensBeforeTheServerIsProbed(_ policy: LoadScript.Policy, _ mode: Mode) {
        let load = LoadScript("CONNECT", policy, mode)
        #expect(load.tell(.start) == ["find addresses"])
        #expect(load.decision.enforcement == .none)
        #expect(load.tell(.addresses([LoadScript.first], isComplete: false)) == ["permit 192.0.2.1"])
        #expect(load.tell(.addresses([LoadScript.second], isComplete: true)) == ["add 192.0.2.2, the last"])
        #expect(load.tell(.connected(LoadScript.second)) == [])
        #expect(load.tell(.clientHelloSeen) == ["probe 192.0.2.2 later"])
        #expect(load.tell(.clientHelloSeen) == [])
    }

    @Test func observingRecordsWhatWouldHaveBeenBlocked() {
        let load = LoadScript("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        _ = load.tell(.clientHelloSeen)
        #expect(
            load.tell(.facts(Self.oldServer)) == [
                "record tls.version, with facts", "probe other offers of api.example.com:443 at 192.0.2.1",
            ])
        #expect(
            load.observe(LoadScript.tunnel(.tls1_0)) == [
                "would-block", "record tunnel: tunnel.version, with facts",
            ])
    }

    @Test func theTunnelIsJudgedBesideFactsThatComeLate() {
        let load = LoadScript("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        _ = load.tell(.clientHelloSeen)
        #expect(load.tell(.tunnelRead(TunnelReading.Shared(TunnelReading()))) == [])
        #expect(load.tell(.tunnelEnded(LoadScript.end)) == ["record end: finished"])
        #expect(
            load.tell(.facts(LoadScript.facts())) == [
                "record no violation, with facts", "probe other offers of api.example.com:443 at 192.0.2.1",
                "observe tunnel",
            ])
        #expect(load.observe(LoadScript.tunnel()) == ["allowed", "record tunnel: no violation, with facts"])
    }

    @Test func theTunnelIsJudgedAloneWhereFactsNeverCome() {
        let load = LoadScript("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        _ = load.tell(.clientHelloSeen)
        _ = load.tell(.tunnelRead(TunnelReading.Shared(TunnelReading())))
        #expect(load.tell(.factsFailed(.upstream(.timedOut))) == ["record no violation", "observe tunnel"])
        #expect(load.recorded[0].notes.last?.message.hasPrefix("The server was not probed: ") == true)
        #expect(load.observe(LoadScript.tunnel()) == ["allowed", "record tunnel: no violation"])
    }

    @Test func aTunnelWithoutAHelloIsRecordedAtItsEnd() {
        let load = LoadScript("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        #expect(load.tell(.tunnelEnded(LoadScript.end)) == ["record end: finished", "record no violation"])
        #expect(load.recorded[0].notes.last?.message.hasSuffix("No TLS handshake was seen in the tunnel.") == true)
    }

    @Test func cleartextInATunnelIsRecordedOnce() {
        let load = LoadScript("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        #expect(load.tell(.tunnelRead(TunnelReading.Shared(TunnelReading()))) == ["observe tunnel"])
        #expect(
            load.observe(TunnelObservation(.cleartext("an HTTP request"))) == [
                "would-block", "record tunnel: tunnel.cleartext",
            ])
        #expect(load.tell(.tunnelEnded(LoadScript.end)) == ["record end: finished"])
    }

    @Test func loadsOfOtherAppsLeaveNoTraceBesideTheirTraffic() {
        let load = LoadScript("CONNECT", .otherApp, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        _ = load.tell(.clientHelloSeen)
        #expect(load.tell(.facts(Self.oldServer)) == ["record no violation, with facts"])
        let plain = LoadScript("GET", .otherApp)
        #expect(plain.tell(.start) == ["find connection"])
    }

    // MARK: Plain HTTP

    @Test func cleartextIsBlockedInEnforce() {
        let load = LoadScript("GET")
        #expect(
            load.tell(.start) == [
                "probe other offers of api.example.com:443", "record cleartext", "refuse",
            ])
        #expect(load.permit == nil)
    }

    @Test(
        arguments: [
            (LoadScript.Policy.ats, Mode.observe, "record cleartext"),
            (.cleartextPermitted, .enforce, "record no violation"), (.notApplied, .enforce, "record no violation"),
        ])
    func cleartextGoesWhereItIsPermittedOrObserved(_ policy: LoadScript.Policy, _ mode: Mode, _ record: String) {
        let load = LoadScript("GET", policy, mode)
        #expect(load.tell(.start) == ["probe other offers of api.example.com:443", "find connection"])
        #expect(load.tell(.addresses([LoadScript.first], isComplete: true)) == [record, "permit 192.0.2.1"])
        #expect(load.tell(.connected(LoadScript.first)) == [])
        #expect(load.tell(.exchangeEnded(LoadScript.end)) == ["record end: finished"])
        #expect(load.tell(.exchangeEnded(LoadScript.end)) == [])
    }

    @Test func anIdleConnectionNeedsNoAddresses() {
        let load = LoadScript("GET", .cleartextPermitted)
        _ = load.tell(.start)
        #expect(load.tell(.idleConnection(LoadScript.second)) == ["record no violation", "permit 192.0.2.2"])
        #expect(load.decision.address == LoadScript.second)
    }

    @Test func withoutAnAddressThatIsAllowedNothingIsPermitted() {
        let load = LoadScript("GET", .cleartextPermitted)
        _ = load.tell(.start)
        #expect(load.tell(.addressesFailed(.prohibited)) == ["record destination_ip_prohibited", "refuse"])
        #expect(load.refusal == .destinationProhibited)

        let empty = LoadScript("GET", .cleartextPermitted)
        _ = empty.tell(.start)
        #expect(empty.tell(.addresses([], isComplete: true)) == ["record dns_error", "refuse"])
    }

    @Test func cleartextIsAViolationWithoutAServerAsWell() {
        let load = LoadScript("GET", .ats, .observe)
        _ = load.tell(.start)
        #expect(
            load.tell(.addressesFailed(.upstream(.nameNotFound))) == ["record cleartext", "record dns_error", "refuse"])
    }

    /// The proxy's own listeners are known before anything is judged.
    @Test func aDestinationThatIsKnownToBeProhibitedIsNotJudged() {
        let load = LoadScript("GET")
        #expect(load.tell(.addressesFailed(.prohibited)) == ["record destination_ip_prohibited", "refuse"])
        #expect(load.refusal == .destinationProhibited && load.recorded.isEmpty)
    }

    // MARK: Connections that fail

    @Test func factsThatLeadToAnUnreachableAddressAreForgotten() {
        let load = LoadScript()
        _ = load.tell(.start)
        _ = load.tell(.facts(LoadScript.facts()))
        #expect(
            load.tell(.connectFailed(.upstream(.refused))) == [
                "forget addresses and facts", "record connection_refused",
            ])
        #expect(load.tell(.exchangeEnded(LoadScript.end)) == [])
    }

    @Test func aShortageOfThisMachineForgetsNothing() {
        let load = LoadScript("GET", .cleartextPermitted)
        _ = load.tell(.start)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        #expect(load.tell(.connectFailed(.shortage(.descriptors))) == ["record proxy_internal_error"])
    }

    // MARK: What passes in an enforced tunnel

    @Test func anEnforcedTunnelIsJudgedUntilTheLastVerdict() {
        let load = LoadScript()
        _ = load.tell(.start)
        _ = load.tell(.facts(LoadScript.facts()))
        #expect(load.observe(LoadScript.tunnel(), isLast: false) == ["allowed"])
        #expect(load.observe(LoadScript.tunnel()) == ["allowed", "record tunnel: no violation, with facts"])
        #expect(load.decision.facts == nil)
    }

    @Test func aVerdictThatForbidsIsRecordedAtOnce() {
        let load = LoadScript()
        _ = load.tell(.start)
        _ = load.tell(.facts(LoadScript.facts()))
        #expect(
            load.observe(LoadScript.tunnel(.tls1_0), isLast: false) == [
                "blocked", "record tunnel: tunnel.version, with facts, which it contradicts",
            ])
    }

    @Test func aServerThatWasSilentAndSpeaksTLSIsNoLongerTakenForSilent() {
        let load = LoadScript("CONNECT", .cleartextPermitted)
        _ = load.tell(.start)
        _ = load.tell(.serverIsKnownToBeSilent)
        _ = load.tell(.addresses([LoadScript.first], isComplete: true))
        #expect(
            load.observe(LoadScript.tunnel()) == [
                "allowed", "forget silence", "record tunnel: no violation",
            ])
    }

    @Test func aStrictTunnelThatCannotBeComparedIsBlockedInEnforceAlone() {
        for (mode, decision) in [(Mode.enforce, "blocked"), (.observe, "allowed")] {
            let load = LoadScript("CONNECT", .ats, mode, isStrict: true)
            _ = load.tell(.start)
            if mode == .observe {
                _ = load.tell(.addresses([LoadScript.first], isComplete: true))
                _ = load.tell(.clientHelloSeen)
            }
            _ = load.tell(.facts(LoadScript.facts()))
            #expect(load.observe(LoadScript.tunnel()).first == decision)
        }
    }

    // MARK: Events out of order

    /// Whatever happens after a refusal, nothing is permitted any more.
    @Test func noEventAfterARefusalPermitsTheLoad() {
        let events: [LoadDecision.Event] = [
            .facts(LoadScript.facts()), .factsFailed(.silent), .addresses([LoadScript.first], isComplete: true),
            .idleConnection(LoadScript.first), .connected(LoadScript.first),
            .tunnelRead(TunnelReading.Shared(TunnelReading())),
        ]
        for first in events {
            for second in events {
                let load = LoadScript()
                _ = load.tell(.start)
                _ = load.tell(.facts(Self.oldServer))
                _ = load.tell(first)
                _ = load.tell(second)
                #expect(load.permit == nil, "permitted after \(first) and \(second)")
            }
        }
    }
}
