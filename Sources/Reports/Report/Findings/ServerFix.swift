import TransportSecurity

/// The change that removes a violation, mostly of the server: a sentence, and lines for nginx. Such a change is better
/// than an exception in the app.
public struct ServerFix: Hashable, Sendable {
    /// The change in one sentence.
    public var sentence: String
    /// The configuration for nginx; nil if none is applicable.
    public var nginx: String?

    /// Creates the fix for a finding: by its cause, or else by its rule.
    public init(for finding: Finding) {
        switch finding.cause {
        case nil:
            self.init(for: finding.rule)
        case .noTLS:
            self.init("Serve TLS on this port, or correct the port in the URL.", nginx: Self.https)
        case .webSocket:
            self.init("Use wss in the URL, and serve the WebSocket over TLS.", nginx: Self.https)
        case .selfSigned:
            self.init(
                "Install a certificate that a CA issued; a test's own can be given to atsproxy by --ca-file.",
                nginx: Self.chain)
        case .issuerNotSent:
            self.init("Send the full chain: the intermediate certificates, too.", nginx: Self.chain)
        case .unknownRoot:
            self.init(
                "Install a certificate of a publicly trusted CA; the root of a company or a test can be given to "
                    + "atsproxy by --ca-file.", nginx: Self.chain)
        case .rootOfOtherSystem:
            self.init("Install a certificate under a root that this system has.", nginx: Self.chain)
        case .reversedChain:
            self.init("Send the server's own certificate first, then the issuer of each.", nginx: Self.chain)
        case .notYetValid:
            self.init(
                "Install a certificate that is valid today, or correct the clock of the machine that made it.",
                nginx: Self.chain)
        case .issuerOutOfDate:
            self.init(
                "Send the present certificate of the issuer; the server's own certificate is valid. If a root of your "
                    + "own has ended, install a new one on the devices.",
                nginx: Self.chain)
        case .issuerAtFault:
            self.init(
                "Send other issuers, or have the certificate issued by another CA; the server's own certificate is not "
                    + "at fault.", nginx: Self.chain)
        case .unsupportedKey:
            self.init(
                "Issue a certificate with an RSA key (rsaEncryption) of 2048 bits or an EC key on P-256 or P-384.",
                nginx: Self.chain)
        case .helloSize:
            self.init(
                "Update the server, or the device in front of it, so that it takes a ClientHello of several TCP "
                    + "segments."
            )
        case .clientHello:
            self.init(
                "Load through URLSession on the system that is judged, or update the TLS stack that the app brings: "
                    + "this client does not ask for what ATS demands.")
        case .unknownSide:
            self.init(
                "Capture the beginning of the connection, and run atsproxy import on it: what the client offers tells "
                    + "whether the client or the server has to change.")
        case .unsupportedIssuerSignature:
            self.init(
                "Have the certificates issued with signatures by RSA (PKCS #1 v1.5) or ECDSA on P-256, P-384 or P-521, "
                    + "with SHA-256 or stronger.", nginx: Self.chain)
        case .unsupportedSignature:
            self.init(
                "Give the server a certificate with an RSA key (rsaEncryption) or an EC key on P-256 or P-384.",
                nginx: Self.chain)
        }
    }

    /// Creates the fix for the findings of a rule.
    public init(for rule: RuleID) {
        switch rule {
        case .cleartext:
            self.init("Use https in the URL, and serve the resource there.", nginx: Self.https)
        case .tunnelCleartext:
            self.init("Use https in the URL if the server speaks TLS on this port; otherwise offer TLS there.")
        case .tlsVersion, .tunnelVersion:
            self.init("Enable TLS 1.2 and TLS 1.3 on the server.", nginx: Self.protocols)
        case .tlsCipher, .tlsForwardSecrecy, .niapCipher:
            self.init("Enable ECDHE cipher suites with AES-GCM on the server.", nginx: Self.suites)
        case .tunnelCipher:
            // The client offers permitted suites as well, or the probe has shown that the server has none.
            self.init(
                "Let the server prefer ECDHE cipher suites with AES-GCM to all others, and enable them if it has none.",
                nginx: Self.suites)
        case .tlsHandshake:
            self.init("Find out why the server refuses TLS: SNI, port, client certificate, its own log.")
        case .certificateTrust:
            self.init(
                "Install a certificate of a publicly trusted CA, together with its intermediate certificates.",
                nginx: Self.chain)
        case .certificateValidity:
            self.init("Renew the certificate, and automate that (ACME).", nginx: Self.chain)
        case .certificateHostname:
            self.init("Issue a certificate whose subjectAltName has this very host.", nginx: Self.chain)
        case .certificateKeySize:
            self.init(
                "Issue a certificate with an RSA key of 2048 bits or an EC key of 256 bits at least.", nginx: Self.chain
            )
        case .certificateSignature, .niapSignature:
            self.init(
                "Issue a certificate that is signed with SHA-256 or stronger, all its issuers too.", nginx: Self.chain)
        case .certificateUsage:
            self.init("Issue a certificate whose extended key usage has serverAuth.", nginx: Self.chain)
        case .certificateLifetime:
            // The CA/Browser Forum's ballot SC-081 limits the lifetime of public CAs' certificates.
            self.init(
                "Get a certificate that the system accepts: of at most 398 days from a public CA, which issue 200 days "
                    + "at most since 2026-03-15, or of at most 825 days from a private one.", nginx: Self.chain)
        case .certificateRevoked:
            self.init("Replace the revoked certificate, and find out why it was revoked.", nginx: Self.chain)
        case .certificateTransparency:
            self.init("Have the certificate issued by a CA that logs it in enough CT logs.")
        case .certificatePin:
            self.init("Bring NSPinnedDomains and the keys of the server together; keep a spare pin.")
        case .niapExtendedMasterSecret:
            self.init(
                "Update the server's TLS library: Extended Master Secret (RFC 7627), or TLS 1.3.", nginx: Self.protocols
            )
        case .tunnelSNI:
            self.init("Find out why the client asks in the tunnel for another host than it named to the proxy.")
        case .tunnelCertificate:
            self.init(
                "Compare the certificates yourself; --strict-tunnel blocks one that it cannot see, as in TLS 1.3, or "
                    + "that is another one.")
        }
    }

    /// Creates a fix, with a configuration for nginx if one is applicable.
    private init(_ sentence: String, nginx: String? = nil) {
        self.sentence = sentence
        self.nginx = nginx
    }

    private static let protocols = "ssl_protocols TLSv1.2 TLSv1.3;"

    private static let suites = """
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384;
        """

    private static let chain = """
        # The server's certificate first, then its intermediates; not the root.
        ssl_certificate     /etc/nginx/fullchain.pem;
        ssl_certificate_key /etc/nginx/privkey.pem;
        """

    private static let https = """
        listen 443 ssl;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_certificate     /etc/nginx/fullchain.pem;
        ssl_certificate_key /etc/nginx/privkey.pem;
        """
}
