import DNSMessages
import Harness

/// The input is a message of a name server, to the question for the `HTTPS` records of `a.example`.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let name = DNSName("a.example") else { return 0 }
    let question = DNSQuestion(id: 7, name: name)
    let answer = DNSAnswer(bytes, to: question)
    // Another identifier makes any answer one to another question.
    claim(DNSAnswer(bytes, to: DNSQuestion(id: 8, name: name)) == nil || bytes.starts(with: [0, 8]), "a forged answer")
    guard case .records(let records)? = answer else { return 0 }
    claim(bytes.starts(with: [0, 7]), "an answer with another identifier")
    claim(bytes.count >= 27, "an answer without its question")
    claim(records.count <= (bytes.count - 27) / 11, "more records than bytes for them")
    for record in records { check(record, bytes) }
    search(records)
    return 0
}

/// Claims the bounds of a record.
private func check(_ record: DNSRecord, _ bytes: [UInt8]) {
    check(record.owner)
    switch record.content {
    case .canonicalName(let name): check(name)
    case .service(let service):
        check(service.target)
        claim(!service.isAlias || service.protocols.isEmpty && !service.offersECH, "an alias with parameters")
        claim(service.offersDefaultProtocol || !service.protocols.isEmpty, "no protocol at all")
        for name in service.protocols {
            claim((1...255).contains(name.count), "a protocol of \(name.count) bytes")
            // The oracle: a protocol stands in the message after its length.
            let spelled = [UInt8(name.count)] + name
            claim(
                bytes.indices.contains { bytes[$0...].starts(with: spelled) }, "a protocol that is not in the message")
        }
    }
}

private func check(_ name: DNSName) {
    claim(name.labels.allSatisfy { (1...63).contains($0.count) }, "a label that is empty or too long")
    claim(name.labels.reduce(1) { $0 + $1.count + 1 } <= 255, "a name that is too long")
    claim(DNSName(name.labels) == name, "a name that is not in its final form")
}

/// Claims that the search ends.
private func search(_ records: [DNSRecord]) {
    guard var search = ServiceSearch(host: "a.example", port: 443) else { return }
    for _ in 0..<64 {
        switch search.answered(records) {
        case .ask: continue
        case .found(let offer):
            claim(offer.records <= records.count && offer.protocols.count <= 32, "more than there is")
            return
        case .unknown: return
        }
    }
    claim(false, "a search without an end")
}
