import Events
import Foundation
import Recording
import Testing

/// Each event is written or counted as lost, and the count is reported if there is room for it.
@Suite struct EventLossTests {
    /// The lines that a reader of a pipe received: events, reported losses, and other lines.
    private func read(_ pipe: Pipe) throws -> (events: Int, admitted: Int, broken: Int) {
        try pipe.fileHandleForWriting.close()
        var (events, admitted, broken) = (0, 0, 0)
        for line in pipe.fileHandleForReading.readDataToEndOfFile().split(separator: 0x0A) {
            switch try? JSONDecoder().decode(RecordedEvent.self, from: Data(line)) {
            case .lost(let event): admitted += event.count
            case .unknown: events += 1
            case .decision, .closed, .facts, .policy, .trust, .service, .segment, .label, nil: broken += 1
            }
        }
        return (events, admitted, broken)
    }

    private func line(_ length: Int) -> [UInt8] {
        let start = Array("{\"event\":\"x\"".utf8)
        return start + [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - start.count - 1)) + Array("}".utf8)
    }

    @Test(arguments: [1, 30, 200, 997, 4095, 4096, 5000, 20_000])
    func countsEveryLineForAnUnreadPipe(length: Int) throws {
        let pipe = Pipe()
        let log = try EventLog(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"), warn: { _ in })
        for _ in 0..<300 { log.append(line: line(length)) }
        log.close(within: .milliseconds(1))
        log.append(line: line(length))
        let counters = log.counters
        #expect(counters.written + counters.lost == 301)
        #expect(log.loss?.count == counters.lost)
        let read = try read(pipe)
        #expect(read.events == counters.written)
        // The beginning of one line that is too long for one write.
        #expect(read.broken <= (length < Int(PIPE_BUF) ? 0 : 1))
        #expect(read.admitted == 0 || read.admitted == counters.lost - 1)
    }

    @Test func countsLinesLostDuringClosing() throws {
        let pipe = Pipe()
        let log = try EventLog(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"), capacity: 30_000,
            warn: { _ in })
        // The pipe has room for 64 of these lines, four a page, or for fewer where a write leaves a part of its last
        // page empty. The queue has room for 29.
        for _ in 0..<2 {
            for _ in 0..<20 { log.append(line: line(999)) }
            #expect(log.flush(within: .seconds(20)))
        }
        for _ in 0..<200 { log.append(line: line(999)) }
        let before = log.counters.lost
        #expect(before > 0)
        log.close(within: .zero)
        #expect(log.counters.lost > before)
        #expect(log.counters.written + log.counters.lost == 240)
        let read = try read(pipe)
        #expect(read.events == log.counters.written && read.broken == 0)
    }

    @Test func closingWritesAsMuchAsTheDestinationAccepts() throws {
        let path = NSTemporaryDirectory() + "atsproxy-" + UUID().uuidString
        defer { unlink(path) }
        let log = try EventLog(.file(path))
        for _ in 0..<1000 { log.append(line: line(1000)) }
        #expect(log.close(within: .zero))
        #expect(log.loss == nil && log.counters.written == 1000)
    }

    @Test func callsTheHandlerOnceTheLogIsClosed() async throws {
        let log = try EventLog(.file("/dev/null"))
        log.append(line: line(10))
        await withCheckedContinuation { continuation in
            log.close(within: .seconds(20)) { continuation.resume() }
        }
        #expect(log.counters.written == 1)
        await withCheckedContinuation { continuation in
            log.close(within: .zero) { continuation.resume() }
        }
    }

    @Test func aLossIsOneSentence() {
        #expect(
            EventLoss(count: 1, destination: "/a", reason: "No space left on device").description
                == "1 event could not be written to /a: No space left on device.")
        #expect(
            EventLoss(count: 2, destination: "standard output", reason: nil).description
                == "2 events could not be written to standard output: it does not take them fast enough.")
    }
}
