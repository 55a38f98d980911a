import EventSamples
import Foundation
import Recording
import Testing

/// Other programs may move, remove or truncate the file of a log.
@Suite struct EventLogRotationTests {
    private let timeLimit = Duration.seconds(20)

    /// The disk has room again once a rotated file, or a segment that is compressed, is removed.
    @Test func noFileStaysOpenAfterItsEnd() throws {
        let scratch = try TemporaryDirectory()
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
        let scratch = try TemporaryDirectory()
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

    /// The ways in which another program makes the log begin a new file.
    enum Rotation: CaseIterable {
        /// The file is moved, and the proxy is asked to reopen it, as by `logrotate`.
        case move
        /// The file is removed without a request, as by a compressor.
        case removal
        /// The file is truncated, as by `copytruncate` of `logrotate`.
        case truncation
    }

    /// Each file can be judged without others. The lines that a decision refers to come before the decision, once.
    @Test(arguments: Rotation.allCases) func aNewFileHasTheFactsOfItsDecisions(rotation: Rotation) throws {
        let scratch = try TemporaryDirectory()
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
        let scratch = try TemporaryDirectory()
        let warnings = LogWarnings()
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
        let scratch = try TemporaryDirectory()
        let warnings = LogWarnings()
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
        let scratch = try TemporaryDirectory()
        let warnings = LogWarnings()
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
        let scratch = try TemporaryDirectory()
        let warnings = LogWarnings()
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
}
