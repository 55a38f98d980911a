import DeviceManagement
import Harness
import InternetNames

/// The input is a document that names a management service, or the target of a redirection.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let domain = try? LoadURL("https://a.example").authority else { return 0 }
    let request = WellKnownRequest(to: domain, for: "anna@a.example")
    examine(.document(bytes, contentType: "application/json"), request)
    examine(.status(302, location: String(decoding: bytes, as: UTF8.self)), request)
    return 0
}

private func examine(_ answer: DiscoveryAnswer, _ request: WellKnownRequest) {
    var session = DiscoverySession(request)
    var steps = 0
    while session.command != .finish {
        steps += 1
        guard steps <= 2 * (DiscoverySession.redirectLimit + 2) else { return claim(false, "a session without an end") }
        session.judged(.accepted)
        session.answered(answer)
    }
    for finding in session.findings {
        claimHarmless(finding.sentence, "a finding")
        claim(finding.sentence.utf8.count <= 8192, "a finding of \(finding.sentence.utf8.count) bytes")
    }
    for hop in session.hops { claimHarmless(hop.outcome, "an answer") }
    claim(session.hops.count <= DiscoverySession.redirectLimit + 1, "too many requests")
}
