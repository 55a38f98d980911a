/// The connections of TCP that are open at a point of a capture. Gives each segment to its connection, and hands out
/// the loads that are complete.
///
/// The connections and their memory have limits. Beyond a limit, the connections that were silent for the longest time
/// are given up.
struct ConnectionTable {
    private var connections: [FlowKey: TCPConnection] = [:]
    /// The connections that are over, or whose beginning is missing.
    private var ignored: Set<FlowKey> = []
    /// The connections that were ignored before `ignored` was full the last time.
    private var ignoredBefore: Set<FlowKey> = []
    private var heldByteCount = 0

    /// The largest number of connections.
    private static let connectionLimit = 32_768
    /// The largest number of connections in each set of those that are ignored.
    private static let ignoredLimit = 65_536
    /// The largest number of bytes in memory.
    private static let byteLimit = 64 * 1024 * 1024

    /// Reads a segment, and returns the loads that are complete with it.
    ///
    /// - Parameters:
    ///   - names: The names of addresses at this time.
    ///   - counts: The counts to which connections are added that end or cannot be read.
    mutating func receive(
        _ segment: TCPSegment, in bytes: Span<UInt8>, at milliseconds: Int64, with names: AddressNames,
        counting counts: inout CaptureCounts
    ) -> [CapturedLoad] {
        let key = FlowKey(from: segment.source, to: segment.destination)
        var loads: [CapturedLoad] = []
        if let known = connections[key], known.isFollowed(by: segment) {
            loads += finish(known, as: key, counting: &counts)
        }
        guard
            let connection = connections[key]
                ?? begin(key, with: segment, in: bytes, at: milliseconds, with: names, counting: &counts)
        else { return loads }
        let before = connection.heldByteCount
        connection.receive(segment, in: bytes, at: milliseconds)
        heldByteCount += connection.heldByteCount - before
        loads += connection.content.takeLoads()
        if connection.isOver {
            loads += finish(connection, as: key, counting: &counts)
            ignore(key)
        } else if heldByteCount > Self.byteLimit || connections.count > Self.connectionLimit {
            loads += finishSilent(counting: &counts)
        }
        return loads
    }

    /// Ends all connections, and returns their last loads.
    mutating func finish(counting counts: inout CaptureCounts) -> [CapturedLoad] {
        var loads: [CapturedLoad] = []
        for (key, connection) in bySilence { loads += finish(connection, as: key, counting: &counts) }
        return loads
    }
}

extension ConnectionTable {
    /// Begins the connection of a segment; nil if the segment does not begin one.
    private mutating func begin(
        _ key: FlowKey, with segment: TCPSegment, in bytes: Span<UInt8>, at milliseconds: Int64,
        with names: AddressNames, counting counts: inout CaptureCounts
    ) -> TCPConnection? {
        let client: Endpoint
        if segment.isSynchronizing, !segment.isReset {
            ignored.remove(key)
            ignoredBefore.remove(key)
            let isAnswer = segment.acknowledged != nil
            client = isAnswer ? segment.destination : segment.source
        } else if ignored.contains(key) || ignoredBefore.contains(key) || segment.payloadLength == 0 {
            return nil
        } else if OpeningBytes.beginClient(bytes, at: segment.payload) {
            client = segment.source
        } else {
            counts.cutConnections += 1
            ignore(key)
            return nil
        }
        let server = client == segment.source ? segment.destination : segment.source
        let connection = TCPConnection(from: client, to: server, at: milliseconds, named: names[server.address])
        connections[key] = connection
        return connection
    }

    /// The connections, first those that were silent for the longest time.
    private var bySilence: [(key: FlowKey, value: TCPConnection)] {
        connections.sorted { left, right in
            let (leftTime, rightTime) = (left.value.lastMilliseconds, right.value.lastMilliseconds)
            if leftTime != rightTime { return leftTime < rightTime }
            if left.key.lower != right.key.lower { return left.key.lower < right.key.lower }
            return left.key.upper < right.key.upper
        }
    }

    private mutating func ignore(_ key: FlowKey) {
        // The connections that were ignored first are forgotten.
        if ignored.count >= Self.ignoredLimit { (ignoredBefore, ignored) = (ignored, []) }
        ignored.insert(key)
    }

    /// Ends a connection, and returns its last loads.
    ///
    /// - Parameter isDropped: Whether the connection may go on, and is not followed because of a limit.
    private mutating func finish(
        _ connection: TCPConnection, as key: FlowKey, isDropped: Bool = false, counting counts: inout CaptureCounts
    ) -> [CapturedLoad] {
        heldByteCount -= connection.heldByteCount
        connections[key] = nil
        connection.finish(isDropped: isDropped)
        counts.unreadHeads += connection.content.unreadHeads
        if connection.lacksBytes {
            counts.connectionsWithGaps += 1
        } else if isDropped, connection.content.lacks(.client) || connection.content.lacks(.server) {
            counts.droppedConnections += 1
        } else {
            switch connection.content.kind {
            case .other, nil: counts.otherConnections += 1
            case .tls, .requests, .http2: break
            }
        }
        return connection.content.takeLoads()
    }

    /// Ends the half of the connections that were silent for the longest time, and returns their last loads.
    private mutating func finishSilent(counting counts: inout CaptureCounts) -> [CapturedLoad] {
        let sorted = bySilence
        var loads: [CapturedLoad] = []
        for (key, connection) in sorted.prefix(max(1, sorted.count / 2)) {
            loads += finish(connection, as: key, isDropped: true, counting: &counts)
            ignore(key)
        }
        return loads
    }
}

/// The first bytes of a client, by which a connection is recognised whose SYN was not captured.
private enum OpeningBytes {
    /// The methods of requests, each with the space behind it.
    private static let methods = ["GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "CONNECT ", "DELETE ", "PATCH "]
        .map { Array($0.utf8) }

    /// Whether bytes begin a ClientHello in a record of TLS (RFC 8446 §5.1), or a request.
    static func beginClient(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        let start = bytes.bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 8))
        if start.count >= 6, start[0] == 22, start[1] == 3, start[5] == 1 { return true }
        return methods.contains { start.starts(with: $0) }
    }
}
