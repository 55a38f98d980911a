import Foundation
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct CapturedHelloTests {
    @Test func thereAreTwoHundred() {
        #expect(Conversation.all.reduce(0) { $0 + $1.clientHellos.count } >= 200)
        #expect(Conversation.all.reduce(0) { $0 + $1.serverHellos.count } >= 200)
    }

    @Test(arguments: Conversation.all)
    func readsWhatTsharkReads(conversation: Conversation) {
        let events = TLSInspector.watching(conversation.script).events
        var clients: [ClientHello] = []
        var servers: [ServerHello] = []
        var sizes: [Int] = []
        var alertCount = 0
        for event in events {
            if case .clientHello(let hello) = event { clients.append(hello) }
            if case .serverHello(let hello) = event { servers.append(hello) }
            if case .certificates(let chain) = event { sizes = chain.map(\.count) }
            if case .alert(let side, let alert) = event {
                #expect(conversation.alerts.contains { $0.side == side && $0.description == alert.description })
                alertCount += 1
            }
            if case .fault = event { Issue.record("\(event)") }
        }
        #expect(clients.count == conversation.clientHellos.count)
        #expect(servers.count == conversation.serverHellos.count)
        #expect(sizes == conversation.certificates)
        // A fatal alert ends what there is to learn; another one may follow it.
        #expect((alertCount > 0) == !conversation.alerts.isEmpty)
        for (hello, expected) in zip(clients, conversation.clientHellos) { compare(hello, expected) }
        for (hello, expected) in zip(servers, conversation.serverHellos) { compare(hello, expected) }
    }

    private func compare(_ hello: ClientHello, _ expected: Conversation.Hello) {
        #expect(hello.legacyVersion == expected.version)
        #expect(hello.sessionID == bytes(expected.sessionID))
        #expect(hello.cipherSuites.map(\.rawValue) == expected.suites)
        #expect(hello.extensionTypes.map(\.rawValue) == expected.extensions)
        #expect(hello.unreadableExtensions == [])
        #expect(hello.serverName?.text == expected.serverName)
        #expect(hello.applicationProtocols?.map(\.text) == expected.alpn)
        #expect(hello.supportedVersions == expected.supportedVersions)
        #expect(hello.supportedGroups?.map(\.rawValue) == expected.groups)
        #expect(hello.signatureSchemes?.map(\.rawValue) == expected.schemes)
        #expect(hello.keyShareGroups?.map(\.rawValue) == expected.keyShares)
        #expect(hello.preSharedKeyCount == expected.preSharedKeys)
        #expect(hello.sessionTicket?.count == expected.ticketLength)
    }

    private func compare(_ hello: ServerHello, _ expected: Conversation.Hello) {
        #expect(hello.versionCode == expected.supportedVersions?.first ?? expected.version)
        #expect(hello.sessionID == bytes(expected.sessionID))
        #expect([hello.cipherSuite.rawValue] == expected.suites)
        #expect(hello.extensionTypes.map(\.rawValue) == expected.extensions)
        #expect(hello.unreadableExtensions == [])
        #expect(hello.group?.rawValue == (hello.isHelloRetryRequest ? expected.retryGroup : expected.keyShares)?.first)
        #expect(hello.applicationProtocol == expected.alpn?.first)
        #expect(hello.preSharedKey == expected.selectedPreSharedKey?.first)
    }

    private func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test(arguments: Conversation.all)
    func findsTheSameHoweverItIsCut(conversation: Conversation) {
        let script = conversation.script
        let whole = TLSInspector.watching(script)
        for size in [1, 7, 509] {
            let cut = TLSInspector.watching(script, by: size)
            #expect(cut.events == whole.events)
            #expect(cut.inspector.refusal(closedBy: .client) == whole.inspector.refusal(closedBy: .client))
        }
    }

    /// A client that was given no root has refused, one that got its page has not.
    ///
    /// Chromium opens connections in stock, and drops them when it is stopped. `gnutls-cli --resume` makes no request on its
    /// first connection, which looks like a refusal. Node of TLS 1.2 closes without an alert, and its server answers with
    /// one; the conversations do not tell that order.
    @Test(
        arguments: Conversation.all.filter {
            !$0.name.hasPrefix("chromium") && !($0.name.hasPrefix("node") && $0.name.hasSuffix("-> 1.2"))
        })
    func namesRefusals(conversation: Conversation) {
        let refusal = TLSInspector.watching(conversation.script).inspector.refusal(closedBy: conversation.closedBy)
        if conversation.name.hasPrefix("gnutls-cli --resume"), refusal?.evidence == .closedAfterHandshake { return }
        let sentAlert = conversation.alerts.contains { $0.side == .client }
        let hasRefused = !conversation.serverHellos.isEmpty && (conversation.refuses || sentAlert)
        #expect((refusal != nil) == hasRefused, "\(refusal?.description ?? "no refusal")")
    }

    @Test func infersTheEncryptedAlertsOfChromium() {
        let refused = Conversation.all.filter { $0.name.hasPrefix("chromium") && $0.refuses }.compactMap {
            TLSInspector.watching($0.script).inspector.refusal(closedBy: $0.closedBy)?.evidence
        }
        #expect(refused.contains(.inferredAlert))
        #expect(refused.contains(.alert(Alert(level: .fatal, description: 46))))
    }

    /// The first two packets, cut in two at every byte: over the whole corpus with `EVERY_CUT=1` in the environment,
    /// which takes minutes, else at every 41st byte, beginning elsewhere in each conversation.
    @Test(arguments: Conversation.all.indices)
    func findsTheSameAtEveryCutOfTheHellos(number: Int) {
        let step = ProcessInfo.processInfo.environment["EVERY_CUT"] == nil ? 41 : 1
        let script = Array(Conversation.all[number].script.prefix(2))
        let whole = TLSInspector.watching(script).events
        for (index, piece) in script.enumerated() {
            for position in stride(from: 1 + number % step, to: piece.bytes.count, by: step) {
                var cut = script
                cut[index].bytes = Array(piece.bytes.prefix(position))
                cut.insert((piece.side, Array(piece.bytes.dropFirst(position))), at: index + 1)
                if TLSInspector.watching(cut).events != whole { Issue.record("cut at \(position) of packet \(index)") }
            }
        }
    }
}
