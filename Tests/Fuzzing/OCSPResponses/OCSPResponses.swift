import Harness
import OpenSSL
import TransportSecurity

/// The input is a leaf, its issuer and an OCSP response, concatenated in DER.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let values = DERValues.split(Array(UnsafeBufferPointer(start: start, count: count)), limit: 3)
    guard values.count == 3 else { return 0 }
    let evaluator = ChainEvaluator(TrustStore(systemRoots: [values[1]]))
    let now = Instant(year: 2026, month: 11, day: 20)
    let evaluation = evaluator.evaluate(certificates: [values[0]], staple: values[2], at: now)
    claim(evaluation.timestamps.count <= 64, "\(evaluation.timestamps.count) timestamps")
    switch evaluation.revocation {
    case .notStated: claim(evaluation.path.isEmpty, "a staple that nothing is said of")
    case .good: claim(evaluation.path.count == 2 || values[0] == values[1], "a good word of nobody known")
    case .revoked(let subject, let source):
        claimHarmless(subject, "a subject")
        claimHarmless(source, "a source")
    case .unusable(let reason): claimHarmless(reason, "a reason")
    case .notListed, .unusableList: claim(false, "a statement of a list that is not there")
    }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    DERMutation.mutate(data, count, limit, seed)
}
