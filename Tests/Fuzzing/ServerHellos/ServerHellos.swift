import Harness
import TLSMessages
import TransportSecurity

/// The input is the body of a ServerHello, or of one of the messages that follow it up to TLS 1.2.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let hello = ServerHello(parsing: bytes) { holdsTogether(hello, from: bytes) }
    for version in TLSVersion.allCases {
        guard let request = CertificateRequest(parsing: bytes, version: version) else { continue }
        claim(request.authorityCount <= bytes.count, "more authorities than bytes")
        claim((request.signatureSchemes != nil) == (version >= .tls1_2), "schemes before their time")
    }
    return 0
}

private func holdsTogether(_ hello: ServerHello, from bytes: [UInt8]) {
    claim(hello.sessionID.count <= 32, "a session of \(hello.sessionID.count) bytes")
    claim(Set(hello.unreadableExtensions).isSubset(of: hello.extensionTypes), "an unreadable extension that is absent")
    claim((hello.certificateTimestamps?.count ?? 0) <= bytes.count, "more timestamps than bytes")
    claim(hello.extensionTypes.count * 4 <= bytes.count, "more extensions than bytes")
    claimHarmless(hello.cipherSuite.name, "the name of the suite")
    claimHarmless(hello.group?.name ?? "", "the name of the group")
    // A hello in a record is read as one outside.
    let length = bytes.count
    guard length <= 1 << 14 - 4 else { return }
    let message = [2, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)] + bytes
    let record = [22, 3, 3, UInt8(message.count >> 8), UInt8(message.count & 255)] + message
    var inspector = TLSInspector()
    let writer = ClientHelloWriter(versions: [.tls1_2], cipherSuites: [hello.cipherSuite], random: [])
    var events: [TLSInspector.Event] = []
    inspector.observe(.client, writer.records.span, appendingTo: &events)
    events = []
    inspector.observe(.server, record.span, appendingTo: &events)
    // What no endpoint takes is refused: a HelloRetryRequest of TLS 1.2, two versions in one hello.
    let versions = hello.extensionTypes.count { $0 == .supportedVersions }
    let isRefused =
        (hello.isHelloRetryRequest && !hello.isFollowedByCiphertext && hello.version != nil) || versions > 1
        || hello.unreadableExtensions.contains(.supportedVersions)
    claim(events.contains(.serverHello(hello)) == !isRefused, "in a record it is \(events)")
}
