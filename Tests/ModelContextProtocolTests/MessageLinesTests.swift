import Testing

@testable import ModelContextProtocol

@Suite struct MessageLinesTests {
    @Test(arguments: [1, 2, 3, 7, 1000])
    func linesAreTheSameHoweverTheyArrive(step: Int) {
        let input = Array("{\"a\":1}\r\n\n  \n{}\n0123456789ABCDEF\nlast".utf8)
        var lines = MessageLines(limit: 12)
        var found: [MessageLines.Line] = []
        for start in stride(from: 0, to: input.count, by: step) {
            found += lines.receive(Array(input[start..<min(start + step, input.count)]))
        }
        #expect(found == [.text(Array("{\"a\":1}\r".utf8)), .text(Array("{}".utf8)), .tooLong])
        #expect(lines.receive([0x0A]) == [.text(Array("last".utf8))])
    }
}
