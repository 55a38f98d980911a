import Events
import InternetNames
import JSONWriting
import OpenSSL
import TLSMessages
import TransportSecurity

/// Writes the loads of a capture as the events of a recording, as a proxy does. An event has no verdict, because the
/// policy is chosen when the loads are judged.
package struct CaptureRecorder {
    /// The name of the listener in all decisions of captures.
    package static let listener = "capture"

    private var identifiers = EventIDGenerator()
    private var random: SplitMix64
    /// The identifiers of facts that were written.
    private var writtenFacts: Set<String> = []
    private let write: ([UInt8]) -> Void

    /// The largest number of identifiers in `writtenFacts`.
    private static let factsLimit = 50_000

    /// Creates a recorder of the loads of one file.
    ///
    /// - Parameters:
    ///   - seed: A digest of the beginning of the file. The same file has the same events.
    ///   - write: Receives each line, with its line feed.
    init(seed: [UInt8], write: @escaping ([UInt8]) -> Void) {
        random = SplitMix64(seed: seed.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        self.write = write
    }

    /// Writes the events of a load.
    mutating func record(_ load: CapturedLoad) {
        let time = Instant(milliseconds: load.begin)
        let id = identifiers.next(at: time, using: &random)
        let client = DecisionEvent.Client(
            listener: Self.listener, address: load.client.map { .value($0.authority) },
            app: load.app.map { CachedJSON(uncached: $0) }, method: load.method, mode: .observe)
        var event = DecisionEvent(time: time, id: .value(id), from: .client(client), decision: .allowed)
        event.scheme = load.scheme
        event.host = load.host
        event.port = load.named.port
        event.path = load.path
        event.address = load.address
        event.route = load.route
        describe(load, in: &event)
        event.kind = event.kindID { Digest.sha256($0) }
        emit(event)
        // The end of a load without a client is not recorded.
        if load.client != nil { emit(closed(load, after: event)) }
    }

    /// The event of the end of a load.
    private func closed(_ load: CapturedLoad, after event: DecisionEvent) -> ClosedEvent {
        var closed = ClosedEvent(
            time: Instant(milliseconds: load.end.milliseconds), id: event.id, host: event.host, port: event.port,
            bytesFromClient: load.end.bytesFromClient, bytesFromServer: load.end.bytesFromServer,
            durationMilliseconds: max(0, load.end.milliseconds - load.begin), endedBy: load.end.party,
            how: load.end.manner, clientRefusal: load.end.refusal)
        (closed.kind, closed.client) = (event.kind, event.client?.address)
        return closed
    }

    /// Sets the members of an event that tell of TLS or of a failure, and writes the facts about the server.
    private mutating func describe(_ load: CapturedLoad, in event: inout DecisionEvent) {
        switch load.content {
        case .request, .name: return
        case .unanswered:
            event.decision = .failed
            event.error = DecisionEvent.Failure(
                kind: "connection_terminated", message: "The archive has no response to the request.")
        case .refused:
            event.decision = .failed
            event.error = DecisionEvent.Failure(
                kind: "http_request_denied", message: "The proxy refused to open the tunnel.")
        case .version(let version):
            var summary = TLSSummary(tunnel: version, cipherSuite: nil)
            // No rule about tunnels can judge a load of which no handshake was seen.
            summary.source = .file
            event.tls = CachedJSON(uncached: summary)
        case .handshake(let reading, let reaction):
            guard let host = event.host else { return }
            let facts = CapturedFacts(reading, of: host, port: event.port ?? 0, at: event.time, from: event.address)
            event.tls = CachedJSON(uncached: facts.summary)
            event.tunnel = TunnelSummary(reading.observation)
            event.tunnel?.signatureScheme = reading.serverKeyExchange?.signatureScheme
            event.tunnel?.serverAlert = reading.serverAlert?.name ?? reaction.lateAlert
            event.tunnel?.lacksClientCertificate =
                reading.requestsClientCertificate && !reading.isResumed && reaction.accepted != true
            event.accepted = reaction.accepted
            event.notes = reading.notes(on: host)
            guard let factsEvent = facts.event else { return }
            event.facts = factsEvent.id
            // Facts are written again rather than remembered without limit.
            if writtenFacts.count >= Self.factsLimit { writtenFacts.removeAll() }
            if writtenFacts.insert(factsEvent.id).inserted { emit(factsEvent) }
        }
    }

    /// Writes an event as a line.
    private func emit(_ event: some JSONWritable) {
        write(event.line + [UInt8(ascii: "\n")])
    }
}
