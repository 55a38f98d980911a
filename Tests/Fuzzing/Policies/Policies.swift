import Harness
import InternetNames

@testable import TransportSecurity

/// The input is decisions about the keys and values of a policy, and about hosts to resolve it for.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var composer = Composer(Choices(Array(UnsafeBufferPointer(start: start, count: count))))
    let os = composer.os()
    let dictionary = composer.policy()
    let policy = Policy(dictionary, readBy: os, linkedSDK: composer.linkedSDK())
    let kind = composer.kind()
    for _ in 0..<3 {
        if let host = composer.host() { examine(policy, dictionary, host, kind) }
    }
    return 0
}

private func examine(
    _ policy: Policy, _ dictionary: [String: PropertyValue], _ host: Host, _ kind: LoadingAPI
) {
    let requirements = policy.requirements(for: host, kind: kind)
    claim(requirements.host == host && requirements.os == policy.os, "the answer to another question")
    for note in requirements.notes { claimHarmless(note.message, "a note") }
    let matched = requirements.matched
    switch requirements.reason {
    case .exceptionDomain:
        guard case .dictionary(let entries) = dictionary[ATSKey.exceptionDomains], let matched else {
            return claim(false, "an exception out of nothing")
        }
        claim(requirements.applies && entries[matched] != nil, "no entry \(matched)")
        claim(covers(matched, host), "\(matched) does not cover \(host)")
    case .builtInException:
        claim(ExceptionDomain.builtIn.contains { $0.key == matched }, "the system has no entry \(matched ?? "")")
    case .local, .media, .webContent, .arbitraryLoads, .notSubject:
        claim(!requirements.applies && matched == nil, "\(requirements.reason) and yet under ATS")
        claim(requirements.allowsInsecureHTTPLoads && !requirements.requiresForwardSecrecy, "exempt, and yet not")
    case .default:
        claim(requirements.applies && matched == nil, "by default not under ATS")
        claim(!requirements.allowsInsecureHTTPLoads && requirements.minimumTLSVersion == .tls1_2, "another default")
    case .otherApp: claim(false, "a policy knows no other app")
    }
    claim(requirements.minimumTLSVersion > .ssl3, "SSL 3.0 is permitted")
    claim(kind.isSubjectToATS || requirements.pins == nil, "pins for what is not subject to ATS")
    for scheme in [Load.Scheme.http, .https] {
        guard let url = try? LoadURL("\(scheme.rawValue)://\(Authority(host: host, port: 8443))/") else {
            return claim(false, "\(host) stands in no URL")
        }
        let policyVerdict = policy.verdict(for: url, kind: kind)
        claim(policyVerdict.requirements == requirements, "the verdict of the policy is of another answer")
        claimHarmless(policyVerdict.description, "a verdict of the policy")
        guard !scheme.isSecure else { continue }
        let verdict = Verdict(of: .cleartext(.http), under: requirements, by: rules, at: Instant(milliseconds: 0))
        claim(
            (policyVerdict.decision == .blocked) == !verdict.violations.isEmpty,
            "the verdicts of the rules and of the policy differ")
        for finding in verdict.violations { examine(finding, dictionary, requirements, kind, policy) }
    }
}

private let rules = RuleSet.standard(logs: nil)

/// Claims that the finding's exception, added to the policy, permits cleartext.
private func examine(
    _ finding: Finding, _ dictionary: [String: PropertyValue], _ requirements: Requirements, _ kind: LoadingAPI,
    _ policy: Policy
) {
    claimHarmless(finding.message, "a message")
    guard let fix = finding.exception else { return }
    claimHarmless(fix.domain, "a domain")
    var entries: [String: PropertyValue] = [:]
    if case .dictionary(let own) = dictionary[ATSKey.exceptionDomains] { entries = own }
    entries[fix.domain] = .dictionary(fix.keys)
    var better = dictionary
    better[ATSKey.exceptionDomains] = .dictionary(entries)
    let again = Policy(better, readBy: policy.os, linkedSDK: policy.linkedSDK)
        .requirements(for: requirements.host, kind: kind)
    claim(again.allowsInsecureHTTPLoads, "\(fix) for \(requirements.host) does not help under \(policy.os)")
}

/// Whether an entry's key is the host, a parent domain, or a range that contains the address.
private func covers(_ key: String, _ host: Host) -> Bool {
    switch host {
    case .name(let name): return name == key || name.hasSuffix("." + key)
    case .address(let address): return address.description == key || AddressRange(key)?.contains(address) == true
    }
}
