import ForwardProxy
import Harness
import InternetNames

/// The input is what an upstream proxy sends after a CONNECT.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let ways = Cuts.ways(bytes).map(Reading.init)
    for way in ways {
        claim(way.outcome == ways[0].outcome, "\(way.outcome) in pieces, \(ways[0].outcome) at once")
    }
    if case .open(let early) = ways[0].outcome {
        claim(bytes.suffix(early.count).elementsEqual(early), "the server's first bytes are others")
    }
    return 0
}

/// The outcome of one way in which the input comes.
private struct Reading {
    enum Outcome: Equatable {
        case open([UInt8])
        case failed(UpstreamProxyFailure.Reason)
    }

    var outcome = Outcome.failed(.silent)

    init(_ pieces: [ArraySlice<UInt8>]) {
        let upstreamProxy = UpstreamProxy(Authority(host: .name("proxy.example"), port: 3128))
        let destination = Authority(host: .name("a.example"), port: 443)
        var handshake = UpstreamProxyHandshake(to: destination, through: upstreamProxy, limits: Limits())
        _ = handshake.handle(.connected)
        for (index, piece) in pieces.enumerated() {
            if let end = Outcome(handshake.handle(.received(piece)), before: pieces[(index + 1)...].joined()) {
                outcome = end
                return
            }
        }
        let end = handshake.handle(.closed)
        claim(Outcome(end, before: []) == .failed(.closed), "the end of the connection leads to \(end)")
        outcome = .failed(.closed)
    }
}

extension Reading.Outcome {
    /// The outcome of a command, before the bytes that have not come yet; nil if there is none.
    fileprivate init?(_ command: UpstreamProxyHandshake.Command, before rest: some Sequence<UInt8>) {
        switch command {
        case .send, .wait: return nil
        case .open(let early): self = .open(Array(early) + rest)
        case .fail(let failure): self = .failed(failure.reason)
        }
    }
}
