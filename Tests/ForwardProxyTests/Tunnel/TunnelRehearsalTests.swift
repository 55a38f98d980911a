import ForwardProxy
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

/// Whole conversations through a tunnel: nothing is lost, reordered or left to wait, and each is judged once.
@Suite struct TunnelRehearsalTests {
    @Test(arguments: Tunnel.Enforcement.all, [[], TLSBytes.full12, TLSBytes.full13] as [Script])
    func nothingIsLostHoweverItIsCut(enforcement: Tunnel.Enforcement, script: Script) {
        for size in [1, 2, 3, 7, 50, 1000] {
            let rehearsal = TunnelRehearsal(script, by: size, enforcement)
            expectWhole(rehearsal, script)
            #expect(rehearsal.readings.count == (script.isEmpty ? 0 : 1))
            #expect(rehearsal.isOver == (!script.isEmpty && rehearsal.hasAcceptance))
        }
    }

    @Test(arguments: Conversation.all)
    func realClientsAndServersAreNotDisturbed(conversation: Conversation) throws {
        for enforcement in Tunnel.Enforcement.all {
            for size in [97, 1460, Int.max / 2] {
                let rehearsal = TunnelRehearsal(conversation.script, by: size, enforcement)
                rehearsal.end()
                // Chromium also loads in cleartext.
                if rehearsal.hasEnded, rehearsal.readings.contains(where: { $0.isCleartext() }) { continue }
                expectWhole(rehearsal, conversation.script)
                // A client that gives up by itself sends an alert, and nothing to judge.
                guard !conversation.serverHellos.isEmpty else { continue }
                #expect(rehearsal.readings.count == 1)
                let reading = try #require(rehearsal.readings.first)
                let agreed = conversation.serverHellos.last
                #expect(reading.serverHello?.versionCode == agreed.map { $0.supportedVersions?.first ?? $0.version })
                #expect(reading.serverHello?.cipherSuite.rawValue == agreed?.suites.first)
                // tshark does not read hellos that span packets; the inspector does.
                guard let hello = conversation.clientHellos.last else { continue }
                #expect(reading.clientHello?.serverName?.text == hello.serverName)
            }
        }
    }

    /// Conversations changed, cut short and doubled: whatever is permitted passes unchanged, and nothing waits for ever
    /// or beyond a limit. A limit is looked at where records end, so a record and a piece may exceed it. Where TLS is
    /// required what passes is what came, up to the first byte that does not.
    @Test(arguments: Tunnel.Enforcement.all, 0..<4)
    func nothingIsLostWhateverItIs(enforcement: Tunnel.Enforcement, seed: Int) throws {
        var noise = Noise(state: UInt64(seed))
        for _ in 0..<150 {
            let conversation = try #require(Conversation.all.randomElement(using: &noise))
            var script = conversation.script
            for _ in 0..<Int.random(in: 1...4, using: &noise) { noise.mutate(&script) }
            let rehearsal = TunnelRehearsal(
                script, by: Int.random(in: 1...3000, using: &noise), enforcement)
            #expect(rehearsal.heldByteCount <= 2 * (TLSInspector.heldBackLimit + 20 * 1024) || rehearsal.hasEnded)
            rehearsal.end()
            #expect(rehearsal.readings.count <= 2)
            guard rehearsal.hasEnded else {
                expectWhole(rehearsal, script)
                continue
            }
            #expect(enforcement == .tlsRequired)
            for side in [TLSInspector.Side.client, .server] {
                let came = script.filter { $0.side == side }.flatMap(\.bytes)
                #expect(came.starts(with: rehearsal.passed[side] ?? []))
            }
        }
    }

    @Test func theServerIsProbedBesideTheTrafficOnce() {
        #expect(TunnelRehearsal(TLSBytes.full12, by: 1, .none).probes == 1)
        #expect(TunnelRehearsal(TLSBytes.full12, by: 1, .judged).probes == 0)
    }

    private func expectWhole(_ rehearsal: TunnelRehearsal, _ script: Script) {
        for side in [TLSInspector.Side.client, .server] {
            #expect(rehearsal.passed[side] == script.filter { $0.side == side }.flatMap(\.bytes))
        }
    }
}
