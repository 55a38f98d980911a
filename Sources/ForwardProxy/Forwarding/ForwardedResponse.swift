import HTTP

extension ResponseHead {
    /// The properties of a response that the proxy itself decides.
    struct Delivery {
        /// The version of the client.
        var clientVersion: HTTPVersion
        /// Whether the client's connection closes after this response.
        var closes: Bool
        /// Whether the response switches to another protocol.
        var isUpgrade = false
        /// Whether the status allows no body. A length field is then removed (RFC 9110 §8.6).
        var dropsLength = false
    }

    /// The head for the client: the fields of this hop removed or replaced, and all other fields in their order and
    /// spelling.
    func forwarded(_ delivery: Delivery) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(fields.bytes.count + 64)
        head.append(ascii: "HTTP/1.1 ")
        head.append(contentsOf: statusText)
        // A server must send the space even without a reason phrase (RFC 9112 §4).
        if statusText.count == 3 { head.append(0x20) }
        head.append(ascii: "\r\n")
        for index in 0..<fields.count {
            if passes(fields.name(at: index), known: fields.known(at: index), delivery) {
                append(fieldAt: index, to: &head)
            }
        }
        appendConnection(delivery, to: &head)
        Via.append(received: version, to: &head)
        head.append(ascii: "\r\n")
        return head
    }

    private func passes(_ name: ArraySlice<UInt8>, known: FieldName?, _ delivery: Delivery) -> Bool {
        switch known {
        case .upgrade?: return delivery.isUpgrade || status == 426
        // RFC 9112 §6.3: a proxy removes the length of a message that has transfer codings.
        case .contentLength?: return !delivery.dropsLength && transferCodings == nil
        // HTTP/1.0 has neither transfer codings nor trailers.
        case .transferEncoding?:
            return !delivery.dropsLength && delivery.clientVersion == .http1_1 && transferCodings != nil
        case .trailer?: return delivery.clientVersion == .http1_1
        case _: return !options.drops(name, known: known)
        }
    }

    /// Whether the body is in transfer codings.
    var hasTransferCodings: Bool { transferCodings != nil }

    private var transferCodings: [ArraySlice<UInt8>]? { fields.transferCodings(by: isMended ? .lenient : .strict) }

    /// Appends a field line. Of several lines that frame the body, the first one gets the value of all.
    private func append(fieldAt index: Int, to head: inout [UInt8]) {
        let known = fields.known(at: index)
        guard let known, known == .contentLength || known == .transferEncoding,
            isMended || fields.count(of: known) > 1
        else { return fields.appendLine(at: index, to: &head) }
        guard (0..<index).allSatisfy({ fields.known(at: $0) != known }) else { return }
        let value: ArraySlice<UInt8>
        if known == .transferEncoding {
            value = Array((transferCodings ?? []).joined(separator: Array(", ".utf8)))[...]
        } else {
            value = fields.first(known)?.prefix { $0 != UInt8(ascii: ",") }.trimmed ?? []
        }
        head.append(field: fields.name(at: index), value: value)
    }

    /// Appends the connection options, among them `Upgrade` beside the field of that name (RFC 9110 §7.8).
    private func appendConnection(_ delivery: Delivery, to head: inout [UInt8]) {
        if delivery.isUpgrade {
            head.append(ascii: "Connection: Upgrade\r\n")
        } else if isInterim {
            return
        } else if delivery.closes {
            head.append(ascii: status == 426 ? "Connection: Upgrade, close\r\n" : "Connection: close\r\n")
        } else if delivery.clientVersion == .http1_0 {
            head.append(ascii: status == 426 ? "Connection: Upgrade, keep-alive\r\n" : "Connection: keep-alive\r\n")
        } else if status == 426 {
            head.append(ascii: "Connection: Upgrade\r\n")
        }
    }
}
