import EventSamples
import Events
import Foundation
import Recording
import Testing
import TransportSecurity

@Suite struct EventLogTests {
    private let timeLimit = Duration.seconds(20)

    @Test func appendsEventsToAFile() throws {
        let scratch = try TemporaryDirectory()
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
        #expect(!log.close(within: timeLimit))
    }

    /// Only the first and the last of these lines wake the writer.
    @Test func writesLinesThatComeWhileItPauses() throws {
        let scratch = try TemporaryDirectory()
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
        let scratch = try TemporaryDirectory()
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
        let scratch = try TemporaryDirectory()
        let log = try EventLog(.file(scratch.file("a")))
        let rights = try FileManager.default.attributesOfItem(atPath: scratch.file("a"))[.posixPermissions] as? Int
        #expect(try #require(rights) & 0o007 == 0)
        #expect(log.close(within: timeLimit))
    }

    @Test func endsAnIncompleteLineFirst() throws {
        let scratch = try TemporaryDirectory()
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
        let scratch = try TemporaryDirectory()
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

    #if os(Linux)
    /// A path may lead to a file without a name, as `/dev/stdout` does if standard output is a temporary file.
    @Test func writesToAFileThatNeverHadAName() throws {
        let scratch = try TemporaryDirectory()
        #expect(FileManager.default.createFile(atPath: scratch.file("a"), contents: nil))
        let file = try #require(FileHandle(forReadingAtPath: scratch.file("a")))
        try FileManager.default.removeItem(atPath: scratch.file("a"))
        let log = try EventLog(.file("/proc/self/fd/\(file.fileDescriptor)"))
        log.append(line: Array("one".utf8))
        #expect(log.close(within: timeLimit))
        #expect(try file.readToEnd() == Data("one\n".utf8))
    }
    #endif
}
