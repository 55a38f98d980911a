import Harness
import InternetNames
import TransportSecurity

@testable import ForwardProxy
@testable import HTTP

@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let ways = Cuts.ways(bytes).map(Reading.init)
    for way in ways {
        claim(way.outcome == ways[0].outcome, "\(way.outcome) in pieces, \(ways[0].outcome) at once")
        claim(way.heads.map(\.fields.bytes) == ways[0].heads.map(\.fields.bytes), "other heads in pieces")
    }
    for head in ways[0].heads {
        head.isOneReadingOnly()
        head.bringsNothingHarmful()
        if case .absolute(let target) = head.target { head.surviveForwarding(to: target) }
    }
    return 0
}

/// Up to four successive heads, and the outcome after them.
private struct Reading {
    enum Outcome: Equatable {
        case wantsMore
        case leaves([UInt8])
        case refuses(status: UInt16)
    }

    var heads: [RequestHead] = []
    var outcome = Outcome.wantsMore

    init(_ pieces: [ArraySlice<UInt8>]) {
        var parser = RequestParser(limits: MessageLimits())
        do throws(RequestError) {
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
            claimHarmless(error.message, "the message of \(error)")
            outcome = .refuses(status: error.status)
        }
    }
}

extension RequestHead {
    private var text: [UInt8] { fields.bytes }

    /// Claims that a naive parser, which only splits lines, finds the same end and the same fields.
    fileprivate func isOneReadingOnly() {
        claim(
            text.count <= MessageLimits().head && fields.count <= MessageLimits().fieldCount, "a head beyond the limits"
        )
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(2)
        claim(lines.allSatisfy { $0.last == 0x0D && !$0.dropLast().contains(0x0D) }, "a line that does not end in CRLF")
        claim(text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }, "a control character")
        let named = lines.dropFirst().map { $0.prefix { $0 != UInt8(ascii: ":") }.map(\.lowercased) }
        claim(named.count == fields.count, "\(named.count) lines, \(fields.count) fields")
        claim(named.filter { $0.elementsEqual("host".utf8) }.count <= 1, "several Hosts")
        let lengths = named.filter { $0.elementsEqual("content-length".utf8) }.count
        let codings = named.filter { $0.elementsEqual("transfer-encoding".utf8) }.count
        claim(lengths + codings <= 1, "two framings")
        switch framing {
        case .none: claim(codings == 0, "a coding, and no body")
        case .length(let length):
            claim(lengths == 1 && length > 0 && length <= UInt64(Int64.max), "a length of \(length)")
        case .chunked, .encodedChunked:
            claim(codings == 1 && !isConnect && version == .http1_1, "chunks out of place")
        case .untilClose: claim(false, "a request until close")
        }
    }

    fileprivate func bringsNothingHarmful() {
        _ = Accept(fields).prefersPage
        _ = fields.first(.proxyAuthorization).flatMap(BasicCredentials.init)
        guard let request = ProxyRequest(self) else { return }
        claimHarmless(request.method.text, "the method")
        claimHarmless(request.load.path?.text ?? "", "the path")
        claim(request.load.path?.text.contains("?") != true, "a query in the path")
        claimHarmless(request.load.authority.description, "the authority")
        // A URL on a command line and a client's request have the same authority.
        let url = try? LoadURL("\(request.load.scheme.rawValue)://\(request.load.authority)/")
        claim(url?.authority == request.load.authority, "\(request.load.authority) is another authority in a URL")
    }

    /// Claims that the forwarded head is one request with the same meaning.
    fileprivate func surviveForwarding(to target: AbsoluteTarget) {
        var limits = MessageLimits()
        limits.head *= 2
        limits.startLine *= 2
        limits.fieldCount += 3
        var parser = RequestParser(limits: limits)
        let forwarded = forwarded(to: target)
        var input = forwarded[...]
        guard let head = try? parser.consume(&input), input.isEmpty else {
            return claim(false, "what is forwarded is no request: \(forwarded[...].text.debugDescription)")
        }
        claim(head.method.elementsEqual(method) && head.framing == framing, "another method or framing is forwarded")
        claim(
            head.fields.first(.host).flatMap { Authority(parsing: $0, defaultPort: target.scheme.defaultPort) }
                == target.authority, "another Host is forwarded")
        claim(head.options.close == false && head.options.keepAlive == false, "the client's Connection is forwarded")
        claim(head.asksForUpgrade == asksForUpgrade, "an upgrade is lost or invented")
        var own = (0..<fields.count).map { fields[$0] }[...]
        for index in 0..<head.fields.count {
            switch head.fields.known(at: index) {
            case .host?, .via?, .maxForwards?, .connection?: continue
            case .proxyConnection?, .keepAlive?, .te?, .http2Settings?, .proxyAuthorization?, .proxyAuthenticate?,
                .proxyAuthenticationInfo?:
                claim(false, "a field of one hop is forwarded")
            case _:
                let field = head.fields[index]
                own = own.drop { !($0.name.elementsEqual(field.name) && $0.value.elementsEqual(field.value)) }
                claim(own.popFirst() != nil, "the field \(field.name.text) is invented or moved")
            }
        }
        guard case .origin(let path, query: _) = head.target else {
            return claim(method.elementsEqual("OPTIONS".utf8) && target.path.isEmpty, "no path is forwarded")
        }
        claim(path.elementsEqual(target.path.isEmpty ? [0x2F] : target.path), "another path is forwarded")
    }
}
