import Foundation
import Testing
@testable import Recordings

@Suite struct RecordingFileTests {
    /// A process that shares its standard input may have made it non-blocking.
    @Test func whatIsNotThereYetIsWaitedFor() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9)
        let copy = try folder.write("copy.jsonl", text)
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "sleep 0.1; head -c 700 \"$0\"; sleep 0.1; tail -c +701 \"$0\"", copy]
        writer.standardOutput = pipe
        try writer.run()
        try pipe.fileHandleForWriting.close()
        let file = RecordingFile(descriptor, named: "a pipe")
        var content: [UInt8] = []
        while try file.read({ content += $0 }) {}
        writer.waitUntilExit()
        #expect(String(decoding: content, as: UTF8.self) == text)
    }

    @Test func aDescriptorThatCannotBeReadIsNamed() {
        let file = RecordingFile(-1, named: "a pipe")
        #expect(throws: RecordingFileError(name: "a pipe", reason: "Bad file descriptor")) { try file.read { _ in } }
    }
}
