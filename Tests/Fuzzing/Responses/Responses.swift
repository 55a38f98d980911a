import Harness

@testable import ForwardProxy
@testable import HTTP

@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let strict = reading(bytes, by: .strict)
    let lenient = reading(bytes, by: .lenient)
    // What a strict reader accepts, a lenient one reads in the same way and does not mend.
    for (head, same) in zip(strict.heads, lenient.heads) where head.framing(false, by: .strict) != nil {
        claim(!same.isMended && head.status == same.status, "what is correct is mended")
        claim(head.fields.bytes == same.fields.bytes, "what is correct is read otherwise")
    }
    claim(lenient.heads.count >= strict.heads.count, "the lenient reader accepts less")
    return 0
}

/// Reads the bytes by a grammar, in all ways to cut them, and claims that each head survives that it is forwarded.
private func reading(_ bytes: [UInt8], by grammar: ResponseGrammar) -> Reading {
    let ways = Cuts.ways(bytes).map { Reading($0, by: grammar) }
    for way in ways {
        claim(way.outcome == ways[0].outcome, "\(way.outcome) in pieces, \(ways[0].outcome) at once")
        claim(way.heads.map(\.fields.bytes) == ways[0].heads.map(\.fields.bytes), "other heads in pieces")
    }
    for head in ways[0].heads {
        claim((100...(grammar == .strict ? 599 : 999)).contains(head.status), "the status \(head.status)")
        for version in [HTTPVersion.http1_0, .http1_1] {
            head.survivesForwarding(ResponseHead.Delivery(clientVersion: version, closes: false), by: grammar)
            head.survivesForwarding(
                ResponseHead.Delivery(clientVersion: version, closes: true, dropsLength: true), by: grammar)
        }
    }
    return ways[0]
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

    init(_ pieces: [ArraySlice<UInt8>], by grammar: ResponseGrammar) {
        var parser = ResponseParser(limits: MessageLimits(), grammar)
        do throws(MalformedResponse) {
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
    /// Claims that a strict reader takes the forwarded head for one response with the same framing.
    fileprivate func survivesForwarding(_ delivery: Delivery, by grammar: ResponseGrammar) {
        var limits = MessageLimits()
        limits.head *= 2
        limits.startLine *= 2
        limits.fieldCount += 3
        var parser = ResponseParser(limits: limits)
        var forwarded = forwarded(delivery)
        // A strict reader knows no status code above 599, which clients take for 5xx (RFC 9110 §15).
        if status > 599 { forwarded[9] = UInt8(ascii: "5") }
        var input = forwarded[...]
        guard let head = try? parser.consume(&input), input.isEmpty else {
            return claim(false, "what is forwarded is no response: \(forwarded[...].text.debugDescription)")
        }
        let isSame = head.statusText.dropFirst(4).elementsEqual(statusText.dropFirst(4))
        claim((head.status == status || status > 599) && isSame, "another status is forwarded")
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
            guard let framing = framing(isHead, by: grammar), let delivered = head.framing(isHead, by: .strict) else {
                let isRefused = framing(isHead, by: grammar) == nil || isEncodedAlone
                claim(isRefused || delivery.clientVersion == .http1_0, "the framing becomes ambiguous")
                continue
            }
            // The proxy refuses a coded body for a client that knows no transfer codings.
            if framing == .encodedChunked, delivery.clientVersion == .http1_0 { continue }
            let isDechunked = framing == .chunked && delivery.clientVersion == .http1_0
            if delivery.dropsLength {
                claim(delivered == .none || delivered == .untilClose, "a length is left")
            } else {
                claim(delivered == (isDechunked ? .untilClose : framing), "\(framing) becomes \(delivered)")
            }
        }
    }

    /// Whether the last coding is not `chunked`, so that the connection ends the body; a strict reader refuses it.
    private var isEncodedAlone: Bool {
        hasTransferCodings && framing(false, by: .lenient) == .untilClose
    }

    fileprivate func framing(_ isHead: Bool, by grammar: ResponseGrammar) -> BodyFraming? {
        try? BodyFraming(response: fields, version: version, status: status, isHead: isHead, by: grammar)
    }
}
