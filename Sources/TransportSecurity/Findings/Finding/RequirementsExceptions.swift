extension Requirements {
    /// The entry for this host that changes the given keys and keeps the other requirements; nil if no entry helps,
    /// because ATS is already off or the OS does not read entries for addresses.
    ///
    /// Relaxations that already hold are repeated, because the most specific entry replaces all others
    /// (`NSExceptionDomains`). A NIAP package version is not repeated, because an entry inherits that from the top
    /// level, where the key usually is.
    func exception(
        _ changes: [String: PropertyValue], overridable: Bool = false
    ) -> Finding.Exception? {
        guard applies, os.readsAppPolicies, canNameHost else { return nil }
        var keys: [String: PropertyValue] = [:]
        if allowsInsecureHTTPLoads { keys[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true) }
        if minimumTLSVersion != .tls1_2 { keys[ATSKey.exceptionMinimumTLSVersion] = .string(minimumTLSVersion.name) }
        if !requiresForwardSecrecy { keys[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false) }
        if requiresCertificateTransparency { keys[ATSKey.requiresCertificateTransparency] = .boolean(true) }
        keys.merge(changes) { _, change in change }
        return Finding.Exception(domain: host.description, keys: keys, overridable: overridable)
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
    /// The entry that makes the system send a hello with the given offer; nil if no entry does.
    func exception(sending offer: Offer) -> Finding.Exception? {
        var changes: [String: PropertyValue] = [:]
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
        case .everything, .everythingBeforeTLS13:
            return nil
        }
        if requiresNIAP, offer.selection != .niap {
            changes[ATSKey.exceptionRequiresNIAPTLSPackageVersion] = .string("none")
        }
        return exception(changes)
    }
}

extension Requirements {
    /// The entry that permits a cipher suite up to TLS 1.2; nil if the OS offers the suite under no policy. The entry
    /// does not require forward secrecy, or permits cleartext as well, for which the engine lifts its list
    /// (SecProtocolConfiguration.m).
    func exception(permitting suite: CipherSuite) -> Finding.Exception? {
        let generation = os.helloGeneration
        guard CipherSuites.isOffered(suite, by: generation), !suite.isForTLS13 else { return nil }
        var changes = [ATSKey.exceptionRequiresForwardSecrecy: PropertyValue.boolean(false)]
        if !CipherSuites.permitted(in: generation, requiresForwardSecrecy: false).contains(suite) {
            changes[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true)
        }
        return exception(changes)
    }

    /// A violation by certificates, with the error that an app sees and the exception that would permit the load.
    ///
    /// Under ATS every failure of trust is -1200 with -9802; if the app may override it, -1202 with a cause. The
    /// exception that leaves a failure to the app is the one for cleartext. If that exception already holds, the
    /// failure is a warning and no further key helps.
    ///
    /// - Parameters:
    ///   - failsDefaultTrust: Whether the system's ordinary evaluation also fails. If it does not, the load succeeds
    ///     with the exception, because only ATS makes the failed check; the app need not override anything.
    ///   - canHandshake: Whether a handshake comes so far that the certificate is evaluated. If not, no exception
    ///     helps.
    func trustFinding(
        _ rule: RuleID, _ message: String, expected: String, actual: String,
        withoutATS failure: LoadError.Trust = .other, failsDefaultTrust: Bool = true,
        canHandshake: Bool = true, cause: Finding.Cause? = nil
    ) -> Finding {
        let entry = exception([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)], overridable: failsDefaultTrust)
        return Finding(
            rule: rule, message: message, expected: expected, actual: actual, error: error(of: .trust(failure)),
            exception: trustIsOverridable || !canHandshake ? nil : entry, cause: cause)
    }
}
