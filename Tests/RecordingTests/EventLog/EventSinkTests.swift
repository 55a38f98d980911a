import Foundation
import Testing
@testable import Recording

@Suite struct EventSinkTests {
    private let path = NSTemporaryDirectory() + "atsproxy-" + UUID().uuidString

    private func content() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func removesAnIncompleteLine() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = try EventSink(.file(path))
        #expect(sink.write(Array("one\ntw".utf8)[...]) == .wrote(6))
        #expect(sink.removeLast(2))
        #expect(try content() == "one\n")
        #expect(sink.write(Array("two\n".utf8)[...]) == .wrote(4))
        #expect(try content() == "one\ntwo\n")
    }

    @Test func keepsLinesOfOtherProcesses() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = try EventSink(.file(path))
        let other = try EventSink(.file(path))
        _ = sink.write(Array("tw".utf8)[...])
        _ = other.write(Array("three\n".utf8)[...])
        #expect(!sink.removeLast(2))
        #expect(!sink.removeLast(0))
        #expect(try content().hasSuffix("three\n"))
    }

    @Test func leavesNoGapAfterRemovingALine() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let sink = try EventSink(.descriptor(file.fileDescriptor, name: "standard output"))
        #expect(sink.write(Array("one\ntw".utf8)[...]) == .wrote(6))
        #expect(sink.removeLast(2))
        #expect(sink.write(Array("two\n".utf8)[...]) == .wrote(4))
        #expect(try content() == "one\ntwo\n")
    }

    /// A sink may write after its creator has closed the descriptor, whose number another file then has.
    @Test func aClosedNumberIsNotWrittenTo() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let sink = try EventSink(.descriptor(file.fileDescriptor, name: "a file"))
        #expect(sink.descriptor != file.fileDescriptor)
        try file.close()
        #expect(sink.write(Array("one\n".utf8)[...]) == .wrote(4))
        #expect(try content() == "one\n")
    }

    @Test func writesWholeLinesToAPipe() throws {
        let pipe = Pipe()
        let sink = try EventSink(.descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"))
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [0x0A]
        #expect(sink.write((line + line + line + line + line)[...]) == .wrote(4000))
        // A line longer than PIPE_BUF is split.
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 5000) + line
        #expect(sink.write(long[...]) == .wrote(Int(PIPE_BUF)))
        #expect(sink.write(long[Int(PIPE_BUF)...]) == .wrote(long.count - Int(PIPE_BUF)))
    }

    @Test func removesNothingFromAPipe() throws {
        let pipe = Pipe()
        let sink = try EventSink(.descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"))
        #expect(sink.write([1, 2][...]) == .wrote(2))
        #expect(!sink.removeLast(2))
        while case .wrote = sink.write([UInt8](repeating: 0, count: 10_000)[...]) {}
        #expect(sink.write([1][...]) == .full)
    }
}
