import EventSamples
import Events
import Foundation
import Recording
import Testing

/// A full disk, a pipe that nobody reads, and a reader that is gone neither block a caller nor lose a line unnoticed.
@Suite struct EventLogFailureTests {
    #if os(Linux)
    @Test func countsTheLossOnAFullDisk() throws {
        let warnings = LogWarnings()
        let log = try EventLog(.file("/dev/full"), retryInterval: .milliseconds(1), warn: warnings.add)
        for _ in 0..<1000 { log.append(Samples.decision) }
        #expect(!log.flush(within: .milliseconds(50)))
        #expect(!log.close(within: .milliseconds(50)))
        #expect(log.counters.lost == 1000 && log.counters.written == 0)
        // Some lines may be queued after the warning.
        let expected = #/cannot write events to /dev/full: No space left on device; waiting: [1-9]\d*\./#
        #expect(warnings.all.count == 1 && warnings.all[0].wholeMatch(of: expected) != nil, "\(warnings.all)")
    }

    /// A loss is reported at once, even if another warning came less than a minute before.
    @Test func reportsTheFirstLossAtOnce() throws {
        let warnings = LogWarnings()
        let log = try EventLog(
            .file("/dev/full"), capacity: 3000, retryInterval: .milliseconds(1), warn: warnings.add)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999)
        for _ in 0..<2 { log.append(line: line) }
        #expect(holds { warnings.all.count == 1 })
        for _ in 0..<5 { log.append(line: line) }
        #expect(holds { warnings.all.count == 2 })
        #expect(!log.close(within: .milliseconds(50)))
        let said = warnings.all.map {
            $0.replacing("cannot write events to /dev/full: No space left on device; ", with: "")
        }
        #expect(said.count == 2 && ["waiting: 1.", "waiting: 2."].contains(said[0]), "\(said)")
        let losses = try #require(said.last?.wholeMatch(of: #/waiting: [23], lost so far: ([1-4])\./#)?.1)
        #expect(Int(losses) ?? 0 >= 1)
    }
    #endif

    @Test func anUnreadPipeBlocksNoCaller() throws {
        let pipe = Pipe()
        let log = try EventLog(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"), capacity: 1 << 16,
            warn: { _ in })
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999)
        for _ in 0..<100_000 { log.append(line: line) }
        #expect(log.counters.lost > 99_000)
        #expect(!log.close(within: .milliseconds(10)))
        #expect(log.counters.written + log.counters.lost == 100_000)
    }

    @Test func reportsTheLossOnceAPipeIsReadAgain() throws {
        let pipe = Pipe()
        let log = try EventLog(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"), capacity: 20_000,
            warn: { _ in })
        for number in 0..<2000 { log.append(line: Array("{\"event\":\"n\(number)\"}".utf8) + filler) }
        let lost = log.counters.lost
        #expect(lost > 0)
        let reader = Thread {
            _ = log.close(within: .seconds(20)); try? pipe.fileHandleForWriting.close()
        }
        reader.start()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let events = try text.split(separator: "\n").map {
            try JSONDecoder().decode(RecordedEvent.self, from: Data($0.utf8))
        }
        let admitted = events.reduce(0) { sum, event in
            if case .lost(let event) = event { sum + event.count } else { sum }
        }
        #expect(admitted == lost)
        #expect(events.count(where: { if case .unknown = $0 { true } else { false } }) == 2000 - lost)
        #expect(events.first == .unknown("n0"))
    }

    /// Spaces, which JSON permits after a value.
    private let filler = [UInt8](repeating: UInt8(ascii: " "), count: 100)

    @Test func writingResumesAfterAReaderIsGone() throws {
        let pipe = Pipe()
        let warnings = LogWarnings()
        let log = try EventLog(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"), retryInterval: .milliseconds(1),
            warn: warnings.add)
        try pipe.fileHandleForReading.close()
        log.append(line: [])
        #expect(!log.close(within: .milliseconds(50)))
        #expect(log.counters.lost == 1)
        #expect(warnings.all == ["cannot write events to a pipe: Broken pipe; waiting: 1."])
    }
}
