import DNSMessages
import InternetNames
import OpenSSL

/// Reads a file with captured traffic in pieces, and writes its loads as the lines of a recording.
///
/// The file has packets (pcap, pcapng) or requests (HAR). The memory has limits that do not depend on the size of the
/// file.
public struct Capture {
    /// The numbers of packets and loads, complete after `finish`.
    public private(set) var counts = CaptureCounts()
    /// The connections of QUIC that a gateway refused, at most 65,536. The loads do not include them.
    public private(set) var refused: [RefusedConnection] = []
    private var content: Content
    private var connections = ConnectionTable()
    private var quic = QUICConnections()
    /// The connections of QUIC whose packets a gateway has logged because it refused them.
    private var refusedQUIC = QUICConnections()
    private var names = AddressNames()
    private var localAnswers = LocalAnswers()
    private var recorder: CaptureRecorder

    /// The largest number of connections in `refused`.
    private static let refusalLimit = 65_536

    private enum Content {
        case packets(PacketReader)
        case archive(ArchiveReader)
    }

    /// Creates a reader of a file in a format.
    ///
    /// - Parameters:
    ///   - head: The first bytes of the file, by which its loads are identified. The file is read with `read`.
    ///   - write: Receives each line of the recording, with its line feed.
    public init(_ format: CaptureFormat, head: [UInt8], write: @escaping ([UInt8]) -> Void) {
        content = PacketReader(format).map { .packets($0) } ?? .archive(ArchiveReader())
        counts.isArchive = format == .httpArchive
        recorder = CaptureRecorder(seed: Digest.sha256(head), write: write)
    }

    /// Reads the next piece of the file.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        switch content {
        case .packets(var reader):
            reader.read(piece) { bytes, packet in receive(packet, in: bytes) }
            content = .packets(reader)
        case .archive(var reader):
            reader.read(piece) { receive($0) }
            content = .archive(reader)
        }
    }

    /// Notes the end of the file, and completes all loads.
    public mutating func finish() {
        switch content {
        case .packets(var reader):
            reader.finish()
            counts.fault = reader.fault
            counts.packets += reader.malformedCount
            counts.malformedPackets += reader.malformedCount
        case .archive(var reader):
            reader.finish()
            counts.fault = reader.fault
            counts.localAnswers = localAnswers.count
            (counts.unprovenRequests, counts.unprovenHosts) = localAnswers.unproven
        }
        for load in connections.finish(counting: &counts) { record(load) }
        counts.unreadQUIC = quic.unreadCount
        counts.unreadRefusedQUIC += refusedQUIC.unreadCount
        counts.refusedQUIC += refusedQUIC.unreadCount
    }

    private mutating func record(_ load: CapturedLoad) {
        counts.loads += 1
        recorder.record(load)
    }
}

extension Capture {
    private mutating func receive(_ request: ArchivedRequest) {
        counts.requests += 1
        switch request.reading {
        case .load(let load):
            record(load)
            if case .unanswered = load.content { return }
            localAnswers.noteLoad(
                from: LocalAnswers.Server(isSecure: load.scheme.isSecure, authority: load.named))
        case .local: counts.localRequests += 1
        case .answeredLocally(let server): localAnswers.note(server)
        case .unreadable: counts.unreadRequests += 1
        }
    }

    private mutating func receive(_ packet: CapturedPacket, in bytes: Span<UInt8>) {
        counts.packets += 1
        guard packet.link.isKnown(in: bytes, at: packet.range) else {
            counts.unknownLinks += 1
            return
        }
        guard let offset = packet.link.internetOffset(in: bytes, at: packet.range) else {
            // Each packet of a log has an IP packet in it.
            if packet.link.isLog { counts.malformedPackets += 1 } else { counts.otherPackets += 1 }
            return
        }
        switch InternetPacket.read(bytes, at: offset..<packet.range.upperBound) {
        case .packet(let content):
            if content.transport == UDPDatagram.protocolNumber, packet.link.isRefused(in: bytes, at: packet.range) {
                receiveRefused(content, in: bytes, at: packet.milliseconds)
            } else {
                receive(content, in: bytes, at: packet.milliseconds)
            }
        case .fragment: counts.fragments += 1
        case .other: counts.otherPackets += 1
        case .malformed: counts.malformedPackets += 1
        }
    }

    private mutating func receive(_ packet: InternetPacket, in bytes: Span<UInt8>, at milliseconds: Int64) {
        if packet.transport == TCPSegment.protocolNumber {
            guard let segment = TCPSegment(packet, in: bytes) else {
                counts.malformedPackets += 1
                return
            }
            let loads = connections.receive(segment, in: bytes, at: milliseconds, with: names, counting: &counts)
            for load in loads { record(load) }
        } else if packet.transport == UDPDatagram.protocolNumber {
            guard let datagram = UDPDatagram(packet, in: bytes) else {
                counts.malformedPackets += 1
                return
            }
            receive(datagram, in: bytes, at: milliseconds)
        } else {
            counts.otherPackets += 1
        }
    }

    /// Reads a packet of UDP that a gateway refused.
    private mutating func receiveRefused(_ packet: InternetPacket, in bytes: Span<UInt8>, at milliseconds: Int64) {
        guard let datagram = UDPDatagram(packet, in: bytes) else {
            counts.malformedPackets += 1
            return
        }
        switch refusedQUIC.receive(datagram, in: bytes, at: milliseconds, with: names) {
        case .notQUIC: counts.otherDatagrams += 1
        case .quic(let load):
            guard let refusal = load.flatMap(RefusedConnection.init) else { return }
            counts.refusedQUIC += 1
            if refused.count < Self.refusalLimit { refused.append(refusal) } else { counts.unreadRefusedQUIC += 1 }
        }
    }

    private mutating func receive(_ datagram: UDPDatagram, in bytes: Span<UInt8>, at milliseconds: Int64) {
        // The ports of the DNS and of multicast DNS (RFC 6762).
        guard datagram.source.port != 53, datagram.source.port != 5353 else {
            receiveDNS(bytes.bytes(in: datagram.payload))
            return
        }
        switch quic.receive(datagram, in: bytes, at: milliseconds, with: names) {
        case .notQUIC: counts.otherDatagrams += 1
        case .quic(let load): if let load { record(load) }
        }
    }

    private mutating func receiveDNS(_ message: [UInt8]) {
        guard let answer = AddressAnswer(message), let name = Host(captured: answer.name) else {
            counts.otherDatagrams += 1
            return
        }
        for address in answer.addresses.compactMap({ IPAddress(bytes: $0) }) { names.note(name, of: address) }
    }
}
