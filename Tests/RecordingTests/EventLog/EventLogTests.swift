import EventSamples
import Events
import Foundation
import Recording
import Synchronization
import Testing
import TransportSecurity

@Suite struct EventLogTests {
    /// A directory that is removed after the test.
    private final class Scratch {
        let path: String

        init() throws {
            path = NSTemporaryDirectory() + "atsproxy-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func file(_ name: String) -> String { path + "/" + name }

        func lines(_ name: String) throws -> [String] {
            let text = try String(contentsOfFile: file(name), encoding: .utf8)
            #expect(text.isEmpty || text.hasSuffix("\n"))
            return text.split(separator: "\n").map(String.init)
        }
    }

    /// The warnings of a log.
    private final class Warnings: Sendable {
        private let sentences = Mutex<[String]>([])
        var all: [String] { sentences.withLock { $0 } }
        func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
    }

    private let timeLimit = Duration.seconds(20)

    @Test func appendsEventsToAFile() throws {
        let scratch = try Scratch()
        try "{}\n".write(toFile: scratch.file("a"), atomically: false, encoding: .utf8)
        let log = try EventLog(.file(scratch.file("a")))
        log.append(Samples.decision)
        log.append(Samples.facts)
        #expect(log.flush(within: timeLimit))
        let lines = try scratch.lines("a")
        #expect(lines.count == 3 && lines[0] == "{}")
        #expect(try JSONDecoder().decode(RecordedEvent.self, from: Data(lines[1].utf8)) == .decision(Samples.decision))
        #expect(log.close(within: timeLimit))
        log.append(Samples.facts)
        #expect(log.counters.written == 2 && log.counters.lost == 1)
        #expect(log.close(within: timeLimit))
    }

    /// Only the first and the last of these lines wake the writer.
    @Test func writesLinesThatComeWhileItPauses() throws {
        let scratch = try Scratch()
        let log = try EventLog(.file(scratch.file("a")))
        func isWritten(_ count: Int) -> Bool {
            for _ in 0..<5000 where log.counters.written < count { usleep(1000) }
            return log.counters.written == count
        }
        for count in 1...20 {
            log.append(Samples.facts)
            #expect(isWritten(count))
        }
        usleep(50_000)
        log.append(Samples.facts)
        #expect(isWritten(21))
        #expect(log.close(within: timeLimit))
    }

    @Test func writesSegmentsIntoADirectory() throws {
        let scratch = try Scratch()
        let settings = SegmentSettings(directory: scratch.file("new/"), proxy: ProxyName(ofHost: "lab-3"))
        let log = try EventLog(.segments(settings))
        #expect(log.repeatsLines && log.counters.written == 0)
        log.append(Samples.facts, as: Samples.facts.role)
        log.append(Samples.decision, as: Samples.decision.role)
        #expect(log.flush(within: timeLimit))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("new"))
        #expect(names.count == 1 && names[0].hasSuffix("Z-lab-3.jsonl"))
        let lines = try scratch.lines("new/\(names[0])")
        #expect(lines.count == 3 && lines[0].contains("\"event\":\"segment\""))
        #expect(log.close(within: timeLimit))
        log.append(Samples.facts)
        #expect(log.counters.written == 2 && log.counters.lost == 1)
        #expect(log.loss?.destination == scratch.file("new/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("new")) == [names[0] + ".gz"])
    }

    @Test func saysWhyADirectoryCannotBeWritten() {
        let settings = SegmentSettings(directory: "/nowhere/at/all/", proxy: ProxyName(ofHost: "lab-3"))
        let error = #expect(throws: EventLogError.self) { try EventLog(.segments(settings)) }
        #expect(
            error?.description == "The events cannot be written to /nowhere/at/all/: No such file or directory.")
    }

    @Test func createsAFileThatOtherUsersCannotRead() throws {
        let scratch = try Scratch()
        let log = try EventLog(.file(scratch.file("a")))
        let rights = try FileManager.default.attributesOfItem(atPath: scratch.file("a"))[.posixPermissions] as? Int
        #expect(try #require(rights) & 0o007 == 0)
        #expect(log.close(within: timeLimit))
    }

    @Test func endsAnIncompleteLineFirst() throws {
        let scratch = try Scratch()
        try "{\"half".write(toFile: scratch.file("a"), atomically: false, encoding: .utf8)
        let log = try EventLog(.file(scratch.file("a")))
        log.append(line: Array("whole".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("a") == ["{\"half", "whole"])
    }

    @Test(arguments: [("/nowhere/at/all", "No such file"), ("/", "Is a directory"), ("", "No such file")])
    func namesThePathThatCannotBeOpened(path: String, reason: String) {
        let error = #expect(throws: EventLogError.self) { try EventLog(.file(path)) }
        #expect(error?.description.contains("written to \(path): \(reason)") == true)
    }

    @Test func writesWholeLinesFromManyThreads() async throws {
        let scratch = try Scratch()
        let log = try EventLog(.file(scratch.file("a")))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<5000 {
                        log.append(
                            line: Array("\(thread) \(number) \(String(repeating: "x", count: number % 700))".utf8))
                    }
                }
            }
        }
        #expect(log.close(within: timeLimit))
        let lines = try scratch.lines("a").map { $0.split(separator: " ", omittingEmptySubsequences: false) }
        #expect(lines.count == 20_000)
        for thread in 0..<4 {
            let numbers = lines.filter { $0[0] == "\(thread)" }.map { String($0[1]) }
            #expect(numbers == (0..<5000).map(String.init))
        }
        #expect(lines.allSatisfy { $0.count == 3 && $0[2].count == (Int($0[1]) ?? 0) % 700 })
    }

    /// The disk has room again once a rotated file, or a segment that is compressed, is removed.
    @Test func noFileStaysOpenAfterItsEnd() throws {
        let scratch = try Scratch()
        let file = try EventLog(.file(scratch.file("a")))
        let segments = try EventLog(
            .segments(SegmentSettings(directory: scratch.file("s"), proxy: ProxyName(ofHost: "p"))))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("s"))
        let first = try [scratch.file("a"), scratch.file("s/\(#require(names.first))")].map {
            try #require(FileIdentity(path: $0))
        }
        let isOpen = { (identity: FileIdentity) in (0..<1024).contains { FileIdentity(descriptor: $0) == identity } }
        #expect(first.allSatisfy(isOpen))
        try FileManager.default.moveItem(atPath: scratch.file("a"), toPath: scratch.file("b"))
        for log in [file, segments] {
            log.append(Samples.facts)
            log.reopen()
            log.append(Samples.facts)
            #expect(log.flush(within: timeLimit))
        }
        #expect(holds { !first.contains(where: isOpen) })
        #expect(file.close(within: timeLimit) && segments.close(within: timeLimit))
    }

    @Test func continuesInANewFileAfterRotation() throws {
        let scratch = try Scratch()
        let log = try EventLog(.file(scratch.file("a")))
        log.append(line: Array("one".utf8))
        #expect(log.flush(within: timeLimit))
        try FileManager.default.moveItem(atPath: scratch.file("a"), toPath: scratch.file("b"))
        log.append(line: Array("two".utf8))
        log.reopen()
        log.append(line: Array("three".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("b") == ["one", "two"])
        #expect(try scratch.lines("a") == ["three"])
    }

    /// How the next file begins: as after `logrotate` with and without `copytruncate`, and after a compressor that nobody
    /// told the proxy of.
    enum Rotation: CaseIterable {
        case move, removal, truncation
    }

    /// Each file can be judged alone: what a decision refers to stands before it, once.
    @Test(arguments: Rotation.allCases) func aNewFileHasTheFactsOfItsDecisions(rotation: Rotation) throws {
        let scratch = try Scratch()
        let log = try EventLog(.file(scratch.file("a")))
        let policy = LineRole.policyOrTrust(id: "policy", replacesOthers: true)
        var decision = Samples.decision
        decision.host = Samples.facts.host
        decision.facts = Samples.facts.id
        log.append(Samples.facts, as: policy)
        log.append(Samples.facts, as: Samples.facts.role)
        log.append(decision, as: decision.role)
        #expect(log.flush(within: timeLimit))
        let first = try scratch.lines("a")
        #expect(first.count == 3)
        switch rotation {
        case .move:
            try FileManager.default.moveItem(atPath: scratch.file("a"), toPath: scratch.file("b"))
            log.reopen()
        case .removal:
            try FileManager.default.removeItem(atPath: scratch.file("a"))
        case .truncation:
            try #require(FileHandle(forWritingAtPath: scratch.file("a"))).truncate(atOffset: 0)
        }
        for _ in 0..<2 { log.append(decision, as: decision.role) }
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("a") == first + [first[2]])
        #expect(log.counters.written == 5 && log.counters.lost == 0)
    }

    @Test func keepsTheOldFileIfTheNewOneCannotBeOpened() throws {
        let scratch = try Scratch()
        let warnings = Warnings()
        try FileManager.default.createDirectory(atPath: scratch.file("d"), withIntermediateDirectories: true)
        let log = try EventLog(.file(scratch.file("d/a")), warn: warnings.add)
        try FileManager.default.moveItem(atPath: scratch.file("d"), toPath: scratch.file("e"))
        log.reopen()
        log.append(line: Array("one".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("e/a") == ["one"])
        #expect(warnings.all.count == 1)
        #expect(warnings.all.first?.contains("cannot open \(scratch.file("d/a")) anew: No such file") == true)
    }

    @Test func keepsTheOldFileIfTheNewOneIsNoRecording() throws {
        let scratch = try Scratch()
        let warnings = Warnings()
        let log = try EventLog(.file(scratch.file("a")), warn: warnings.add)
        try FileManager.default.moveItem(atPath: scratch.file("a"), toPath: scratch.file("b"))
        try Data("<plist/>\n".utf8).write(to: URL(filePath: scratch.file("a")))
        log.reopen()
        log.append(line: Array("one".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("a") == ["<plist/>"] && scratch.lines("b") == ["one"])
        let warning = "\(scratch.file("a")) is not a recording; events go on to the file that was open before"
        #expect(warnings.all.count == 1 && warnings.all.first?.hasPrefix(warning) == true)
    }

    @Test func countsTheLossIfARemovedFileCannotBeReplaced() throws {
        let scratch = try Scratch()
        let warnings = Warnings()
        try FileManager.default.createDirectory(atPath: scratch.file("d"), withIntermediateDirectories: true)
        let log = try EventLog(.file(scratch.file("d/a")), retryInterval: .milliseconds(1), warn: warnings.add)
        try FileManager.default.removeItem(atPath: scratch.file("d"))
        log.append(line: Array("one".utf8))
        #expect(!log.close(within: .milliseconds(50)))
        #expect(log.counters.lost == 1 && log.counters.written == 0)
        #expect(warnings.all.first?.contains("cannot write events to \(scratch.file("d/a")): No such file") == true)
    }

    /// Each request is answered, even shortly after another message.
    @Test func reportsEachFailureToReopen() throws {
        let scratch = try Scratch()
        let warnings = Warnings()
        try FileManager.default.createDirectory(atPath: scratch.file("d"), withIntermediateDirectories: true)
        let log = try EventLog(.file(scratch.file("d/a")), warn: warnings.add)
        try FileManager.default.moveItem(atPath: scratch.file("d"), toPath: scratch.file("e"))
        for turn in 1...3 {
            log.reopen()
            log.append(line: Array("\(turn)".utf8))
            #expect(log.flush(within: timeLimit))
            #expect(warnings.all.count == turn)
        }
        #expect(log.close(within: timeLimit))
        #expect(try scratch.lines("e/a") == ["1", "2", "3"])
        #expect(log.counters.lost == 0)
    }

    #if os(Linux)
    /// As `/dev/stdout` where it is a temporary file: what the path leads to has no name either.
    @Test func writesToAFileThatNeverHadAName() throws {
        let scratch = try Scratch()
        #expect(FileManager.default.createFile(atPath: scratch.file("a"), contents: nil))
        let file = try #require(FileHandle(forReadingAtPath: scratch.file("a")))
        try FileManager.default.removeItem(atPath: scratch.file("a"))
        let log = try EventLog(.file("/proc/self/fd/\(file.fileDescriptor)"))
        log.append(line: Array("one".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try file.readToEnd() == Data("one\n".utf8))
    }

    @Test func countsTheLossOnAFullDisk() throws {
        let warnings = Warnings()
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
        let warnings = Warnings()
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

    /// Whether the condition becomes true before the time limit.
    private func holds(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + timeLimit
        while !condition() {
            guard .now < end else { return false }
            Thread.sleep(forTimeInterval: 0.001)
        }
        return true
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
        let warnings = Warnings()
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
