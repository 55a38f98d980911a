/// The connections of TCP that are open at a point of a capture. Their number and their memory have limits. The
/// connections that were silent for the longest time end where a limit is exceeded.
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

    /// Reads a segment, and hands over the loads that are complete with it.
    ///
    /// - Parameter names: The names of addresses at this time.
    mutating func receive(
        _ segment: TCPSegment, in bytes: Span<UInt8>, at milliseconds: Int64, with names: AddressNames,
        counting counts: inout CaptureCounts, each: (CapturedLoad) -> Void
    ) {
        let key = FlowKey(from: segment.source, to: segment.destination)
        if let known = connections[key], known.isFollowed(by: segment) {
            finish(known, as: key, counting: &counts, each: each)
        }
        guard
            let connection = connections[key]
                ?? begin(key, with: segment, in: bytes, at: milliseconds, with: names, counting: &counts)
        else { return }
        let before = connection.heldByteCount
        connection.receive(segment, in: bytes, at: milliseconds)
        heldByteCount += connection.heldByteCount - before
        for load in connection.content.takeLoads() { each(load) }
        if connection.isOver {
            finish(connection, as: key, counting: &counts, each: each)
            ignore(key)
        } else if heldByteCount > Self.byteLimit || connections.count > Self.connectionLimit {
            finishSilent(counting: &counts, each: each)
        }
    }

    /// Ends all connections.
    mutating func finish(counting counts: inout CaptureCounts, each: (CapturedLoad) -> Void) {
        for (key, connection) in bySilence {
            finish(connection, as: key, counting: &counts, each: each)
        }
    }
}

extension ConnectionTable {
    private mutating func begin(
        _ key: FlowKey, with segment: TCPSegment, in bytes: Span<UInt8>, at milliseconds: Int64,
        with names: AddressNames, counting counts: inout CaptureCounts
    ) -> TCPConnection? {
        let (client, server): (Endpoint, Endpoint)
        if segment.isSynchronizing, !segment.isReset {
            ignored.remove(key)
            ignoredBefore.remove(key)
            let isAnswer = segment.acknowledged != nil
            (client, server) =
                isAnswer ? (segment.destination, segment.source) : (segment.source, segment.destination)
        } else if ignored.contains(key) || ignoredBefore.contains(key) || segment.payloadLength == 0 {
            return nil
        } else if OpeningBytes.beginClient(bytes, at: segment.payload) {
            (client, server) = (segment.source, segment.destination)
        } else {
            counts.cutConnections += 1
            ignore(key)
            return nil
        }
        let connection = TCPConnection(from: client, to: server, at: milliseconds, named: names[server.address])
        connections[key] = connection
        return connection
    }

    /// The connections, first those that were silent for the longest time.
    private var bySilence: [(key: FlowKey, value: TCPConnection)] {
        connections.sorted { left, right in
            if left.value.last != right.value.last { return left.value.last < right.value.last }
            if left.key.lower != right.key.lower { return left.key.lower < right.key.lower }
            return left.key.upper < right.key.upper
        }
    }

    private mutating func ignore(_ key: FlowKey) {
        // The connections that were ignored first are forgotten.
        if ignored.count >= Self.ignoredLimit { (ignoredBefore, ignored) = (ignored, []) }
        ignored.insert(key)
    }

    private mutating func finish(
        _ connection: TCPConnection, as key: FlowKey, isDropped: Bool = false, counting counts: inout CaptureCounts,
        each: (CapturedLoad) -> Void
    ) {
        heldByteCount -= connection.heldByteCount
        connections[key] = nil
        connection.finish(isDropped: isDropped)
        for load in connection.content.takeLoads() { each(load) }
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
    }

    /// Ends the half of the connections that were silent for the longest time.
    private mutating func finishSilent(counting counts: inout CaptureCounts, each: (CapturedLoad) -> Void) {
        let sorted = bySilence
        for (key, connection) in sorted.prefix(max(1, sorted.count / 2)) {
            finish(connection, as: key, isDropped: true, counting: &counts, each: each)
            ignore(key)
        }
    }
}
