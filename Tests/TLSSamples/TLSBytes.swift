import TLSMessages

/// Bytes of TLS written by hand, piece by piece.
package enum TLSBytes {
    package static func record(_ type: UInt8, _ content: [UInt8], version: UInt16 = 0x0303) -> [UInt8] {
        [type] + uint16(version) + uint16(UInt16(content.count)) + content
    }

    package static func handshake(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type] + vector(body, 3)
    }

    package static func vector(_ content: [UInt8], _ lengthBytes: Int) -> [UInt8] {
        (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    }

    package static func uint16(_ value: UInt16) -> [UInt8] {
        [UInt8(value >> 8), UInt8(value & 0xFF)]
    }

    package static func extended(_ type: UInt16, _ content: [UInt8]) -> [UInt8] {
        uint16(type) + vector(content, 2)
    }

    /// The body of a ClientHello of one suite with these extensions, by default with a session to resume.
    package static func clientHello(
        version: UInt16 = 0x0303, session: [UInt8] = Array(repeating: 5, count: 32), _ extensions: [[UInt8]]? = []
    ) -> [UInt8] {
        let fixed =
            uint16(version) + [UInt8](repeating: 7, count: 32) + vector(session, 1) + [0, 2, 0xC0, 0x2F] + [1, 0]
        return fixed + (extensions.map { vector($0.flatMap { $0 }, 2) } ?? [])
    }

    /// The body of a ServerHello with these extensions.
    package static func serverHello(
        version: UInt16 = 0x0303, suite: UInt16 = 0xC02F, random: [UInt8] = Array(repeating: 9, count: 32),
        session: [UInt8] = [], _ extensions: [[UInt8]] = []
    ) -> [UInt8] {
        uint16(version) + random + vector(session, 1) + uint16(suite) + [0] + vector(extensions.flatMap { $0 }, 2)
    }

    package static let helloRetryRequestRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    package static let client = record(22, handshake(1, clientHello()), version: 0x0301)
    package static let server12 = record(22, handshake(2, serverHello()))
    /// A ServerHello that repeats the session of `client`.
    package static let resuming12 = record(22, handshake(2, serverHello(session: Array(repeating: 5, count: 32))))
    package static let certificate = record(22, handshake(11, vector(vector([1, 2, 3], 3) + vector([4, 5], 3), 3)))
    package static let done = record(22, handshake(14, []))
    package static let clientKeyExchange = record(22, handshake(16, [3, 1, 2, 3]))
    package static let changeCipherSpec = record(20, [1])
    package static let finished12 = record(22, [UInt8](repeating: 0xEE, count: 40))
    package static let data = record(23, [UInt8](repeating: 0xDD, count: 30))
    /// A HelloRetryRequest that asks for P-384.
    package static let helloRetryRequest = record(
        22,
        handshake(
            2,
            serverHello(
                suite: 0x1301, random: helloRetryRequestRandom, [extended(43, [3, 4]), extended(51, [0, 24])])))
    package static let server13 = record(
        22, handshake(2, serverHello(suite: 0x1301, [extended(43, [3, 4]), extended(51, [0, 29] + vector([1], 2))])))

    package static func ciphertext(_ count: Int) -> [UInt8] {
        record(23, [UInt8](repeating: 0xCC, count: count))
    }

    package static func alert(_ level: UInt8, _ description: UInt8) -> [UInt8] {
        record(21, [level, description])
    }

    // MARK: - Whole conversations

    package static let full12: Script = [
        (.client, client), (.server, server12 + certificate + done),
        (.client, clientKeyExchange + changeCipherSpec + finished12),
        (.server, changeCipherSpec + finished12), (.client, data), (.server, data),
    ]
    package static let full13: Script = [
        (.client, client), (.server, server13 + changeCipherSpec + ciphertext(900)),
        (.client, changeCipherSpec + ciphertext(53)),
    ]

    /// A server's key exchange, cut into records of one byte each so that it takes more than may be held back.
    package static let longFlight = [UInt8](repeating: 0, count: 40_000).reduce(
        into: record(22, [12, 0, 0x9C, 0x40])
    ) { bytes, byte in bytes += [22, 3, 3, 0, 1, byte] }
}
