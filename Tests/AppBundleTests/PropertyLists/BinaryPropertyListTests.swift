import Foundation
import InfoPlist
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct BinaryPropertyListTests {
    /// The value of a list; nil if it is malformed or exceeds the limits.
    private static func value(of bytes: [UInt8]) -> PropertyValue? { try? BinaryPropertyList.parsed(bytes) }

    /// A list of objects with references of one byte and offsets of four.
    private func list(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += bigEndian(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 1]
        return bytes + bigEndian(objects.count, 8) + bigEndian(Int(top), 8) + bigEndian(table, 8)
    }

    private func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    @Test(
        arguments: [
            ([0x08], .boolean(false)), ([0x09], .boolean(true)), ([0x00], .other("null")),
            ([0x10, 0xFF], .integer(255)),
            ([0x11, 0x01, 0x00], .integer(256)), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
            ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
            (
                [0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8),
                .real(0x1p64)
            ),
            ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .real(1)),
            ([0x52, 0x68, 0x69], .string("hi")), ([0x61, 0x00, 0xFC], .string("ü")),
            ([0x5F, 0x10, 0x02, 0x68, 0x69], .string("hi")), ([0x50], .string("")), ([0xA0], .array([])),
            ([0xD0], .dictionary([:])), ([0x33], .other("a date")), ([0x40], .other("data")), ([0x80], .other("a UID")),
        ] as [([UInt8], PropertyValue)])
    func readsEveryKindOfObject(object: [UInt8], value: PropertyValue) {
        #expect(Self.value(of: list([object])) == value)
    }

    @Test func readsListsWrittenByFoundation() throws {
        let value: [String: Any] = [
            "a": (0..<300).map { ["k\($0)": $0] }, "s": String(repeating: "é", count: 300), "b": true, "r": 1.5,
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        #expect(Self.value(of: [UInt8](data)) == PropertyValue(foundation: value))
    }

    @Test(
        arguments: [
            [0x01], [0x10], [0x13, 1], [0x15], [0x20, 0], [0x51], [0x5F, 0x14], [0x5F, 0x08], [0x61, 0], [0xA1],
            [0xA1, 0x07], [0xD1, 0x00], [0xD1, 0x00, 0x00], [0x70], [0xF0], [0x5F, 0x12, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func malformedObjectsAreRefused(object: [UInt8]) {
        #expect(Self.value(of: list([object])) == nil)
    }

    @Test func theInnermostFaultIsNamed() throws {
        let rows: [([UInt8], Int?)] = [
            (list([[0xA2, 0x01, 0x02], [0x09], [0x70]]), 12), (list([[0xA1, 0x07]]), 8), (list([[0x70]], top: 1), nil),
            (list([[0xD1, 0x01, 0x02], [0x09], [0x09]]), 8), (Array("bplist00".utf8), nil), ([], nil),
        ]
        for (bytes, offset) in rows {
            let error = #expect(throws: BinaryPropertyList.Malformed.self) { try BinaryPropertyList.parsed(bytes) }
            #expect(error == BinaryPropertyList.Malformed(offset: offset))
        }
    }

    @Test func cyclesAndBombsAreRefused() {
        #expect(Self.value(of: list([[0xA1, 0x00]])) == nil)
        let bomb = (1...30).map { level in [0xA8] + Array(repeating: UInt8(level), count: 8) } + [[0x09]]
        #expect(Self.value(of: list(bomb)) == nil)
        let text = [0x5F, 0x12] + bigEndian(1 << 20, 4) + Array(repeating: UInt8(ascii: "a"), count: 1 << 20)
        #expect(
            Self.value(of: list([[0xAF, 0x10, 100] + Array(repeating: 1, count: 100), text])) == nil)
    }

    @Test func survivesEveryTruncationAndEveryFlippedByte() throws {
        let value: [String: Any] = ["NSExceptionDomains": ["example.com": ["a": [1, 2.5, true], "ü": "b"]]]
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        let bytes = [UInt8](data)
        for count in bytes.indices { #expect(Self.value(of: Array(bytes.prefix(count))) == nil) }
        for index in bytes.indices {
            for byte in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] = byte
                _ = Self.value(of: damaged)
            }
        }
    }
}
