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
        /// The server meets the demands of ATS with the hello of the system, and agrees to less with that of the
        /// client, which has a TLS stack of its own or another system.
        case clientHello = "client-hello"
        /// The load opens a WebSocket in cleartext.
        case webSocket = "web-socket"
    }
}
