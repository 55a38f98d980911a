/// A violation of one rule, with the expected and the actual value, the error that an app gets, and the exception for
/// the load.
public struct Finding: Hashable, Decodable, Sendable {
    /// The rule that is violated.
    public var rule: RuleID
    /// The violation in one sentence.
    public var message: String
    /// The required value.
    public var expected: String
    /// The value of the server.
    public var actual: String
    /// The code below the `URLError` that an app can see, such as -9802; nil if none is known. See `StatusCode`.
    public var status: Int?
    /// The code of the `URLError` that an app would see; nil if the app would see none. A load ends with one error,
    /// which all findings of its verdict have.
    public var urlError: Int?
    /// The text of the `URLError`.
    public var urlErrorText: String?
    /// The exception that would permit the load, or only leave it to the app; nil if there is none.
    public var exception: Exception?
    /// The cause, where the rule does not determine the fix; nil for all others, and in recordings of versions that
    /// told no causes.
    public var cause: Cause?

    /// Creates a finding of a rule.
    public init(
        rule: RuleID, message: String, expected: String, actual: String, error: LoadError? = nil,
        exception: Exception? = nil, cause: Cause? = nil
    ) {
        self.rule = rule
        self.message = message
        self.expected = expected
        self.actual = actual
        status = error?.status?.rawValue
        urlError = error?.code.rawValue
        urlErrorText = error?.text
        self.exception = exception
        self.cause = cause
    }

    /// Replaces the error, if the finding has one, by that of another finding.
    mutating func takeError(of other: Finding) {
        guard urlError != nil else { return }
        (status, urlError, urlErrorText) = (other.status, other.urlError, other.urlErrorText)
    }
}

extension Finding {
    /// An entry of `NSExceptionDomains` under whose keys the rule has no objection to the load.
    public struct Exception: Hashable, Decodable, Sendable {
        /// The key of the entry: a host name or an address.
        public var domain: String
        /// The keys of the entry, including the relaxations that already hold for this host. The most specific entry
        /// replaces all others: a key that is not repeated would be lost.
        public var keys: [String: PropertyValue]
        /// True if the keys only leave a failure of trust to the app's own code: the load does not succeed unless that
        /// code accepts the server.
        public var overridable: Bool?

        /// Creates an exception for a domain.
        public init(domain: String, keys: [String: PropertyValue], overridable: Bool = false) {
            self.domain = domain
            self.keys = keys
            self.overridable = overridable ? true : nil
        }
    }
}

extension Finding.Exception: CustomStringConvertible {
    /// The entry in one line, such as `example.com { NSExceptionAllowsInsecureHTTPLoads = YES }`.
    public var description: String { "\(domain) { \(assignments.joined(separator: "; ")) }" }

    /// The keys with their values, such as `NSExceptionMinimumTLSVersion = TLSv1.0`, in the order of the keys.
    public var assignments: [String] {
        keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }
    }
}

extension Finding {
    /// The cause of a finding whose rule does not determine the fix.
    public enum Cause: String, CaseIterable, Codable, Sendable {
        /// The server's own certificate is self-signed.
        case selfSigned = "self-signed"
        /// The server did not send the issuer of its own certificate.
        case issuerNotSent = "issuer-not-sent"
        /// The path leads to a root that no known trust store has.
        case unknownRoot = "unknown-root"
        /// The path leads to a root that only the trust stores of other systems have.
        case rootOfOtherSystem = "root-of-other-system"
        /// The server sends the certificate of a CA first, and that certificate is judged in place of its own.
        case reversedChain = "reversed-chain"
        /// The server's own certificate is not valid yet.
        case notYetValid = "not-yet-valid"
        /// The server's own certificate is valid at the time, and that of an issuer is not.
        case issuerOutOfDate = "issuer-out-of-date"
        /// The server's own certificate meets the rule, and that of an issuer does not.
        case issuerAtFault = "issuer-at-fault"
        /// A key is of a kind that Apple's systems do not accept, whatever its size.
        case unsupportedKey = "unsupported-key"
        /// The server signs its handshakes with an algorithm that the system does not offer.
        case unsupportedSignature = "unsupported-signature"
        /// A certificate of the path has a signature that Apple's evaluator does not verify.
        case unsupportedIssuerSignature = "unsupported-issuer-signature"
        /// The server does not answer a hello of the size that the system sends.
        case helloSize = "hello-size"
        /// The server does not speak TLS on the port.
        case noTLS = "no-tls"
        /// The client does not offer the version or suite that ATS demands, since its TLS stack is its own or that of
        /// another system. No probe shows that the server lacks them.
        case clientHello = "client-hello"
        /// The client and the server agreed on less than both may have, and the client's offer is not known. Nothing
        /// shows which of them is at fault.
        case unknownSide = "unknown-side"
        /// The load opens a WebSocket in cleartext.
        case webSocket = "web-socket"
    }
}

extension Sequence<Finding> {
    /// The entry that would permit all the findings together: one domain with the keys of all. Nil if a finding has no
    /// exception, if the findings are about different domains, or if there are none.
    ///
    /// The entry is `overridable` if it only leaves one of the findings to the app.
    public var jointException: Finding.Exception? {
        var merged: Finding.Exception?
        for finding in self {
            guard let exception = finding.exception else { return nil }
            guard var entry = merged else {
                merged = exception
                continue
            }
            guard entry.domain == exception.domain else { return nil }
            for (key, value) in exception.keys {
                entry.keys[key] = entry.keys[key].map { PropertyValue.laxer($0, value, of: key) } ?? value
            }
            if exception.overridable == true { entry.overridable = true }
            merged = entry
        }
        return merged
    }
}

extension PropertyValue {
    /// The value for a key that two exceptions set: the lower version, or the value that permits more.
    public static func laxer(_ one: PropertyValue, _ other: PropertyValue, of key: String) -> PropertyValue {
        // `none` for NIAP's package has no other value to compete with.
        if case .string(let one) = one, case .string(let other) = other { return .string(min(one, other)) }
        guard case .boolean(let first) = one, case .boolean(let second) = other else { return one }
        // The other keys demand something: NO permits more.
        return .boolean(key == ATSKey.exceptionAllowsInsecureHTTPLoads ? first || second : first && second)
    }
}
