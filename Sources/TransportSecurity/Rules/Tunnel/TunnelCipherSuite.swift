/// Client and server must agree on a cipher suite that ATS accepts, with forward secrecy if required.
///
/// Systems before iOS 12 have no TLS 1.3, so their lists have no suite of TLS 1.3. Since ATS only sets a minimum and
/// these suites exceed it, a suite of TLS 1.3 is checked against the first list that has such suites.
///
/// The client is at fault if it offers no suite that the policy permits, and the server if it chose another one. If the
/// offer is not known, neither is named, unless a probe shows that the server has no permitted suite.
public struct TunnelCipherSuite: TunnelRule {
    public static let id = RuleID.tunnelCipher
    public static let citation = Citation(
        "Apple, SecProtocolInternal.h", "CiphersuitesPFS, CiphersuitesNonPFS")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        guard let suite = tunnel.agreement?.cipherSuite, requirements.applies else { return .notApplicable }
        guard !accepts(suite, requiresForwardSecrecy: requirements.requiresForwardSecrecy, under: requirements) else {
            return .compliant
        }
        let probed = tunnel.probedSuite
        let isProbedAccepted = probed.map {
            accepts($0, requiresForwardSecrecy: requirements.requiresForwardSecrecy, under: requirements)
        }
        // TLS 1.3 and the older versions have separate suites.
        let offered = tunnel.hello?.cipherSuites
        let better = offered?.first {
            $0.isForTLS13 == suite.isForTLS13
                && accepts($0, requiresForwardSecrecy: requirements.requiresForwardSecrecy, under: requirements)
        }
        var clauses: [String] = []
        if let probed, isProbedAccepted == true { clauses.append("the probe got \(probed.name)") }
        var cause: Finding.Cause?
        if let better {
            clauses.append("the client offers \(better.name), too")
        } else if isProbedAccepted != false {
            cause = offered == nil ? .unknownSide : .clientHello
            clauses.append(
                offered == nil
                    ? "whether the client offers a permitted one is not known" : "the client offers no permitted one")
        }
        return .violation(
            Finding(
                rule: Self.id,
                message: "The client and \(requirements.host) agreed on the cipher suite "
                    + "\(([suite.name + ", which the policy does not permit"] + clauses).joined(separator: "; ")).",
                expected: requirements.requiresNIAP
                    ? "ECDHE with AES-GCM, or TLS 1.3"
                    : requirements.requiresForwardSecrecy
                        ? "ECDHE with AES-GCM, or another suite on the list of ATS"
                        : "ECDHE or RSA with AES-GCM, or another suite on the list of ATS",
                actual: suite.name, error: requirements.error(of: .cipherSuite),
                exception: exception(for: suite, under: requirements), cause: cause))
    }

    private func accepts(
        _ suite: CipherSuite, requiresForwardSecrecy: Bool, under requirements: Requirements
    ) -> Bool {
        let generation =
            suite.isForTLS13 ? max(requirements.os.helloGeneration, .ios12) : requirements.os.helloGeneration
        if requirements.requiresNIAP { return CipherSuites.niap.contains(suite) }
        if requirements.leavesCipherSuitesOpen { return CipherSuites.isOffered(suite, by: generation) }
        return CipherSuites.permitted(in: generation, requiresForwardSecrecy: requiresForwardSecrecy).contains(suite)
    }

    /// The smallest change that permits the suite: without NIAP's package; then also without forward secrecy; then also
    /// with cleartext permitted, for which the engine lifts its list (SecProtocolConfiguration.m).
    private func exception(for suite: CipherSuite, under requirements: Requirements) -> Finding.Exception? {
        guard CipherSuites.isOffered(suite, by: requirements.os.helloGeneration), !suite.isForTLS13 else { return nil }
        var keys: [String: PropertyValue] = [:]
        var relaxed = requirements
        if requirements.requiresNIAP {
            relaxed.requiresNIAP = false
            keys[ATSKey.exceptionRequiresNIAPTLSPackageVersion] = .string("none")
        }
        if !accepts(suite, requiresForwardSecrecy: relaxed.requiresForwardSecrecy, under: relaxed) {
            keys[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false)
            if !accepts(suite, requiresForwardSecrecy: false, under: relaxed) {
                keys[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true)
            }
        }
        return requirements.exception(keys)
    }
}

extension TunnelObservation {
    /// The suite that the server chose from the hello of the system; nil without a completed handshake.
    fileprivate var probedSuite: CipherSuite? {
        guard case .secure(let handshake, _) = probed else { return nil }
        return handshake.cipherSuite
    }
}
