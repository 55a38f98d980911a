import Foundation
import InternetNames
import Testing

@testable import Captures

/// Tests of captures of the QUIC packets that `config/gateway up --count-quic` refuses and logs.
struct RefusedConnectionTests {
    /// The client's Initial packet of RFC 9001, appendix A.2, which names example.com.
    private static func initialPacket() throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/rfc9001-a2", withExtension: "bin"))
        return [UInt8](try Data(contentsOf: url))
    }

    private static func capture(_ file: PacketFile) throws -> (capture: Capture, lines: [[UInt8]]) {
        var lines: [[UInt8]] = []
        let format = try #require(CaptureFormat(beginning: Array(file.bytes.prefix(CaptureFormat.headLength))))
        var capture = Capture(format, head: file.bytes) { lines.append($0) }
        file.bytes.withUnsafeBufferPointer { capture.read($0) }
        capture.finish()
        return (capture, lines)
    }

    @Test func refusedConnectionsAreNoLoads() throws {
        var file = PacketFile(logPrefix: "atsproxy-refused")
        // The client sends its first packet again, and later begins another connection.
        for port in [50_000, 50_000, 50_001] as [UInt16] {
            file.addDatagram(try Self.initialPacket(), fromClient: true, ports: [port, 443])
        }
        let (capture, lines) = try Self.capture(file)
        #expect(lines.isEmpty && capture.counts.loads == 0 && capture.counts.fault == nil)
        #expect(capture.refused.map(\.authority.host) == [.name("example.com"), .name("example.com")])
        #expect(capture.refused.map(\.client) == [.v4(0xC000_0201), .v4(0xC000_0201)])
        #expect(capture.counts.refusedQUIC == 2 && capture.counts.unreadRefusedQUIC == 0)
        #expect(capture.counts.unreadQUIC == 0)
    }

    /// Packets that other rules of the packet filter log are captured traffic like any other.
    @Test(arguments: ["", "atsproxy-refused-not", "atsproxy"])
    func aPacketWithAnotherPrefixIsALoad(prefix: String) throws {
        var file = PacketFile(logPrefix: prefix)
        file.addDatagram(try Self.initialPacket(), fromClient: true, ports: [50_000, 443])
        let (capture, _) = try Self.capture(file)
        #expect(capture.refused.isEmpty && capture.counts.loads == 1)
    }

    @Test func packetsThatCannotBeOpenedAreCounted() throws {
        var file = PacketFile(logPrefix: "atsproxy-refused")
        var packet = try Self.initialPacket()
        packet[500] ^= 1
        file.addDatagram(packet, fromClient: true, ports: [50_000, 443])
        let (capture, _) = try Self.capture(file)
        #expect(capture.refused.isEmpty)
        #expect(capture.counts.refusedQUIC == 1 && capture.counts.unreadRefusedQUIC == 1)
    }

    /// A forged second prefix is ignored.
    @Test func theFirstPrefixCounts() {
        let refusal: [UInt8] = [20, 0, 10, 0] + Array("atsproxy-refused".utf8)
        let other: [UInt8] = [8, 0, 10, 0] + Array("open".utf8)
        for (attributes, isRefused) in [(refusal + other, true), (other + refusal, false)] {
            let bytes: [UInt8] = [2, 0, 0, 7] + attributes
            #expect(LoggedPacket(bytes.span, at: 0..<bytes.count).isRefused == isRefused)
        }
    }

    /// An attribute whose length is too small or too large ends the reading.
    @Test func malformedAttributesHideThePacket() {
        for length in [0, 3, 200] as [UInt8] {
            let bytes: [UInt8] = [2, 0, 0, 7, length, 0, 10, 0, 65, 66, 0, 0, 8, 0, 9, 0, 0x45, 0, 0, 0]
            #expect(LoggedPacket(bytes.span, at: 0..<bytes.count).begin == nil)
        }
        let whole: [UInt8] = [2, 0, 0, 7, 7, 0, 10, 0, 65, 66, 0, 0, 8, 0, 9, 0, 0x45, 0, 0, 0]
        #expect(LoggedPacket(whole.span, at: 0..<whole.count).begin == 16)
    }
}
