import Harness
import HTTP

/// The input is what a server sends for a file that the proxy fetches for itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let ways = Cuts.ways(bytes).map(outcome)
    for way in ways {
        // What is wrong first may depend on the pieces; whether there is a body, and which, may not.
        claim(body(of: way) == body(of: ways[0]), "\(way) in pieces, \(ways[0]) at once")
    }
    if let body = body(of: ways[0]) { claim(body.count <= limit, "a body above the limit") }
    return 0
}

private let limit = 1000

private func outcome(of pieces: [ArraySlice<UInt8>]) -> WholeResponse.State {
    var response = WholeResponse(limit: limit)
    for piece in pieces {
        let state = response.receive(Array(piece))
        if state != .wantsMore { return state }
    }
    let end = response.finish()
    claim(end != .wantsMore, "more is wanted after the end")
    return end
}

private func body(of state: WholeResponse.State) -> [UInt8]? {
    if case .body(let bytes) = state { bytes } else { nil }
}
