import Harness
import OpenSSL
import TransportSecurity

/// The input is a file of certificates and revocation lists.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let certificates = read(bytes, PEMFile.certificates)
    let lists = read(bytes, PEMFile.revocationLists)
    guard let leaf = certificates.first else { return 0 }
    let store = TrustStore(systemRoots: certificates, revocationLists: Array(lists.prefix(8)))
    let evaluation = ChainEvaluator(store)
        .evaluate(certificates: [leaf], at: Instant(year: 2026, month: 11, day: 20))
    claim(evaluation.presented.count == 1, "a certificate that was read is unreadable")
    switch evaluation.revocation {
    case .notStated: break
    case .good: claim(false, "a list says good of a certificate")
    case .revoked(let subject, let source): claimHarmless(subject + source, "a source")
    case .unusable(let reason): claimHarmless(reason, "a reason")
    case .notListed(let text), .unusableList(let text): claimHarmless(text, "a list")
    }
    return 0
}

/// The values in the file. Claims that there is at least one value, or an error.
private func read(
    _ bytes: [UInt8], _ read: ([UInt8], String) throws(PEMError) -> [[UInt8]]
) -> [[UInt8]] {
    do throws(PEMError) {
        let values = try read(bytes, "file.pem")
        claim(!values.isEmpty, "no values, and no error")
        claim(values.joined().count <= bytes.count, "more comes out than went in")
        return values
    } catch {
        claimHarmless(error.text, "an error")
        return []
    }
}
