import ForwardProxy
import Harness
import TLSMessages

/// A client and a server of OpenSSL talk through a tunnel that requires TLS, and the input changes their records. The
/// first bytes choose version and name, and each further byte the change of a record.
///
/// OpenSSL is the oracle. The tunnel must have judged every handshake that an endpoint accepted, with the same name,
/// version, cipher suite and certificate. If records were only split differently, the handshake must succeed.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let conversation = Conversation(&choices)
    conversation?.run(&choices)
    return 0
}

/// Two endpoints and the tunnel between them.
private final class Conversation {
    private let client: Endpoint
    private let server: Endpoint
    private var tunnel = Tunnel(.tlsRequired)
    private var waiting: [TLSInspector.Side: [UInt8]] = [:]
    /// The names of judged or recorded hellos.
    private var judgedNames: Set<String> = []
    private var agreements: Set<Agreement> = []
    private var leaves: Set<[UInt8]> = []
    private var isOver = false
    /// Why the tunnel was reset.
    private var fault = ""
    /// Whether records were at most split differently.
    private var isUntouched = true

    init?(_ choices: inout Choices) {
        // Older versions have the same messages as TLS 1.2.
        let newest: Int32 = choices.one(of: [0x0304, 0x0303])
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
        if isUntouched {
            claim(
                client.isFinished && server.isFinished && !isOver,
                "a plain handshake was refused: client \(client.isFinished), server \(server.isFinished), over \(isOver) \(fault)"
            )
        }
    }

    private func forward(_ bytes: [UInt8], from side: TLSInspector.Side, _ choices: inout Choices) {
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
            case .judge(let shared, _):
                let reading = shared.value
                take(reading)
                let isCleartext = if case .cleartext = reading.opening { true } else { false }
                carryOut(tunnel.judged(reading.decisiveFault == nil && !isCleartext ? .allowed : .blocked))
            case .reset, .breakOff:
                isOver = true
            case .record(let reading):
                take(reading.value)
            case .probe, .ticketIssued, .acceptance, .wait:
                break
            }
        }
    }

    private func take(_ reading: TunnelReading) {
        if case .hello(let hello) = reading.opening, let name = hello.serverName { judgedNames.insert(name.text) }
        if let hello = reading.serverHello {
            agreements.insert(Agreement(version: hello.versionCode, suite: hello.cipherSuite.rawValue))
        }
        if let leaf = reading.certificates?.first { leaves.insert(leaf) }
        if let reason = reading.decisiveFault?.reason { fault = reason.description }
    }

    private func checkOracle() {
        if let name = server.requestedName {
            claim(judgedNames.contains(name), "the server took a hello for \(name) that was not judged")
        }
        if client.hasAgreed {
            let agreed = Agreement(version: client.version, suite: client.suite)
            claim(agreements.contains(agreed), "the client agreed on \(agreed), which was not judged")
        }
        if let certificate = client.peerCertificate, client.version < 0x0304 {
            claim(leaves.contains(certificate), "the client took a certificate that was not judged")
        }
    }
}

/// A version and a cipher suite, by their codes.
private struct Agreement: Hashable {
    var version: UInt16
    var suite: UInt16
}
