import Captures
import Documents
import Recordings

/// The numbers of a file with captured traffic, for people.
extension CaptureCounts {
    /// The numbers in one sentence, such as `1,204 packets, 31 loads; other traffic: 12 datagrams.`
    package var summary: String {
        let others: [(number: Int, unit: String)] = [
            (otherConnections, "connection"), (otherDatagrams, "datagram"), (otherPackets, "packet"),
            (localRequests, "request"),
        ]
        let otherTraffic = others.filter { $0.number > 0 }.map { Quantity.of($0.number, $0.unit) }
        let listOfOthers = otherTraffic.isEmpty ? "" : "; other traffic: \(otherTraffic.joined(separator: ", "))"
        let units = isArchive ? Quantity.of(requests, "request") : Quantity.of(packets, "packet")
        let refused = refusedQUIC > 0 ? ", \(Quantity.of(refusedQUIC, "refused connection")) of QUIC" : ""
        let local = localAnswers > 0 ? ", \(Quantity.grouped(localAnswers)) answered without the network" : ""
        return "\(units), \(Quantity.of(loads, "load"))\(local)\(refused)\(listOfOthers)."
    }

    /// The parts that could not be read, each with its number, for the limits of a report.
    var unreadParts: [UnreadPart] {
        unreadEnd + unreadConnections + unreadPackets + unreadConnectionsOfQUIC + unreadRequestsOfArchive
    }

    /// The part behind a fault of the file.
    private var unreadEnd: [UnreadPart] {
        guard let fault else { return [] }
        return [
            UnreadPart(
                count: 1, clause: "what follows was not read, because \(fault.clause)",
                fix: "Capture again, or take a whole copy of the file.")
        ]
    }

    private var unreadConnections: [UnreadPart] {
        Self.part(
            cutConnections, unit: "connection", clause: "could not be read: the capture lacks the beginning",
            fix: Self.captureAgain)
            + Self.part(
                connectionsWithGaps, unit: "connection",
                clause: "could not be read to the end of the handshake or of the requests: the capture lacks bytes",
                fix: Self.captureAgain)
            + Self.part(
                droppedConnections, unit: "connection",
                clause: "could not be followed to the end: too many were open at once",
                fix: "Capture fewer apps at once.")
            + Self.part(
                unreadHeads, unit: "request",
                clause: "in cleartext could not be read: the head is malformed, or names no destination",
                fix: "Look at the connections of the client in the capture: what it sends is not HTTP/1.1.")
    }

    private var unreadPackets: [UnreadPart] {
        Self.part(
            fragments, unit: "fragment", clause: "of IP packets could not be put together", fix: Self.captureAgain)
            + Self.part(
                malformedPackets, unit: "packet",
                clause: "could not be read: the headers contradict themselves or the file", fix: Self.captureAgain)
            + Self.part(
                unknownLinks, unit: "packet", clause: "could not be read: the link type of the interface is not known",
                fix: "Capture on another interface, or with another link type (tcpdump -y).")
    }

    private var unreadConnectionsOfQUIC: [UnreadPart] {
        Self.part(
            unreadQUIC, unit: "connection", clause: "of QUIC could not be opened as far as the server's name",
            fix: Self.captureAgain)
            + Self.part(
                unreadRefusedQUIC, unit: "connection",
                clause: "of QUIC that was refused could not be opened as far as the server's name",
                fix: "Let the app load again: which of its loads this was is not known.")
    }

    private var unreadRequestsOfArchive: [UnreadPart] {
        let hosts = unprovenHosts.isEmpty ? "their hosts" : unprovenHosts.listed(atMost: 3)
        let verb = unprovenRequests == 1 ? "was" : "were"
        return Self.part(
            unreadRequests, unit: "request",
            clause: "of the archive could not be read: the URL or the time is malformed",
            fix: "Export the archive again.")
            + Self.part(
                unprovenRequests, unit: "request",
                clause: "\(verb) answered by a cache, a service worker or a test, without a connection: "
                    + "nothing else was loaded from \(hosts)",
                fix: "Capture again with an empty cache: developer tools of browsers have a switch that turns it off.")
    }

    /// A part of a number of units; nothing if the number is 0.
    private static func part(_ count: Int, unit: String, clause: String, fix: String) -> [UnreadPart] {
        count > 0 ? [UnreadPart(count: count, clause: "\(Quantity.of(count, unit)) \(clause)", fix: fix)] : []
    }

    private static let captureAgain =
        "Capture again from before the app starts, with whole packets and without losses (tcpdump -s 0 -B 65536)."
}
