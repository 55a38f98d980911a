import Events
import InternetNames
import TLSMessages

/// A connection of TCP in a capture, from its first segment to its end.
final class TCPConnection {
    /// The end that began the connection.
    let client: Endpoint
    /// The other end.
    let server: Endpoint
    /// The time of the last segment in milliseconds since 1970.
    private(set) var lastMilliseconds: Int64
    /// The loads of the connection.
    private(set) var content: ConnectionContent
    /// Whether bytes that were needed are missing in the capture. Known at the end.
    private(set) var lacksBytes = false
    /// The bytes from the client.
    private var sent = StreamDirection()
    /// The bytes from the server.
    private var received = StreamDirection()
    /// The side that ended the connection first, with the way; nil while it is open.
    private var end: (party: ClosedEvent.Party, manner: ClosedEvent.Manner)?
    /// The sides that have ended the connection.
    private var finishedSides: Set<TLSInspector.Side> = []

    /// Begins a connection.
    ///
    /// - Parameter name: The name of the server's address at that time; nil if it is not known.
    init(from client: Endpoint, to server: Endpoint, at milliseconds: Int64, named name: Host?) {
        (self.client, self.server, lastMilliseconds) = (client, server, milliseconds)
        content = ConnectionContent(from: client, to: server, named: name)
    }

    /// Whether both sides have ended the connection, or one has reset it, and no bytes wait.
    var isOver: Bool { finishedSides.count == 2 && sent.waitingByteCount + received.waitingByteCount == 0 }

    /// The number of bytes in memory.
    var heldByteCount: Int { sent.waitingByteCount + received.waitingByteCount + content.heldByteCount }

    /// Whether a segment begins another connection between the same ends.
    func isFollowed(by segment: TCPSegment) -> Bool {
        guard segment.isSynchronizing, segment.acknowledged == nil else { return false }
        // A SYN that was captured late is that of this connection.
        return segment.source != client || sent.start != nil && sent.start != segment.sequence
    }

    /// Reads a segment of the connection.
    func receive(_ segment: TCPSegment, in bytes: Span<UInt8>, at milliseconds: Int64) {
        lastMilliseconds = max(lastMilliseconds, milliseconds)
        let side: TLSInspector.Side = segment.source == client ? .client : .server
        if segment.isSynchronizing || segment.payloadLength > 0 { begin(side, with: segment) }
        if segment.payloadLength > 0 {
            change(side) { $0.count(segment.payloadLength, at: segment.sequence) }
        }
        noteNumbers(of: segment, from: side)
        read(segment, of: side, in: bytes)
        while deliverWaiting(.client) || deliverWaiting(.server) {}
        noteEnd(of: segment, by: side)
    }

    /// Ends the reading, and completes the last load.
    ///
    /// - Parameter isDropped: Whether the connection may go on, and is not followed because of a limit.
    func finish(isDropped: Bool = false) {
        // Bytes that still wait at the end have a gap before them.
        for side in TLSInspector.Side.allCases where direction(side).waitingByteCount > 0 && content.needs(side) {
            change(side) { $0.giveUp() }
        }
        for side in TLSInspector.Side.allCases where content.lacks(side) && direction(side).lacksEnd {
            change(side) { $0.giveUp() }
        }
        lacksBytes = TLSInspector.Side.allCases.contains { direction($0).hasGap && content.lacks($0) }
        let (party, manner) = end ?? (.proxy, .drained)
        content.finish(
            CapturedEnd(
                milliseconds: lastMilliseconds, bytesFromClient: sent.byteCount, bytesFromServer: received.byteCount,
                party: party, manner: manner), isWhole: !lacksBytes && !isDropped)
    }
}

extension TCPConnection {
    private func direction(_ side: TLSInspector.Side) -> StreamDirection {
        side == .client ? sent : received
    }

    private func change(_ side: TLSInspector.Side, by body: (inout StreamDirection) -> Void) {
        if side == .client { body(&sent) } else { body(&received) }
    }

    /// Begins a direction. The other direction begins at the number that the sender of the segment has acknowledged.
    private func begin(_ side: TLSInspector.Side, with segment: TCPSegment) {
        change(side) { $0.begin(at: segment.sequence) }
        guard let acknowledged = segment.acknowledged else { return }
        change(side == .client ? .server : .client) { $0.begin(at: acknowledged) }
    }

    /// Notes the numbers that tell how many bytes were sent. Those of a reset may be of any value.
    private func noteNumbers(of segment: TCPSegment, from side: TLSInspector.Side) {
        guard !segment.isReset else { return }
        if let acknowledged = segment.acknowledged {
            change(side == .client ? .server : .client) { $0.noteAcknowledged(acknowledged) }
        }
        if segment.isFinishing {
            let end = segment.sequence &+ UInt32(truncatingIfNeeded: segment.payloadLength)
            change(side) { $0.noteFinish(at: end) }
        }
    }

    /// Hands the payload of a segment to the content, or keeps it until the bytes before it have come.
    private func read(_ segment: TCPSegment, of side: TLSInspector.Side, in bytes: Span<UInt8>) {
        guard !segment.payload.isEmpty else { return }
        guard content.needs(side) else {
            return change(side) { $0.skip(segment.payloadLength, at: segment.sequence) }
        }
        let isAcknowledged = hasDelivered(segment.acknowledged, to: side)
        let isNext = side == .client ? sent.isNext(segment.sequence) : received.isNext(segment.sequence)
        if isNext, isAcknowledged {
            change(side) { $0.deliver(segment.payload.count) }
            content.receive(bytes.extracting(segment.payload), from: side, at: moment)
        } else {
            let kept = bytes.bytes(in: segment.payload)
            change(side) { $0.keep(kept, at: segment.sequence, acknowledging: segment.acknowledged) }
        }
    }

    /// Whether the bytes were read that a side says it has received, or need not be read.
    private func hasDelivered(_ acknowledged: UInt32?, to side: TLSInspector.Side) -> Bool {
        switch side {
        case .client: !content.needs(.server) || received.hasDelivered(acknowledged)
        case .server: !content.needs(.client) || sent.hasDelivered(acknowledged)
        }
    }

    /// Hands the next bytes that wait to the content. Returns false if none can be delivered.
    private func deliverWaiting(_ side: TLSInspector.Side) -> Bool {
        let next: [UInt8]?
        switch side {
        case .client:
            let isServerRead = content.needs(.server)
            next = sent.takeNext { !isServerRead || received.hasDelivered($0) }
        case .server:
            let isClientRead = content.needs(.client)
            next = received.takeNext { !isClientRead || sent.hasDelivered($0) }
        }
        guard let next else { return false }
        next.withUnsafeBufferPointer { content.receive($0.span, from: side, at: moment) }
        if !content.needs(side) { change(side) { $0.stop() } }
        return true
    }

    /// Notes the side that ends the connection with a segment, if one does.
    private func noteEnd(of segment: TCPSegment, by side: TLSInspector.Side) {
        let party: ClosedEvent.Party = side == .client ? .client : .server
        if segment.isReset {
            end = end ?? (party, .reset)
            finishedSides = [.client, .server]
        } else if segment.isFinishing {
            if end == nil, side == .client, sent.waitingByteCount == 0 { content.clientEnded() }
            end = end ?? (party, .finished)
            finishedSides.insert(side)
        }
    }

    /// The counts at the last segment.
    private var moment: ConnectionContent.Moment {
        ConnectionContent.Moment(
            milliseconds: lastMilliseconds, bytesFromClient: sent.byteCount, bytesFromServer: received.byteCount)
    }
}
