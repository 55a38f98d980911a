import Harness
import OpenSSL
import TransportSecurity

/// The input is concatenated certificates in DER: the leaf first, a user's root next to last, a system root last.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let certificates = DERValues.split(bytes, limit: 12)
    evaluate(certificates)
    // Mutated certificates with new signatures pass the signature checks and reach the checks of constraints.
    if let signed = SignedChain(certificates) { evaluate(signed.certificates) }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    DERMutation.mutate(data, count, limit, seed)
}

private let now = Instant(year: 2026, month: 11, day: 20)

private func evaluate(_ certificates: [[UInt8]]) {
    let store = TrustStore(systemRoots: certificates.suffix(1), userRoots: Array(certificates.suffix(2).dropLast()))
    let evaluation = ChainEvaluator(store).evaluate(certificates: certificates, at: now)
    claim(evaluation.path.count <= 16, "a path of \(evaluation.path.count) certificates")
    claim(evaluation.presented.count <= certificates.count, "more certificates than were presented")
    claim(Set(evaluation.path).count == evaluation.path.count, "a path that meets itself")
    claim(evaluation.path.first?.der ?? certificates.first == certificates.first, "a path from another leaf")
    for fault in evaluation.faults { claimHarmless(fault.prose, "a fault") }
    switch evaluation.anchor {
    case .system: claim(evaluation.path.last?.der == store.systemRoots.last, "a path to another root")
    case .user: claim(evaluation.path.last?.der == store.userRoots.last, "a path to another user's root")
    case .none: return
    }
    // OpenSSL takes a certificate with itself as issuer and without key identifiers for self-signed and stops there.
    let names = evaluation.path.dropLast().map { [$0.subject, $0.issuer] }
    // A root that is the leaf has no signature to check. OpenSSL also requires that its key can be decoded, which the
    // handshake checks for atsproxy.
    guard evaluation.faults.isEmpty, names.allSatisfy({ $0[0] != $0[1] }), !names.isEmpty else { return }
    // A chosen root without basic constraints is accepted by atsproxy and refused by OpenSSL.
    guard let root = evaluation.path.last, root.isAuthority != nil || root.version < 3 else { return }
    let objection = Verification.objection(to: evaluation.path.map(\.der))
    claim(objection == nil, "OpenSSL refuses the path: \(objection ?? "")")
}
