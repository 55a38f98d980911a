/// One entry of `NSExceptionDomains`, as one OS reads it. Entries are never merged: what a key leaves out is ATS's
/// own default, not that of a wider entry.
public struct ExceptionDomain: Hashable, Sendable {
    /// The key as the policy spells it: a host name, an address, a CIDR range.
    public var key: String
    /// `NSIncludesSubdomains`; without meaning for addresses.
    public var includesSubdomains = false
    /// `NSExceptionAllowsInsecureHTTPLoads`.
    public var allowsInsecureHTTPLoads = false
    /// `NSExceptionMinimumTLSVersion`.
    public var minimumTLSVersion = TLSVersion.tls1_2
    /// `NSExceptionRequiresForwardSecrecy`.
    public var requiresForwardSecrecy = true
    /// `NSRequiresCertificateTransparency`; false where the OS does not read it.
    public var requiresCertificateTransparency = false
    /// `NSExceptionRequiresNIAPTLSPackageVersion`; nil where the policy's own value holds.
    public var niapTLSPackage: NIAPTLSPackage?
    /// Whether the system brings the entry along.
    public var isBuiltIn = false
    /// What this OS reads otherwise than the author may have meant, a sentence each.
    public var remarks: [String] = []

    /// An entry of that key with ATS's own defaults.
    public init(key: String) {
        self.key = key
    }

    /// The entry that the OS reads in a dictionary.
    public init(key: String, dictionary: [String: PropertyValue], readBy os: OSVersion) {
        self.init(key: key)
        let keys = Keys(dictionary: dictionary, os: os)
        includesSubdomains = keys.boolean(ATSKey.includesSubdomains) ?? false
        allowsInsecureHTTPLoads = keys.boolean(ATSKey.exceptionAllowsInsecureHTTPLoads) ?? false
        requiresForwardSecrecy = keys.boolean(ATSKey.exceptionRequiresForwardSecrecy) ?? true
        if os.readsCertificateTransparencyKey {
            requiresCertificateTransparency = keys.boolean(ATSKey.requiresCertificateTransparency) ?? false
        }
        if os.readsNIAPKeys {
            niapTLSPackage = NIAPTLSPackage(dictionary[ATSKey.exceptionRequiresNIAPTLSPackageVersion])
        }
        remarks = keys.unreadLegacySpellings.map { spelling in
            "\(os) does not read \(spelling.visible()), which the entry \(key.visible()) has."
        }
        readMinimumTLSVersion(keys.value(ATSKey.exceptionMinimumTLSVersion), readBy: os)
    }

    /// The parser of the engine knows exactly `TLSv1.` and one digit of 0 to 3; what it does not know leaves the floor
    /// at TLS 1.2 (testMinTLSVersionDisallowedStrings). DTLS, which it also knows, is no floor for TLS.
    private mutating func readMinimumTLSVersion(_ value: PropertyValue?, readBy os: OSVersion) {
        guard let value else { return }
        guard case .string(let name) = value, let version = TLSVersion(name: name), version != .ssl3 else {
            remarks.append(
                "The NSExceptionMinimumTLSVersion of \(key.visible()) is no version that ATS reads; TLS 1.2 holds.")
            return
        }
        guard version < .tls1_3 || os.readsTLS13AsMinimum else {
            remarks.append(
                "\(os) does not know TLSv1.3 as the NSExceptionMinimumTLSVersion of \(key.visible()); TLS 1.2 holds.")
            return
        }
        minimumTLSVersion = version
    }
}

extension ExceptionDomain {
    /// The keys of an entry under the spellings that an OS reads.
    private struct Keys {
        let dictionary: [String: PropertyValue]
        let os: OSVersion

        /// The value of a key; where the OS reads legacy spellings, theirs stand in for an absent one.
        func value(_ key: String) -> PropertyValue? {
            if let value = dictionary[key] { return value }
            guard os.readsLegacySpellings else { return nil }
            return ATSKey.legacySpellings(of: key).lazy.compactMap { dictionary[$0] }.first
        }

        func boolean(_ key: String) -> Bool? {
            value(key)?.boolean(readBy: os)
        }

        var unreadLegacySpellings: [String] {
            guard !os.readsLegacySpellings else { return [] }
            return dictionary.keys.sorted().filter {
                $0.hasPrefix("NSTemporaryException") || $0.hasPrefix("NSThirdParty")
            }
        }
    }
}
