import Harness
import OpenSSL
import TransportSecurity

/// The input is certificates in DER, one after the other: the leaf first, a root last, and one before it that a person
/// installed.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let certificates = DERValues.split(bytes, limit: 12)
    evaluate(certificates)
    // Signed anew, what was changed gets past the signatures, to the constraints behind them.
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
    // OpenSSL takes what is issued to itself without key identifiers for signed by itself, and goes no further.
    let names = evaluation.path.dropLast().map { [$0.subject, $0.issuer] }
    // Of a root that is presented as the leaf there is no signature to check, and OpenSSL asks for more than we do: that
    // its key can be decoded, without which no handshake gets so far.
    guard evaluation.faults.isEmpty, names.allSatisfy({ $0[0] != $0[1] }), !names.isEmpty else { return }
    // A root that says nothing of being one is one all the same, since somebody chose it; OpenSSL wants it said.
    guard let root = evaluation.path.last, root.isAuthority != nil || root.version < 3 else { return }
    let objection = Verification.objection(to: evaluation.path.map(\.der))
    claim(objection == nil, "OpenSSL refuses the path: \(objection ?? "")")
}
