/// One entry of `NSExceptionDomains`, as one OS reads it.
///
/// Entries are never merged. A key that an entry omits has ATS's own default, even if a less specific entry sets it.
public struct ExceptionDomain: Hashable, Sendable {
    /// The key as the policy spells it: a host name, an address or a CIDR range.
    public var key: String
    /// `NSIncludesSubdomains`; it has no meaning for addresses.
    public var includesSubdomains = false
    /// `NSExceptionAllowsInsecureHTTPLoads`.
    public var allowsInsecureHTTPLoads = false
    /// `NSExceptionMinimumTLSVersion`.
    public var minimumTLSVersion = TLSVersion.tls1_2
    /// `NSExceptionRequiresForwardSecrecy`.
    public var requiresForwardSecrecy = true
    /// `NSRequiresCertificateTransparency`; false if the OS does not read the key.
    public var requiresCertificateTransparency = false
    /// `NSExceptionRequiresNIAPTLSPackageVersion`; nil if the top level of the policy decides.
    public var niapTLSPackage: NIAPTLSPackage?
    /// Whether the entry is built into the system.
    public var isBuiltIn = false
    /// Sentences about values that this OS reads differently than the author may have meant.
    public var notes: [String] = []

    /// Creates an entry with ATS's own defaults.
    public init(key: String) {
        self.key = key
    }

    /// Creates the entry that an OS reads from a dictionary.
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
        notes = keys.unreadLegacySpellings.map { spelling in
            "\(os) does not read \(spelling.visible()), which the entry \(key.visible()) has."
        }
        readMinimumTLSVersion(keys.value(ATSKey.exceptionMinimumTLSVersion), readBy: os)
    }

    /// Sets the minimum version from a value.
    ///
    /// The engine accepts exactly `TLSv1.` and a digit from 0 to 3. For any other value the minimum stays at TLS 1.2
    /// (testMinTLSVersionDisallowedStrings). The engine also accepts DTLS versions, which set no minimum for TLS.
    private mutating func readMinimumTLSVersion(_ value: PropertyValue?, readBy os: OSVersion) {
        guard let value else { return }
        guard case .string(let name) = value, let version = TLSVersion(name: name), version != .ssl3 else {
            notes.append(
                "The NSExceptionMinimumTLSVersion of \(key.visible()) is no version that ATS reads; TLS 1.2 holds.")
            return
        }
        guard version < .tls1_3 || os.readsTLS13AsMinimum else {
            notes.append(
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

        /// The value of a key. An OS that reads legacy spellings takes the value of one of these if the key is absent.
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

extension ExceptionDomain {
    /// The entries for Apple's own hosts that the engine installs before the entries of any app
    /// (SecProtocolConfiguration.m, testBuiltInExceptions). An entry of the app with the same key replaces the built-in
    /// one completely.
    public static let builtIn: [ExceptionDomain] = [
        builtIn("apple.com", from: .tls1_2), builtIn("setup.icloud.com", from: .tls1_2),
        builtIn("ls.apple.com", from: .tls1_0), builtIn("gs.apple.com", from: .tls1_0),
        builtIn("geo.apple.com", from: .tls1_0), builtIn("is.autonavi.com", from: .tls1_0),
        builtIn("apple-mapkit.com", from: .tls1_0),
    ]

    private static func builtIn(_ key: String, from version: TLSVersion) -> ExceptionDomain {
        var exception = ExceptionDomain(key: key)
        exception.includesSubdomains = true
        exception.allowsInsecureHTTPLoads = true
        exception.minimumTLSVersion = version
        exception.requiresForwardSecrecy = false
        exception.isBuiltIn = true
        return exception
    }
}
