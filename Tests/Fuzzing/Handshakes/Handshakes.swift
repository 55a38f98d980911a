import ForwardProxy
import Harness

/// A client and a server of OpenSSL talk through a tunnel in which TLS is required, and the input says what somebody
/// between them does to their records: the first bytes choose versions and names, each further one what becomes of a
/// record.
///
/// OpenSSL is the oracle. What an endpoint took for a handshake must have been judged, with the same name, version,
/// cipher suite and certificate; and where nothing was done but to cut records otherwise, the handshake must succeed.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let conversation = Conversation(&choices)
    conversation?.run(&choices)
    return 0
}

/// Two endpoints, and the tunnel between them.
private final class Conversation {
    private let client: Endpoint
    private let server: Endpoint
    private var tunnel = Tunnel(.tlsRequired)
    private var waiting: [Witness.Side: [UInt8]] = [:]
    private var judged: [TunnelReading] = []
    private var isOver = false
    /// Whether nothing was done to the records but to cut them otherwise.
    private var isUntouched = true

    init?(_ choices: inout Choices) {
        let versions: [Int32] = [0x0304, 0x0303, 0x0302, 0x0301]
        let newest = choices.one(of: versions)
        guard let client = Endpoint(.client(name: choices.flag() ? "other.example" : "a.example"), newest: newest),
            let server = Endpoint(.server, newest: 0x0304)
        else { return nil }
        self.client = client
        self.server = server
    }

    func run(_ choices: inout Choices) {
        for _ in 0..<12 where !isOver {
            forward(client.output(), from: .client, &choices)
            forward(server.output(), from: .server, &choices)
            checkOracle()
        }
        if isUntouched { claim(client.isFinished && server.isFinished && !isOver, "a plain handshake was refused") }
    }

    private func forward(_ bytes: [UInt8], from side: Witness.Side, _ choices: inout Choices) {
        for record in TLSRecord.records(in: bytes) {
            let change = RecordChange(&choices)
            if !change.isHarmless { isUntouched = false }
            for piece in change.applied(to: record) {
                guard !isOver else { return }
                waiting[side, default: []] += piece
                carryOut(tunnel.received(piece.span, from: side))
                checkOracle()
            }
        }
    }

    private func carryOut(_ commands: [Tunnel.Command]) {
        for command in commands {
            switch command {
            case .pass(let side):
                let bytes = waiting.removeValue(forKey: side) ?? []
                (side == .client ? server : client).receive(bytes)
            case .judge(let reading, _):
                judged.append(reading)
                carryOut(tunnel.judged(reading.fault == nil && reading.cleartext == nil ? .allowed : .blocked))
            case .reset, .breakOff:
                isOver = true
            case .record(let reading):
                judged.append(reading)
            case .examine, .ticketIssued, .wait:
                break
            }
        }
    }

    private func checkOracle() {
        if let name = server.requestedName {
            claim(
                judged.contains { $0.clientHello?.serverName?.text == name },
                "the server took a hello for \(name) that was not judged")
        }
        if client.hasAgreed {
            claim(
                judged.contains {
                    $0.serverHello?.versionCode == client.version
                        && $0.serverHello?.cipherSuite.rawValue == client.suite
                }, "the client agreed on \(client.version) that was not judged")
        }
        if let certificate = client.peerCertificate, client.version < 0x0304 {
            claim(
                judged.contains { $0.certificates?.first == certificate },
                "the client took a certificate that was not judged")
        }
    }
}
