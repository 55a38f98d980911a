extension Requirements {
    /// The entry for this host that would change those keys and leave the rest of what is demanded as it is; nil
    /// where no entry can help: ATS is off already, or no keys for addresses are read.
    ///
    /// What holds already is repeated, because the nearest entry replaces every other one (`NSExceptionDomains`).
    /// A package version of NIAP's is not: it is inherited from the top level, where it usually stands.
    func remedy(
        _ changes: [String: Finding.Remedy.Value], overridable: Bool = false
    ) -> Finding.Remedy? {
        guard applies, os.readsAppPolicies, canNameHost else { return nil }
        var keys: [String: Finding.Remedy.Value] = [:]
        if allowsInsecureHTTPLoads { keys[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true) }
        if minimumTLSVersion != .tls1_2 { keys[ATSKey.exceptionMinimumTLSVersion] = .string(minimumTLSVersion.name) }
        if !requiresForwardSecrecy { keys[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false) }
        if requiresCertificateTransparency { keys[ATSKey.requiresCertificateTransparency] = .boolean(true) }
        keys.merge(changes) { _, change in change }
        return Finding.Remedy(domain: host.description, keys: keys, overridable: overridable)
    }

    /// Whether an entry of `NSExceptionDomains` can name this host.
    private var canNameHost: Bool {
        switch host {
        case .name: return true
        case .address: return readsEntriesForAddresses
        }
    }
}

extension Requirements {
    /// The entry that makes the system send that hello; nil where none does.
    func remedy(sending offer: Offer) -> Finding.Remedy? {
        var changes: [String: Finding.Remedy.Value] = [:]
        if offer.minimumVersion < minimumTLSVersion {
            changes[ATSKey.exceptionMinimumTLSVersion] = .string(offer.minimumVersion.name)
        }
        switch offer.selection {
        case .niap, .forwardSecret:
            break
        case .rsaKeyTransport:
            changes[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false)
        case .platform:
            changes[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false)
            changes[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true)
        case .everything:
            return nil
        }
        if requiresNIAP, offer.selection != .niap {
            changes[ATSKey.exceptionRequiresNIAPTLSPackageVersion] = .string("none")
        }
        return remedy(changes)
    }
}

extension Requirements {
    /// A violation by certificates, with what an app sees of it and what would permit it.
    ///
    /// Under ATS every failure of trust is -1200; where the app may override it, the error names the cause. The
    /// exception that leaves a failure to the app is the one for cleartext. Where that holds already, the failure
    /// is a warning, and no further key helps.
    ///
    /// - Parameter failsDefaultTrust: Whether the system's ordinary evaluation fails, too. The checks that only
    ///   ATS adds are gone with the exception, and the app need not override anything.
    func trustFinding(
        _ rule: RuleID, _ message: String, expected: String, actual: String,
        status: StatusCode = .certificateTrust, withoutATS error: URLErrorCode = .certificateUntrusted,
        failsDefaultTrust: Bool = true
    ) -> Finding {
        let entry = remedy([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)], overridable: failsDefaultTrust)
        return Finding(
            rule: rule, message: message, expected: expected, actual: actual, status: status.rawValue,
            urlError: trustIsOverridable ? error : .secureConnectionFailed,
            exception: trustIsOverridable ? nil : entry)
    }
}
