/// The numbers of packets, requests, connections and loads in a capture, also of those that could not be read.
public struct CaptureCounts: Hashable, Sendable {
    /// Whether the file is an archive of requests.
    public var isArchive = false
    /// The number of packets of a file.
    public var packets = 0
    /// The number of requests of an archive.
    public var requests = 0
    /// The number of requests of an archive that leave the browser for no server.
    public var localRequests = 0
    /// The number of requests of an archive that were answered in place of their servers, by a cache, a service worker
    /// or a test.
    public var localAnswers = 0
    /// The number of requests among `localAnswers` to servers from which nothing was loaded.
    public var unprovenRequests = 0
    /// The hosts of these servers in order, at most 65,536.
    public var unprovenHosts: [String] = []
    /// The number of loads that were found.
    public var loads = 0
    /// The number of connections of TCP that carry neither TLS nor requests in cleartext, or nothing.
    public var otherConnections = 0
    /// The number of datagrams of UDP that are neither QUIC nor answers of the DNS.
    public var otherDatagrams = 0
    /// The number of packets that carry neither TCP nor UDP.
    public var otherPackets = 0
    /// The number of packets of link types that cannot be read.
    public var unknownLinks = 0
    /// The number of packets with headers that contradict themselves.
    public var malformedPackets = 0
    /// The number of fragments of packets, which are not put together.
    public var fragments = 0
    /// The number of connections whose beginning was not captured.
    public var cutConnections = 0
    /// The number of connections of which bytes are missing that were needed.
    public var connectionsWithGaps = 0
    /// The number of connections that were not followed to their end, because too many were open or waited for bytes.
    public var droppedConnections = 0
    /// The number of heads of requests in cleartext that could not be read.
    public var unreadHeads = 0
    /// The number of connections of QUIC whose first packets could not be opened or are incomplete.
    public var unreadQUIC = 0
    /// The number of connections of QUIC that a gateway refused.
    public var refusedQUIC = 0
    /// The number of refused connections of QUIC of which no host is listed: the first packets could not be opened, are
    /// incomplete, or are too many.
    public var unreadRefusedQUIC = 0
    /// The number of requests of an archive without a URL that can be read.
    public var unreadRequests = 0
    /// The fault behind which nothing of the file was read.
    public var fault: CaptureFault?

    /// Creates counts of 0.
    public init() {}
}
