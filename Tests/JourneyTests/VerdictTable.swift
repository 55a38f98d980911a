/// The table of verdicts: which rules each server of `Tests/Scripts/judged-site` violates, by OS and policy.
enum VerdictTable {
    /// OS, policy (`-` for none), server, and what is found: violations by their names, warnings with `~` in front.
    ///
    /// `a.wildcard` is asked for by that name, `http:good` in cleartext, `ip:good` by address. Rows of what is met
    /// stand beside those of what is violated.
    static let text = """
        ios27     -           tls10                     tls.version
        ios27     -           tls11                     tls.version
        ios27     -           tls10-rsa                 tls.version tls.forward-secrecy
        ios27     -           tls12
        ios27     -           tls13
        ios27     -           no-ems
        ios27     -           rsa-gcm                   tls.forward-secrecy
        ios27     -           rsa-gcm-closing           tls.forward-secrecy
        ios27     -           rsa-cbc-sha256            tls.cipher tls.forward-secrecy
        ios27     -           rsa-camellia              tls.cipher tls.forward-secrecy
        ios27     -           cbc-sha384                tls.cipher
        ios27     -           cbc-sha-128
        ios27     -           cbc-sha-256
        ios27     -           chacha
        ios27     -           ccm                       tls.cipher
        ios27     -           p521
        ios27     -           brainpool                 tls.handshake
        ios27     -           client
        ios27     -           client-openssl
        ios27     -           client-openssl-12
        ios27     -           client-rsa                tls.forward-secrecy
        ios27     -           copied-13                 tls.handshake
        ios27     -           copied-rsa                tls.forward-secrecy
        ios27     -           public
        ios27     -           no-sct                    certificate.transparency
        ios27     -           one-sct                   certificate.transparency
        ios27     -           days-180
        ios27     -           days-180-second           certificate.transparency
        ios27     -           days-181
        ios27     -           days-398
        ios27     -           days-398-second           certificate.lifetime
        ios27     -           days-399                  certificate.lifetime
        ios27     -           forged-sct                certificate.transparency
        ios27     -           same-log                  certificate.transparency
        ios27     -           same-operator
        ios27     -           unknown-log               certificate.transparency
        ios27     -           rejected-log              certificate.transparency
        ios27     -           retired-log
        ios27     -           retired-logs              certificate.transparency
        ios27     -           frozen-log                certificate.transparency
        ios27     -           other-shard               certificate.transparency
        ios27     -           future-sct                certificate.transparency
        ios27     -           no-purpose                certificate.usage
        ios27     -           any-purpose               certificate.usage
        ios27     -           client-purpose            certificate.usage
        ios27     -           mail-issuer               certificate.usage
        ios27     -           good
        ios27     -           rsa
        ios27     -           rsa-2047                  certificate.key-size
        ios27     -           rsa-1024                  certificate.key-size
        ios27     -           ec-384
        ios27     -           ec-521                    tls.handshake
        ios27     -           ec-521-12
        ios12     -           ec-521                    tls.handshake
        ios12     -           ec-521-12
        ios11     -           ec-521-12
        ios27     off         ec-521                    tls.handshake
        ios27     -           ed25519                   certificate.key-size
        ios27     -           ed25519-no-13             certificate.key-size
        ios27     -           sha1                      certificate.signature
        ios27     -           sha224                    certificate.signature
        ios27     -           sha384
        ios27     -           sha1-issuer               certificate.signature
        ios27     -           small-issuer              certificate.key-size
        ios27     -           expired                   certificate.validity
        ios27     -           early                     certificate.validity
        ios27     -           expired-issuer            certificate.validity
        ios27     -           other-name                certificate.hostname
        ios27     -           common-name               certificate.hostname
        ios27     -           no-dns-name               certificate.hostname
        ios27     -           top-wildcard              certificate.hostname
        ios27     -           days-825
        ios27     -           days-825-second           certificate.lifetime
        ios27     -           installed-no-purpose
        ios27     -           installed-client-purpose  certificate.usage
        ios27     -           self-signed               certificate.trust
        ios27     -           stranger                  certificate.trust
        ios27     -           no-issuer                 certificate.trust
        ios27     -           no-issuer-aia
        ios27     -           no-issuer-p7c
        ios27     -           no-issuer-second
        ios27     -           no-issuer-big             certificate.trust
        ios27     -           no-issuer-silent          certificate.trust
        ios27     -           no-issuer-https           certificate.trust
        ios27     -           narrow                    certificate.trust
        ios27     -           too-deep                  certificate.trust
        ios27     -           not-an-issuer             certificate.trust
        ios27     -           unknown-critical          certificate.trust
        ios27     -           out-of-order
        ios27     -           bad-signature             certificate.trust
        ios27     -           several                   certificate.validity certificate.hostname certificate.signature
        ios27     -           many-names
        ios27     -           on-list                   certificate.revoked
        ios27     -           not-on-list
        ios27     -           3des                      tls.cipher tls.forward-secrecy
        ios27     -           rc4                       tls.version tls.cipher tls.forward-secrecy
        ios27     -           ssl3                      tls.version tls.cipher tls.forward-secrecy
        ios27     -           hybrid
        ios27     -           hybrid-share
        ios27     off         hybrid
        ios27     -           large-reset               tls.handshake
        ios27     -           large-retry               tls.handshake
        ios27     -           large-silent              tls.handshake
        ios27     -           large-alert               tls.handshake
        ios26     -           large-reset               tls.handshake
        ios18     -           large-reset
        ios18     -           large-silent
        ios27     off         large-reset               tls.handshake
        ios27     -           every-other
        ios27     -           banner                    tls.handshake
        ios27     -           closing                   tls.handshake
        ios27     -           staple-good
        ios27     -           staple-revoked            certificate.revoked
        ios27     -           staple-old                certificate.revoked
        ios27     -           tls-sct
        ios27     -           mixed-sct
        ios27     -           tls10-dhe                 tls.version tls.cipher
        ios27     -           dhe                       tls.cipher
        ios27     -           dhe-or-ecdhe
        ios27     -           sha1-handshake
        ios27     -           anonymous                 tls.cipher
        ios27     -           null                      tls.cipher
        ios27     -           x448                      tls.handshake
        ios27     -           a.wildcard
        ios27     -           a.b.wildcard              certificate.hostname
        ios27     -           wildcard                  certificate.hostname
        ios27     -           ab.partial-wildcard       certificate.hostname
        ios27     -           http:good                 cleartext
        ios27     -           ip:address
        ios27     -           ip:other-name             ~certificate.hostname
        ios9      -           good
        ios9      -           rsa-2047                  certificate.key-size
        ios9      -           sha1                      certificate.signature
        ios9      -           sha1-issuer
        ios9      -           small-issuer
        ios9      -           common-name
        ios9      -           no-dns-name               certificate.hostname
        ios9      -           days-825-second
        ios9      -           no-purpose
        ios9      -           any-purpose
        ios9      -           client-purpose            certificate.usage
        ios9      -           no-sct
        ios9      -           cbc-sha384
        ios9      -           cbc-sha-256               tls.cipher
        ios9      -           chacha                    tls.cipher
        ios9      -           tls13                     tls.cipher
        ios9      -           rsa-gcm                   tls.forward-secrecy
        ios9      -           p521
        ios9      -           days-399
        ios9      -           self-signed               certificate.trust
        ios9      -           tls12
        ios9      -           http:good                 cleartext
        ios9      -           ip:good                   certificate.hostname
        ios9      -           ip:address
        ios11     -           good
        ios11     -           rsa-2047                  certificate.key-size
        ios11     -           sha1                      certificate.signature
        ios11     -           sha1-issuer
        ios11     -           small-issuer
        ios11     -           no-sct
        ios11     -           any-purpose
        ios11     -           tls13                     tls.cipher
        ios11     -           chacha                    tls.cipher
        ios11     -           cbc-sha384
        ios11     -           common-name
        ios12     -           no-sct                    certificate.transparency
        ios12     -           one-sct                   certificate.transparency
        ios12     -           public
        ios12     -           tls13
        ios12     -           chacha
        ios12     -           cbc-sha-256               tls.cipher
        ios12     -           any-purpose
        ios12     -           client-purpose            certificate.usage
        ios12     -           common-name
        ios12     -           no-dns-name               certificate.hostname
        ios12     -           days-399
        ios13     -           cbc-sha384
        ios13     -           cbc-sha-256
        ios13     -           rsa-cbc-sha256            tls.forward-secrecy
        ios13     -           common-name               certificate.hostname
        ios13     -           days-398
        ios13     -           days-399                  certificate.lifetime
        ios13     -           sha1-issuer               certificate.signature
        ios13     -           any-purpose               certificate.usage
        ios13     -           no-sct                    certificate.transparency
        ios15.4   -           cbc-sha384                tls.cipher
        ios15.4   -           rsa-cbc-sha256            tls.cipher tls.forward-secrecy
        ios18     -           hybrid                    tls.handshake
        ios18     -           tls12
        ios18     -           good
        ios26     -           hybrid
        ios27     min10       tls10
        ios27     min10       tls10-rsa                 tls.forward-secrecy
        ios27     min10       tls10-dhe                 tls.cipher
        ios27     min10       tls11
        ios27     min10       tls12
        ios27     min10       ssl3                      tls.version tls.cipher tls.forward-secrecy
        ios27     min10       rc4                       tls.cipher tls.forward-secrecy
        ios27     min10       self-signed               certificate.trust
        ios27     min10       http:good                 cleartext
        ios27     min13       tls12                     tls.version
        ios27     min13       tls13
        ios27     min13       tls10                     tls.version
        ios27     nofs        rsa-gcm
        ios27     nofs        rsa-cbc-sha256            tls.cipher
        ios27     nofs        rsa-camellia              tls.cipher
        ios27     nofs        tls12
        ios27     nofs        dhe                       tls.cipher
        ios27     nofs        copied-13                 tls.handshake
        ios27     nofs        client-rsa
        ios27     nofs        copied-rsa
        ios27     nofs        tls10-rsa                 tls.version
        ios27     nofs        rsa-2047                  certificate.key-size
        ios27     nofs        3des                      tls.cipher
        ios9      nofs        rsa-2047
        ios9      nofs        rsa-gcm
        ios27     insecure    expired                   ~certificate.validity
        ios27     insecure    rsa-2047
        ios27     insecure    sha1                      ~certificate.signature
        ios27     insecure    sha224
        ios27     insecure    self-signed               ~certificate.trust
        ios27     insecure    no-sct                    ~certificate.transparency
        ios27     insecure    tls10                     tls.version
        ios27     insecure    rsa-gcm                   tls.forward-secrecy
        ios27     insecure    several                   ~certificate.validity ~certificate.hostname ~certificate.signature
        ios27     insecure    banner
        ios27     insecure    closing
        ios27     insecure    copied-13
        ios27     insecure    on-list                   ~certificate.revoked
        ios27     insecure    days-399                  ~certificate.lifetime
        ios27     insecure    other-name                ~certificate.hostname
        ios27     insecure    http:good
        ios27     open        3des
        ios27     open        dhe                       tls.cipher
        ios27     open        rsa-camellia              tls.cipher
        ios27     open        rc4                       tls.version tls.cipher
        ios27     open        anonymous                 tls.cipher
        ios27     open        null                      tls.cipher
        ios27     open        tls10                     tls.version
        ios27     open        rsa-cbc-sha256            tls.cipher
        ios27     open        self-signed               ~certificate.trust
        ios27     off         tls10
        ios27     off         3des
        ios27     off         self-signed               ~certificate.trust
        ios27     off         banner
        ios27     off         rc4                       tls.cipher
        ios27     off         dhe                       tls.cipher
        ios27     off         rsa-camellia              tls.cipher
        ios27     off         ccm                       tls.cipher
        ios27     off         ssl3                      tls.version
        ios27     off         anonymous                 tls.cipher
        ios27     off         dhe-or-ecdhe
        ios27     off         expired                   ~certificate.validity
        ios27     off         several                   ~certificate.validity ~certificate.hostname ~certificate.signature
        ios27     off         good
        ios27     off         http:good
        ios27     niap        tls12
        ios27     niap        tls13
        ios27     niap        chacha                    niap.cipher
        ios27     niap        no-ems                    niap.extended-master-secret
        ios27     niap        cbc-sha-128               niap.cipher
        ios27     niap        sha1-handshake            niap.signature
        ios27     niap        sha1                      certificate.signature
        ios27     niap        rsa-gcm                   tls.forward-secrecy niap.cipher
        ios27     niap        tls10                     tls.version niap.cipher
        ios27     niap        good
        ios26     niap        chacha
        ios26     niap        no-ems
        system27  -           tls12
        system27  -           chacha                    niap.cipher
        system27  -           no-ems                    niap.extended-master-secret
        system27  -           sha1-handshake            niap.signature
        system27  -           good
        system27  -           tls10                     tls.version niap.cipher
        system27  -           http:good                 cleartext
        system27  -           ip:good                   certificate.hostname
        ios15     ct          good                      certificate.transparency
        ios15     ct          public
        ios15     ct          one-sct                   certificate.transparency
        ios17     ct          good
        ios27     pin-leaf    good
        ios27     pin-leaf    rsa                       certificate.pin
        ios27     pin-leaf    tls12                     certificate.pin
        ios27     pin-leaf    public
        ios27     pin-ca      good
        ios27     pin-ca      public                    certificate.pin
        ios27     pin-ca      self-signed               certificate.trust certificate.pin
        ios27     pin-ca      stranger                  certificate.trust
        ios27     pin-ca-off  good
        ios27     pin-ca-off  public                    ~certificate.pin
        ios13     pin-ca      public
        ios14     pin-ca      public                    certificate.pin
        ios27     local       ip:address
        ios27     local       ip:good                   certificate.hostname
        ios27     local       ip:address-as-name        certificate.hostname
        ios12     local       ip:address-as-name
        """

    /// The policies, as JSON; `@ec` and the like stand for digests of keys that the site has made.
    static let policies: [String: String] = [
        "-": "{}",
        "min10": exception(#""NSExceptionMinimumTLSVersion":"TLSv1.0""#),
        "min13": exception(#""NSExceptionMinimumTLSVersion":"TLSv1.3""#),
        "nofs": exception(#""NSExceptionRequiresForwardSecrecy":false"#),
        "insecure": exception(#""NSExceptionAllowsInsecureHTTPLoads":true"#),
        "open": exception(#""NSExceptionAllowsInsecureHTTPLoads":true,"NSExceptionRequiresForwardSecrecy":false"#),
        "ct": exception(#""NSRequiresCertificateTransparency":true"#),
        "off": #"{"NSAllowsArbitraryLoads":true}"#,
        "local": #"{"NSAllowsLocalNetworking":false}"#,
        "niap": #"{"NSRequiresNIAPTLSPackageVersion":"FCP_v2.1"}"#,
        "pin-leaf": pins("NSPinnedLeafIdentities", "@ec"),
        "pin-ca": pins("NSPinnedCAIdentities", "@issuer", "@stranger"),
        "pin-ca-off": pins("NSPinnedCAIdentities", "@issuer", besides: #""NSAllowsArbitraryLoads":true,"#),
    ]

    private static func exception(_ keys: String) -> String {
        #"{"NSExceptionDomains":{"test":{"NSIncludesSubdomains":true,\#(keys)}}}"#
    }

    private static func pins(_ key: String, _ names: String..., besides: String = "") -> String {
        let identities = names.map { #"{"SPKI-SHA256-BASE64":"\#($0)"}"# }.joined(separator: ",")
        return #"{\#(besides)"NSPinnedDomains":{"test":{"NSIncludesSubdomains":true,"\#(key)":[\#(identities)]}}}"#
    }
}
