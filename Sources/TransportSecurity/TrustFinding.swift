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
        Finding(
            rule: rule, message: message, expected: expected, actual: actual, status: status.rawValue,
            urlError: trustIsOverridable ? error : .secureConnectionFailed,
            exception: trustIsOverridable
                ? nil : remedy([.allowsInsecureHTTPLoads: .boolean(true)], overridable: failsDefaultTrust))
    }
}
