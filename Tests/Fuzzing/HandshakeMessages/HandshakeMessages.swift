import Harness
import TransportSecurity

@testable import OpenSSL

/// The input is a server's handshake messages, one after the other: a type, three bytes of length, the body.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var rest = UnsafeBufferPointer(start: start, count: count)[...]
    var transcript = HandshakeTranscript()
    for _ in 0..<32 where rest.count >= 4 {
        let length = rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
        let message = Array(rest.prefix(4 + length))
        rest = rest.dropFirst(message.count)
        transcript.receive(message: message)
    }
    guard let handshake = transcript.handshake(answering: Offer(generation: .current), isComplete: true) else {
        return 0
    }
    claim(handshake.certificates.count <= HandshakeTranscript.maximumCertificates, "too many certificates")
    let kept =
        handshake.certificates.reduce(0) { $0 + $1.count } + (handshake.certificateTimestamps?.count ?? 0)
        + (handshake.certificateStatus?.count ?? 0) + (handshake.applicationProtocol?.utf8.count ?? 0) / 3
    // Every kept byte comes from one byte of the input.
    claim(kept <= count, "\(kept) bytes are kept of \(count)")
    claimHarmless(handshake.cipherSuite.name, "the name of the suite")
    claimHarmless(handshake.group?.name ?? "", "the name of the group")
    claimHarmless(handshake.signatureScheme?.name ?? "", "the name of the scheme")
    return 0
}
