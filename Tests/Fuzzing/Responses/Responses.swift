import Harness

@testable import ForwardProxy

@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let ways = Cuts.ways(bytes).map(Reading.init)
    for way in ways {
        claim(way.outcome == ways[0].outcome, "\(way.outcome) in pieces, \(ways[0].outcome) at once")
        claim(way.heads.map(\.fields.bytes) == ways[0].heads.map(\.fields.bytes), "other heads in pieces")
    }
    for head in ways[0].heads {
        claim((100...599).contains(head.status), "the status \(head.status)")
        for version in [HTTPVersion.http1_0, .http1_1] {
            head.survivesForwarding(ResponseHead.Delivery(clientVersion: version, closes: false))
            head.survivesForwarding(ResponseHead.Delivery(clientVersion: version, closes: true, dropsLength: true))
        }
    }
    return 0
}

/// Up to four successive heads, and the outcome after them.
private struct Reading {
    enum Outcome: Equatable {
        case wantsMore
        case leaves([UInt8])
        case refuses
    }

    var heads: [ResponseHead] = []
    var outcome = Outcome.wantsMore

    init(_ pieces: [ArraySlice<UInt8>]) {
        var parser = ResponseParser(limits: Limits())
        do throws(UpstreamError) {
            for (index, piece) in pieces.enumerated() {
                var input = piece
                while heads.count < 4, !input.isEmpty {
                    guard let head = try parser.consume(&input) else { break }
                    heads.append(head)
                }
                guard heads.count < 4 else {
                    outcome = .leaves(Array(input) + pieces[(index + 1)...].joined())
                    return
                }
            }
        } catch {
            outcome = .refuses
        }
    }
}

extension ResponseHead {
    /// Claims that the forwarded head is one response with the same framing.
    fileprivate func survivesForwarding(_ delivery: Delivery) {
        var limits = Limits()
        limits.head *= 2
        limits.startLine *= 2
        limits.fieldCount += 3
        var parser = ResponseParser(limits: limits)
        let forwarded = forwarded(delivery)
        var input = forwarded[...]
        guard let head = try? parser.consume(&input), input.isEmpty else {
            return claim(false, "what is forwarded is no response: \(forwarded[...].text.debugDescription)")
        }
        let isSame = head.statusText.dropFirst(4).elementsEqual(statusText.dropFirst(4))
        claim(head.status == status && isSame, "another status is forwarded")
        if !isInterim { claim(head.options.close == delivery.closes, "Connection does not say whether it closes") }
        for index in 0..<head.fields.count {
            switch head.fields.known(at: index) {
            case .proxyConnection?, .keepAlive?, .te?, .http2Settings?, .proxyAuthorization?, .proxyAuthenticate?,
                .proxyAuthenticationInfo?:
                claim(false, "a field of one hop is forwarded")
            case _: continue
            }
        }
        for isHead in [false, true] {
            guard let framing = framing(isHead), let delivered = head.framing(isHead) else {
                claim(framing(isHead) == nil || delivery.clientVersion == .http1_0, "the framing becomes ambiguous")
                continue
            }
            let isDechunked = framing == .chunked && delivery.clientVersion == .http1_0
            if delivery.dropsLength {
                claim(delivered == .none || delivered == .untilClose, "a length is left")
            } else {
                claim(delivered == (isDechunked ? .untilClose : framing), "\(framing) becomes \(delivered)")
            }
        }
    }

    private func framing(_ isHead: Bool) -> BodyFraming? {
        try? BodyFraming(response: fields, version: version, status: status, isHead: isHead)
    }
}
