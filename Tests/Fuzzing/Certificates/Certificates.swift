import Harness
import TransportSecurity

@testable import OpenSSL

/// The input is a certificate in DER.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(OpenSSLError) {
        let certificate = try CertificateReader.read(der: bytes)
        holdsTogether(certificate, from: bytes)
        judge(certificate)
        let subject = try ParsedCertificate(der: bytes).subject
        claim([nil, subject].contains(NormalizedName.subject(of: bytes)), "a subject other than OpenSSL's")
    } catch {
        claimHarmless(error.text, "an error")
    }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    DERMutation.mutate(data, count, limit, seed)
}

private func holdsTogether(_ certificate: Certificate, from bytes: [UInt8]) {
    claim(certificate.der == bytes, "other bytes are kept")
    claim(certificate.sha256.count == 32 && certificate.publicKeySHA256.count == 32, "a digest of another length")
    for (what, text) in [
        ("the subject", certificate.subject), ("the issuer", certificate.issuer),
        ("the key", certificate.key.description), ("the signature", certificate.signature.name),
        ("the beginning", certificate.notBefore.description), ("the end", certificate.notAfter.date),
    ] {
        claimHarmless(text, what)
        claim(text.utf8.count <= 16_384, "\(what) of \(text.utf8.count) bytes")
    }
    // Events contain the times as text and are read again.
    for instant in [certificate.notBefore, certificate.notAfter] {
        claim(Instant(instant.description) == instant, "\(instant) cannot be read back")
    }
}

/// Claims that rules can judge any certificate, and that their texts are harmless.
private func judge(_ certificate: Certificate) {
    let evaluation = ChainEvaluation(presented: [certificate], path: [certificate, certificate], anchor: .system)
    let handshake = Handshake(
        offer: Offer(generation: .current), version: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301),
        certificates: [certificate.der])
    for os in [OSVersion(.ios, 9), OSVersion(.ios, 13), .newest] {
        var requirements = Requirements(host: .name("www.example.com"), os: os, requiresNIAP: os == .newest)
        requirements.pins = PinnedIdentities(leaves: [[1]])
        for instant in [certificate.notBefore, certificate.notAfter + 1] {
            let verdict = Verdict(
                of: .secure(handshake, evaluation), under: requirements, by: .standard(logs: nil), at: instant)
            for finding in verdict.violations + verdict.warnings {
                claimHarmless(finding.message, "the message of \(finding.rule)")
                claimHarmless(finding.expected, "what \(finding.rule) expects")
                claimHarmless(finding.actual, "what \(finding.rule) finds")
            }
            for note in verdict.notes { claimHarmless(note.message, "a note") }
        }
    }
}
