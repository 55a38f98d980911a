import TLSMessages
import TLSSamples
import Testing

@Suite struct TimestampListTests {
    typealias Bytes = TLSBytes

    private func timestamp(version: UInt8 = 0, time: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2]) -> [UInt8] {
        [version] + [UInt8](repeating: 7, count: 32) + time + Bytes.vector([9], 2) + [4, 3] + Bytes.vector([5, 6], 2)
    }

    private func list(_ timestamps: [[UInt8]]) -> [UInt8] {
        Bytes.vector(timestamps.flatMap { Bytes.vector($0, 2) }, 2)
    }

    @Test func readsEveryField() throws {
        let found = try #require(TimestampList(list([timestamp()])).timestamps.first)
        #expect(found.logID == [UInt8](repeating: 7, count: 32))
        #expect(found.milliseconds == 258)
        #expect(found.extensions == [9] && found.algorithm == 0x0403 && found.signature == [5, 6])
    }

    @Test func skipsOtherVersionsAndMalformedTimestamps() {
        let entries = [timestamp(version: 1), Array(timestamp().dropLast()), timestamp() + [0], timestamp()]
        #expect(TimestampList(list(entries)).timestamps.count == 1)
    }

    @Test func limitsTheirNumberAndTheirTime() {
        #expect(TimestampList(list(Array(repeating: timestamp(), count: 40))).timestamps.count == 32)
        let latest = TimestampList(list([timestamp(time: [UInt8](repeating: 0xFF, count: 8))])).timestamps.first
        #expect(latest?.milliseconds == 253_402_300_799_999)
    }

    @Test func isEmptyWhereItIsCutShort() {
        #expect(TimestampList([]).timestamps.isEmpty)
        #expect(TimestampList(Array(list([timestamp()]).dropLast())).timestamps.isEmpty)
    }
}
