import TransportSecurity

/// The comparison of entries of `NSExceptionDomains` with the defaults of ATS: the keys that relax ATS, and those that
/// make it stricter.
///
/// The ends of names are compared, which the current and the legacy spellings share, such as
/// `NSExceptionRequiresForwardSecrecy` and `NSThirdPartyExceptionRequiresForwardSecrecy`.
enum ExceptionStrength {
    /// Whether any key of an entry relaxes ATS.
    static func isRelaxing(_ entry: [String: PropertyValue]) -> Bool {
        entry.contains { isRelaxing($0.key, value: $0.value) }
    }

    /// Whether a key of an entry relaxes ATS with a value.
    static func isRelaxing(_ key: String, value: PropertyValue) -> Bool {
        if key.hasSuffix("AllowsInsecureHTTPLoads") { return value.isYes }
        if key.hasSuffix("RequiresForwardSecrecy") { return value.isNo }
        if isMinimumVersion(key) { return value == .string("TLSv1.0") || value == .string("TLSv1.1") }
        guard key == ATSKey.exceptionRequiresNIAPTLSPackageVersion, case .string = value else { return false }
        // ATS reads every text that names no package as none.
        return !packages.contains(value)
    }

    /// Whether any key of an entry makes ATS stricter.
    static func isStrengthening(_ entry: [String: PropertyValue]) -> Bool {
        entry.contains { isStrengthening($0.key, value: $0.value) }
    }

    /// Whether a key of an entry makes ATS stricter with a value.
    static func isStrengthening(_ key: String, value: PropertyValue) -> Bool {
        if isMinimumVersion(key) { return value == .string("TLSv1.3") }
        if key == ATSKey.requiresCertificateTransparency { return value.isYes }
        return key == ATSKey.exceptionRequiresNIAPTLSPackageVersion && packages.contains(value)
    }

    /// Whether an entry permits loads in cleartext.
    static func permitsCleartext(_ entry: [String: PropertyValue]) -> Bool {
        entry.contains { $0.key.hasSuffix("AllowsInsecureHTTPLoads") && $0.value.isYes }
    }

    /// The keys of an entry that make ATS stricter.
    static func strictKeys(of entry: [String: PropertyValue]) -> [String: PropertyValue] {
        let hasCurrentSpelling = entry[ATSKey.exceptionMinimumTLSVersion] != nil
        return entry.filter { key, value in
            // ATS reads a legacy spelling only where the current one is absent.
            if isMinimumVersion(key), key != ATSKey.exceptionMinimumTLSVersion, hasCurrentSpelling { return false }
            return isStrengthening(key, value: value)
        }
    }

    /// The part of an entry that relaxes nothing: the whole entry if none of its keys relaxes ATS, else its strict keys
    /// for the same hosts.
    static func strictPart(of entry: [String: PropertyValue]) -> [String: PropertyValue] {
        guard isRelaxing(entry) else { return entry }
        var part = strictKeys(of: entry)
        part[ATSKey.includesSubdomains] = entry[ATSKey.includesSubdomains]
        return part
    }

    /// Whether a key is `NSExceptionMinimumTLSVersion` in the current or a legacy spelling.
    static func isMinimumVersion(_ key: String) -> Bool { key.hasSuffix("MinimumTLSVersion") }

    /// The values that name NIAP's package.
    private static let packages: [PropertyValue] = [.string("FCP_v2.1"), .string("recommended")]
}
