import Foundation
import OpenSSL
import TLSMessages
import Testing

@testable import Captures

struct QUICTests {
    /// The client's Initial packets of RFC 9001, appendix A.2, and the same with the keys of RFC 9369, appendix A.1.
    @Test(arguments: ["rfc9001-a2", "rfc9369-a2"])
    func theClientsInitialPacketIsOpened(name: String) throws {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "bin"))
        let bytes = [UInt8](try Data(contentsOf: url))
        guard case .initial(let packet, let length) = InitialPacket.read(bytes, at: 0) else {
            Issue.record("no Initial packet")
            return
        }
        #expect(length == 1200)
        let protection = try #require(packet.ownProtection)
        let frames = try #require(packet.frames(by: protection))
        #expect(frames.count == 1162)
        var stream = CryptoStream()
        stream.read(frames)
        #expect(stream.clientHello?.serverName?.text == "example.com")
        // Each changed byte is found by the tag.
        for index in stride(from: 20, to: 1200, by: 97) {
            var changed = bytes
            changed[index] ^= 1
            guard case .initial(let other, _) = InitialPacket.read(changed, at: 0) else { continue }
            #expect(other.frames(by: protection) == nil)
        }
    }

    /// RFC 9001, appendix A.1 and A.2; RFC 9369, appendix A.2.
    @Test func theHeaderMasksAreThoseOfTheRFCs() throws {
        let connectionID: [UInt8] = [0x83, 0x94, 0xC8, 0xF0, 0x3E, 0x51, 0x57, 0x08]
        func mask(_ version: QUICVersion, sample: [UInt8]) throws -> [UInt8] {
            let protection = try #require(
                InitialProtection(
                    salt: version.salt, connectionID: connectionID, side: "client in", prefix: version.labelPrefix))
            return Array(try #require(protection.headerMask(sample: sample)).prefix(5))
        }
        let first: [UInt8] = [
            0xD1, 0xB1, 0xC9, 0x8D, 0xD7, 0x68, 0x9F, 0xB8, 0xEC, 0x11, 0xD2, 0x42, 0xB1, 0x23, 0xDC, 0x9B,
        ]
        #expect(try mask(.v1, sample: first) == [0x43, 0x7B, 0x9A, 0xEC, 0x36])
        let second: [UInt8] = [
            0xFF, 0xE6, 0x7B, 0x6A, 0xBC, 0xDB, 0x42, 0x98, 0xB4, 0x85, 0xDD, 0x04, 0xDE, 0x80, 0x60, 0x71,
        ]
        #expect(try mask(.v2, sample: second) == [0x94, 0xA0, 0xC9, 0x5E, 0x80])
    }

    @Test func framesOfAHelloComeInAnyOrder() {
        let hello: [UInt8] = [1, 0, 0, 4, 9, 9, 9, 9]
        func frame(_ range: Range<Int>) -> [UInt8] { [6, UInt8(range.lowerBound), UInt8(range.count)] + hello[range] }
        var stream = CryptoStream()
        stream.read(frame(5..<8) + [0, 0, 1])
        stream.read([2, 0, 0, 0, 0] + frame(2..<6))
        #expect(stream.clientHello == nil)
        stream.read(frame(0..<3))
        // The message is whole now, and its content is no hello.
        #expect(HandshakeMessage(hello)?.type == .clientHello)
        #expect(stream.clientHello == nil)
    }
}
