import Captures
import Documents
import Recordings

extension CaptureCounts {
    /// The numbers of a file in one sentence.
    package var summary: String {
        let others: [(Int, String)] = [
            (otherConnections, "connection"), (otherDatagrams, "datagram"), (otherPackets, "packet"),
            (localRequests, "request"),
        ]
        let named = others.filter { $0.0 > 0 }.map { Quantity.of($0.0, $0.1) }
        let rest = named.isEmpty ? "" : "; other traffic: \(named.joined(separator: ", "))"
        let units = isArchive ? Quantity.of(requests, "request") : Quantity.of(packets, "packet")
        let refused = refusedQUIC > 0 ? ", \(Quantity.of(refusedQUIC, "refused connection")) of QUIC" : ""
        let local = localAnswers > 0 ? ", \(Quantity.grouped(localAnswers)) answered without the network" : ""
        return "\(units), \(Quantity.of(loads, "load"))\(local)\(refused)\(rest)."
    }

    /// The parts that could not be read, each with its number.
    var unreadParts: [UnreadPart] {
        var parts: [UnreadPart] = []
        func add(_ count: Int, unit: String, clause: String, fix: String) {
            guard count > 0 else { return }
            parts.append(UnreadPart(count: count, clause: "\(Quantity.of(count, unit)) \(clause)", fix: fix))
        }
        if let fault {
            parts.append(
                UnreadPart(
                    count: 1, clause: "what follows was not read, because \(fault.clause)",
                    fix: "Capture again, or take a whole copy of the file."))
        }
        let again =
            "Capture again from before the app starts, with whole packets and without losses (tcpdump -s 0 -B 65536)."
        add(
            cutConnections, unit: "connection", clause: "could not be read: the capture lacks the beginning", fix: again
        )
        add(
            connectionsWithGaps, unit: "connection",
            clause: "could not be read to the end of the handshake or of the requests: the capture lacks bytes",
            fix: again)
        add(
            droppedConnections, unit: "connection",
            clause: "could not be followed to the end: too many were open at once", fix: "Capture fewer apps at once.")
        add(
            unreadHeads, unit: "request",
            clause: "in cleartext could not be read: the head is malformed, or names no destination",
            fix: "Look at the connections of the client in the capture: what it sends is not HTTP/1.1.")
        add(fragments, unit: "fragment", clause: "of IP packets could not be put together", fix: again)
        add(
            malformedPackets, unit: "packet",
            clause: "could not be read: the headers contradict themselves or the file", fix: again
        )
        add(
            unknownLinks, unit: "packet", clause: "could not be read: the link type of the interface is not known",
            fix: "Capture on another interface, or with another link type (tcpdump -y).")
        add(
            unreadQUIC, unit: "connection", clause: "of QUIC could not be opened as far as the server's name",
            fix: again)
        add(
            unreadRefusedQUIC, unit: "connection",
            clause: "of QUIC that was refused could not be opened as far as the server's name",
            fix: "Let the app load again: which of its loads this was is not known.")
        add(
            unreadRequests, unit: "request",
            clause: "of the archive could not be read: the URL or the time is malformed",
            fix: "Export the archive again.")
        let hosts = unprovenHosts.isEmpty ? "their hosts" : unprovenHosts.listed(atMost: 3)
        add(
            unprovenRequests, unit: "request",
            clause: "\(unprovenRequests == 1 ? "was" : "were") answered by a cache, a service worker or a test, "
                + "without a connection: nothing else was loaded from \(hosts)",
            fix: "Capture again with an empty cache: developer tools of browsers have a switch that turns it off.")
        return parts
    }
}
