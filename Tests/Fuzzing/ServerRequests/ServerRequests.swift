import Harness
import InternetNames
import Metrics

@testable import HTTP

/// The first two bytes of the input are the limits of a head and of a body, the others come from the client.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let limits = ReadingLimits(head: 32 + 8 * Int(choices.byte()), body: Int(choices.byte()))
    let bytes = Array(choices.remainder())
    let whole = Reading.samePieceByPiece(bytes, limits)
    for request in whole.requests {
        request.isOneReadingOnly(limits)
        request.isReadAgainAlike(limits)
        request.hasOneList(of: "accept")
    }
    if case .refuses(let fault) = whole.outcome { fault.isToldHarmlessly(limits) }
    whole.hasExactBodyLimits(bytes, limits)
    return 0
}

extension Reading {
    /// The reading of the bytes at once, after the claim that it is the same in any pieces.
    static func samePieceByPiece(_ bytes: [UInt8], _ limits: ReadingLimits) -> Reading {
        let ways = Cuts.ways(bytes).map { Reading($0, limits) }
        for way in ways { claim(way == ways[0], "\(way) in pieces, \(ways[0]) at once") }
        return ways[0]
    }

    /// Claims that the longest body passes under a limit of its length, and is refused under the next smaller one.
    fileprivate func hasExactBodyLimits(_ bytes: [UInt8], _ limits: ReadingLimits) {
        guard let longest = requests.map(\.body.count).max(), longest > 0 else { return }
        var limits = limits
        limits.body = longest
        claim(Reading.samePieceByPiece(bytes, limits).requests == requests, "a body of the largest length is refused")
        limits.body = longest - 1
        let refused = Reading.samePieceByPiece(bytes, limits)
        claim(
            refused.outcome == .refuses(.bodyTooLarge(limit: longest - 1)),
            "a body of \(longest) bytes under a limit of \(longest - 1): \(refused.outcome)")
        claim(refused.requests == Array(requests.prefix { $0.body.count < longest }), "other requests come before it")
    }
}

extension ServerRequestReader.Fault {
    /// Claims that the reason is safe to show, and names the limit that was given.
    fileprivate func isToldHarmlessly(_ limits: ReadingLimits) {
        switch self {
        case .malformed(let error): claimHarmless(error.message, "the message of \(error)")
        case .bodyTooLarge(let limit): claim(limit == limits.body, "a limit of \(limit)")
        case .notAPath: break
        }
    }
}

extension ReadRequest {
    /// Claims that the parts cannot be read in another way by whoever routes the request.
    fileprivate func isOneReadingOnly(_ limits: ReadingLimits) {
        claim(path.first == "/", "the path \(path.debugDescription)")
        claim(!path.contains { $0 == "?" || $0 == "#" } && query?.contains("#") != true, "a target in other parts")
        claim(
            (method + path + (query ?? "")).utf8.allSatisfy { (0x21..<0x7F).contains($0) },
            "a space or a control character in the request line")
        claim(body.count <= limits.body, "a body of \(body.count) bytes")
        claim(isHead == (method == "HEAD"), "HEAD is another method")
        let hosts = fields.filter { $0.name == "host" }
        claim(hosts.count <= 1, "several Hosts")
        claim(hosts.first?.value.isEmpty == false || authority == nil, "an authority without a Host")
        let framings = fields.filter { ReadRequest.framingNames.contains($0.name) }
        claim(framings.count <= 1, "two framings")
        claim(framings.count == 1 || body.isEmpty, "a body without a framing")
        claim(fields.count <= 100, "\(fields.count) fields")
    }

    /// Claims that the format of metrics is the same whether a list is in one field or in several (RFC 9110 §5.3).
    fileprivate func hasOneList(of name: String) {
        let values = fields.filter { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
        claim(
            MetricsFormat.preferred(accepting: values)
                == MetricsFormat.preferred(accepting: [values.joined(separator: ",")]),
            "another format for \(values) in one field")
    }

    /// Claims that the request, written anew with the length of its body, is the same request.
    fileprivate func isReadAgainAlike(_ limits: ReadingLimits) {
        // Names and values are written with one space between them, which makes a head longer.
        let larger = ReadingLimits(head: limits.head * 2 + 64, body: limits.body)
        let again = Reading([bytes[...]], larger)
        claim(again.outcome == .waits(forBody: false, isEmpty: true), "what is accepted is refused: \(again.outcome)")
        claim(again.requests.count == 1, "\(again.requests.count) requests out of one")
        claim(again.requests.first?.withoutFraming == withoutFraming, "another request: \(again.requests)")
    }
}
