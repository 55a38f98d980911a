import Testing

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if os(Linux)
@Suite struct EventLoopTests {
    /// Closes the polling descriptor of a loop, which is found by a pipe that only this loop waits for.
    @Test func aLoopThatCannotWaitEndsWithAnError() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let event = DescriptorEvent(loop, ends[0], .readable) { loop.stop() }
        event.enable()
        _ = write(ends[1], "!", 1)
        #expect(loop.run() == nil)
        let polling = (3..<1024).first { descriptor in
            guard let file = fopen("/proc/self/fdinfo/\(descriptor)", "r") else { return false }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, 256, file) != nil {
                let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                    .split(whereSeparator: \.isWhitespace)
                if words.first == "tfd:", words.dropFirst().first == "\(ends[0])" { return true }
            }
            return false
        }
        // Another file replaces it, so that a concurrent test does not get its number.
        let file = open("/dev/null", O_RDONLY)
        #expect(dup2(file, Int32(try #require(polling))) >= 0)
        close(file)
        #expect(loop.run() != nil)
    }
}
#endif
