import HTTP
import TransportSecurity

extension RequestHead {
    /// The head for the origin: the target in origin-form, Host made from the target, the fields of this hop removed or
    /// replaced, and all other fields in their order and spelling. For an upstream proxy, the target is in
    /// absolute-form.
    func forwarded(to target: AbsoluteTarget, through upstreamProxy: UpstreamProxy? = nil) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(fields.bytes.count + 64)
        let host = target.isFromHost ? target.spelling : Self.host(of: target)
        appendRequestLine(to: &head, target: target, at: upstreamProxy == nil ? nil : host)
        if fields.count(of: .host) == 0 { head.append(field: Array("Host".utf8)[...], value: host) }
        for index in 0..<fields.count {
            append(fieldAt: index, host: host, to: &head)
        }
        if asksForUpgrade { head.append(ascii: "Connection: Upgrade\r\n") }
        if let upstreamProxy {
            upstreamProxy.appendFields(received: version, to: &head)
        } else {
            Via.append(received: version, to: &head)
        }
        head.append(ascii: "\r\n")
        return head
    }

    /// Appends the request line; for an upstream proxy, with the scheme and that host.
    private func appendRequestLine(to head: inout [UInt8], target: AbsoluteTarget, at host: ArraySlice<UInt8>?) {
        head.append(contentsOf: method)
        head.append(0x20)
        if let host {
            head.append(ascii: "http://")
            head.append(contentsOf: host)
        }
        if target.path.isEmpty, target.query == nil, method.equals("OPTIONS") {
            // RFC 9112 §3.2.4: OPTIONS for a URI without a path is for the server as a whole. The last proxy sends `*`.
            if host == nil { head.append(ascii: "*") }
        } else {
            if target.path.isEmpty { head.append(ascii: "/") }
            head.append(contentsOf: target.path)
            if let query = target.query {
                head.append(ascii: "?")
                head.append(contentsOf: query)
            }
        }
        head.append(ascii: " HTTP/1.1\r\n")
    }

    private func append(fieldAt index: Int, host: ArraySlice<UInt8>, to head: inout [UInt8]) {
        let known = fields.known(at: index)
        switch known {
        case .host? where !fields.value(at: index).equals(ignoringCase: host):
            head.append(field: fields.name(at: index), value: host)
        case .host?:
            // The client's own spelling if it names the same authority.
            fields.appendLine(at: index, to: &head)
        case .upgrade?:
            if asksForUpgrade { fields.appendLine(at: index, to: &head) }
        case .maxForwards?:
            guard let maxForwards else { return fields.appendLine(at: index, to: &head) }
            head.append(field: fields.name(at: index), value: Array(String(max(maxForwards, 1) - 1).utf8)[...])
        case .expect? where version == .http1_0:
            // RFC 9110 §10.1.1: in HTTP/1.0 the expectation is to be ignored, and a 100 could not be passed back.
            break
        case _:
            if !options.drops(fields.name(at: index), known: known) { fields.appendLine(at: index, to: &head) }
        }
    }

    /// The number of further hops of OPTIONS (RFC 9110 §7.6.2), the least of several; `nil` if it is not limited, or if
    /// a value is not a number. A larger number than this proxy counts to is the largest that it does. TRACE has no
    /// further hop.
    var maxForwards: UInt32? {
        guard method.equals("OPTIONS") else { return nil }
        var least: UInt32?
        for index in 0..<fields.count where fields.known(at: index) == .maxForwards {
            let text = fields.value(at: index)
            guard !text.isEmpty, text.allSatisfy(\.isDigit) else { return nil }
            least = min(least ?? .max, UInt32(text.text) ?? .max)
        }
        return least
    }

    /// `uri-host [ ":" port ]` of the target, without the default port of the scheme.
    private static func host(of target: AbsoluteTarget) -> ArraySlice<UInt8> {
        let authority = target.authority
        let host: ArraySlice<UInt8>
        switch authority.host {
        case .name(let name): host = ArraySlice(name.utf8)
        case .address: host = ArraySlice(authority.host.bracketed.utf8)
        }
        guard authority.port != target.scheme.defaultPort else { return host }
        var withPort: [UInt8] = []
        withPort.reserveCapacity(host.count + 6)
        withPort.append(contentsOf: host)
        withPort.append(UInt8(ascii: ":"))
        withPort.append(decimal: authority.port)
        return withPort[...]
    }
}
