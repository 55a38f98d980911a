import Events
import Foundation
import InternetNames
import TLSMessages
import TransportSecurity
import Testing

@testable import Captures

/// Tests of whole captures of packets: the events that are written, and the counts.
///
/// `PacketFile.add` writes a segment of TCP at a sequence number. The flags are 1 for FIN and 2 for SYN.
struct CaptureTests {
    private static let request = Array(
        "GET /a/b?secret=1 HTTP/1.1\r\nHost: plain.example\r\nUser-Agent: MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0\r\n\r\n"
            .utf8)

    @Test(arguments: [false, true], [false, true])
    func aRequestIsALoad(isBigEndian: Bool, hasNanoseconds: Bool) throws {
        var file = PacketFile(isBigEndian: isBigEndian, hasNanoseconds: hasNanoseconds)
        Self.addConnection(to: &file, Self.request)
        let (events, counts) = try Self.read(file.bytes)
        let decision = try #require(events.decisions.first)
        #expect(events.decisions.count == 1 && counts.loads == 1 && counts.fault == nil)
        #expect(decision.scheme == .http)
        #expect(decision.host == Host("plain.example"))
        #expect(decision.port == 80)
        #expect(decision.path == "/a/b")
        #expect(decision.app?.name == "MyApp")
        #expect(decision.time == Instant(seconds: 1_700_000_000))
        #expect(String(decoding: events.text, as: UTF8.self).contains("secret") == false)
        let closed = try #require(events.ends.first)
        #expect(closed.id == decision.id && closed.kind == decision.kind)
        #expect(closed.bytesFromClient == Int64(Self.request.count))
        #expect(closed.bytesFromServer == 4)
    }

    /// The pieces in which a file is read make no difference.
    @Test(arguments: [1, 3, 17, 1000])
    func piecesOfAnySizeAreRead(size: Int) throws {
        var file = PacketFile()
        Self.addConnection(to: &file, Self.request)
        let whole = try Self.read(file.bytes)
        let pieces = try Self.read(file.bytes, inPiecesOf: size)
        #expect(whole.events.text == pieces.events.text)
        #expect(whole.counts == pieces.counts)
    }

    @Test func aCutFileIsUsedAsFarAsItGoes() throws {
        var file = PacketFile()
        Self.addConnection(to: &file, Self.request)
        for count in 0..<file.bytes.count {
            let (events, counts) = try Self.read(Array(file.bytes[..<count]))
            let isBetweenPackets = count == 0 || count == 24 || file.ends.contains(count)
            #expect((counts.fault == nil) == isBetweenPackets)
            #expect(events.decisions.count == (count < file.ends[3] ? 0 : 1))
        }
    }

    @Test func namesOfTheDNSNameAddresses() throws {
        var file = PacketFile()
        let name: [UInt8] = [5] + Array("named".utf8) + [7] + Array("example".utf8) + [0]
        let answer =
            [0, 9, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + name + [0, 1, 0, 1, 0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4]
        file.addDatagram(answer + PacketFile.server, fromClient: false, ports: [53, 40_000])
        Self.addConnection(to: &file, Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        let (events, _) = try Self.read(file.bytes)
        #expect(events.decisions.map(\.host) == [Host("named.example")])
        #expect(events.decisions.map(\.scheme) == [.http])
    }

    /// Some programs ask for international names in UTF-8. Bytes that are not UTF-8 name no host.
    @Test(
        arguments: [
            (Array("m\u{FC}nchen".utf8), "xn--mnchen-3ya.example"), ([0x6D, 0xFC, 0x6E], nil), ([0xFF, 0xFE], nil),
            (Array("\u{1F600}".utf8), "xn--e28h.example"), (Array("\u{FFFD}".utf8), nil),
        ] as [([UInt8], String?)])
    func namesBeyondASCIIAreRead(label: [UInt8], expected: String?) throws {
        let name = [UInt8(label.count)] + label + [7] + Array("example".utf8) + [0]
        var file = PacketFile()
        let answer =
            [0, 9, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + name + [0, 1, 0, 1, 0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4]
        file.addDatagram(answer + PacketFile.server, fromClient: false, ports: [53, 40_000])
        Self.addConnection(to: &file, Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        let host = expected.flatMap { Host($0) } ?? IPAddress(bytes: PacketFile.server).map(Host.address)
        #expect(try Self.read(file.bytes).events.decisions.map(\.host) == [host])
        let inHello = ByteString((label + Array(".example".utf8))[...])
        #expect(Host(captured: inHello) == expected.flatMap { Host($0) })
    }

    @Test func anAddressWithSeveralNamesHasNone() {
        var names = AddressNames()
        let address = IPAddress.v6(high: 1, low: 2)
        if let first = Host("a.example"), let second = Host("b.example") {
            names.note(first, of: address)
            names.note(first, of: address)
            #expect(names[address] == first)
            names.note(second, of: address)
        }
        #expect(names[address] == nil)
        #expect(names[IPAddress.v6(high: 1, low: 3)] == nil)
    }

    @Test func aConnectionThatBeganBeforeIsCounted() throws {
        var file = PacketFile()
        file.add([23, 3, 3, 0, 1, 7], fromClient: true, at: 77, acknowledging: 5)
        file.add([23, 3, 3, 0, 1, 7], fromClient: true, at: 83, acknowledging: 5)
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.isEmpty)
        #expect(counts.cutConnections == 1)
    }

    @Test func lostBytesOfARequestAreCounted() throws {
        var file = PacketFile()
        file.add([], fromClient: true, to: 80, at: 99, flags: 2)
        file.add(Array("GET / ".utf8), fromClient: true, to: 80, at: 100, acknowledging: 1)
        file.add(Array("Host: a\r\n\r\n".utf8), fromClient: true, to: 80, at: 200, acknowledging: 1)
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.isEmpty)
        #expect(counts.connectionsWithGaps == 1)
    }

    @Test func lostBytesAtTheEndAreCounted() throws {
        var file = PacketFile()
        file.add([], fromClient: true, to: 80, at: 99, flags: 2)
        file.add(Array("GET / ".utf8), fromClient: true, to: 80, at: 100, acknowledging: 1)
        // The server has received more bytes than were captured.
        file.add([], fromClient: false, to: 80, at: 1, acknowledging: 150)
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.isEmpty)
        #expect(counts.connectionsWithGaps == 1)
    }

    @Test func aKeepAliveSegmentIsNotALostByte() throws {
        var file = PacketFile()
        let end = UInt32(100 + Self.request.count)
        file.add([], fromClient: true, to: 80, at: 99, flags: 2)
        file.add(Self.request, fromClient: true, to: 80, at: 100, acknowledging: 1)
        file.add([0], fromClient: true, to: 80, at: end - 1, acknowledging: 1)
        file.add([], fromClient: false, to: 80, at: 1, acknowledging: end)
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.count == 1)
        #expect(counts.connectionsWithGaps == 0)
    }

    @Test func aMalformedRequestBehindAnotherIsCounted() throws {
        var file = PacketFile()
        Self.addConnection(to: &file, Self.request + [1, 2, 3, 13, 10, 13, 10])
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.count == 1)
        #expect(counts.unreadHeads == 1)
    }

    @Test func aTunnelThatTheProxyRefusesHasFailed() throws {
        let head = Array("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n".utf8)
        let answer = Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8)
        let end = UInt32(100 + head.count)
        var file = PacketFile()
        file.add([], fromClient: true, to: 8080, at: 99, flags: 2)
        file.add([], fromClient: false, to: 8080, at: 499, acknowledging: 100, flags: 2)
        file.add(head, fromClient: true, to: 8080, at: 100, acknowledging: 500)
        file.add(answer, fromClient: false, to: 8080, at: 500, acknowledging: end)
        let (events, _) = try Self.read(file.bytes)
        #expect(events.decisions.map(\.host) == [Host("a.example")])
        #expect(events.decisions.map(\.decision) == [.failed])
    }

    @Test func connectionsBeyondTheLimitAreCounted() throws {
        var file = PacketFile()
        for port in 1...32_769 as ClosedRange<UInt16> { file.add([], fromClient: true, port: port, at: 99, flags: 2) }
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.isEmpty)
        #expect(counts.droppedConnections == 16_384)
    }

    @Test func aPacketOfAnUnknownInterfaceIsCounted() throws {
        let section: [UInt8] =
            [0x0A, 0x0D, 0x0D, 0x0A, 0, 0, 0, 28, 0x1A, 0x2B, 0x3C, 0x4D, 0, 1, 0, 0]
            + [UInt8](repeating: 255, count: 8) + [0, 0, 0, 28]
        let packet: [UInt8] =
            [0, 0, 0, 6, 0, 0, 0, 32, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 16) + [0, 0, 0, 32]
        let (_, counts) = try Self.read(section + packet, as: .pcapng)
        #expect(counts.packets == 1 && counts.malformedPackets == 1)
        #expect(counts.fault == nil)
    }

    @Test(arguments: [(UInt8(1), true), (101, true), (147, false)])
    func theLinkWithinPKTAPTells(inner: UInt8, isKnown: Bool) {
        let header: [UInt8] = [16, 0, 0, 0, 1, 0, 0, 0, inner, 0, 0, 0, 0, 0, 0, 0]
        header.withUnsafeBufferPointer { bytes in
            #expect(LinkType(rawValue: 258).isKnown(in: bytes.span, at: 0..<16) == isKnown)
        }
    }

    @Test func bodiesAreNotHeld() {
        let end = Endpoint(PacketAddress(high: 0, low: 1), port: 80)
        let content = ConnectionContent(from: end, to: end, named: nil)
        let moment = ConnectionContent.Moment(milliseconds: 0, bytesFromClient: 0, bytesFromServer: 0)
        func receive(_ bytes: [UInt8]) {
            bytes.withUnsafeBufferPointer { content.receive($0.span, from: .client, at: moment) }
        }
        receive(Array("POST / HTTP/1.1\r\nHost: a.example\r\nContent-".utf8))
        #expect(content.heldByteCount > 0)
        receive(Array("Length: 100000\r\n\r\n".utf8))
        for _ in 0..<5 { receive([UInt8](repeating: 7, count: 1000)) }
        #expect(content.heldByteCount == 0)
        #expect(content.kind == .requests)
    }

    @Test func aQUICInitialNamesTheServer() throws {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/rfc9001-a2", withExtension: "bin"))
        var file = PacketFile()
        file.addDatagram([UInt8](try Data(contentsOf: url)), fromClient: true, ports: [50_000, 443])
        let (events, counts) = try Self.read(file.bytes)
        #expect(events.decisions.map(\.host) == [Host("example.com")])
        #expect(events.decisions.map(\.scheme) == [.https])
        #expect(counts.unreadQUIC == 0)
    }

    /// Adds a connection in which the client sends bytes in two segments, and the server answers with `HTTP`.
    private static func addConnection(to file: inout PacketFile, _ bytes: [UInt8]) {
        file.add([], fromClient: true, to: 80, at: 99, flags: 2)
        file.add([], fromClient: false, to: 80, at: 499, acknowledging: 100, flags: 2)
        file.add(Array(bytes[..<10]), fromClient: true, to: 80, at: 100, acknowledging: 500)
        file.add(Array(bytes[10...]), fromClient: true, to: 80, at: 110, acknowledging: 500)
        let end = UInt32(100 + bytes.count)
        file.add(Array("HTTP".utf8), fromClient: false, to: 80, at: 500, acknowledging: end, flags: 1)
        file.add([], fromClient: true, to: 80, at: end, acknowledging: 505, flags: 1)
    }

    /// The events in the lines of a capture.
    struct ReadEvents {
        var text: [UInt8] = []
        var decisions: [DecisionEvent] = []
        var ends: [ClosedEvent] = []
    }

    /// Reads a capture, and returns the events of its recording.
    static func read(
        _ bytes: [UInt8], as format: CaptureFormat = .pcap, inPiecesOf size: Int = 1 << 18
    ) throws -> (events: ReadEvents, counts: CaptureCounts) {
        let written = Lines()
        var capture = Capture(format, head: Array(bytes.prefix(4096)), write: { written.bytes += $0 })
        for begin in stride(from: 0, to: bytes.count, by: size) {
            bytes[begin..<min(bytes.count, begin + size)].withUnsafeBufferPointer { capture.read($0) }
        }
        capture.finish()
        var events = ReadEvents(text: written.bytes)
        for line in written.bytes.split(separator: UInt8(ascii: "\n")) {
            switch try JSONDecoder().decode(RecordedEvent.self, from: Data(line)) {
            case .decision(let event): events.decisions.append(event)
            case .closed(let event): events.ends.append(event)
            case .facts, .lost, .policy, .trust, .service, .segment, .label, .unknown: continue
            }
        }
        return (events, capture.counts)
    }

    private final class Lines {
        var bytes: [UInt8] = []
    }
}
