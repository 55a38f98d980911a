import Harness

@testable import HTTP

@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for output in [ChunkedBody.Output.chunked, .content] {
        let ways = Cuts.ways(bytes).map { Reading($0, output) }
        for way in ways { claim(way == ways[0], "\(way) in pieces, \(ways[0]) at once") }
        claim(ways[0].written.count <= bytes.count + MessageLimits().fieldCount, "more comes out than went in")
    }
    let chunked = Reading([bytes[...]], .chunked)
    guard chunked.end == .complete else { return 0 }
    // The re-encoded body is read as the same body.
    let again = Reading([chunked.written[...]], .chunked)
    claim(again.end == .complete && again.rest.isEmpty, "what is written is no chunked body")
    claim(again.written == chunked.written, "what is written is written otherwise the second time")
    let content = Reading([bytes[...]], .content)
    claim(Reading([chunked.written[...]], .content).written == content.written, "the content changes")
    return 0
}

/// A body, its re-encoded form, and the bytes behind it.
private struct Reading: Equatable {
    enum End {
        case complete, wantsMore, malformed
    }

    var written: [UInt8] = []
    var rest: [UInt8] = []
    var end = End.wantsMore

    init(_ pieces: [ArraySlice<UInt8>], _ output: ChunkedBody.Output) {
        var body = ChunkedBody(output: output, limits: MessageLimits())
        do throws(ChunkedBody.Malformed) {
            for piece in pieces {
                var input = piece
                try body.consume(&input, into: &written)
                rest += input
            }
            end = body.isComplete ? .complete : .wantsMore
        } catch {
            (end, rest) = (.malformed, [])
        }
    }
}
