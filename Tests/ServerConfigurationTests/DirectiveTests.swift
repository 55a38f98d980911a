import ServerConfiguration
import Testing
import TransportSecurity

/// The exact lines of each server for each need.
@Suite struct DirectiveTests {
    /// The findings that need lines, with the facts that choose these.
    private static let findings: [(name: String, finding: Finding, observation: Observation?)] = [
        ("listener", SampleFacts.finding(.tlsHandshake, cause: .noTLS), .noHandshake(.notTLS)),
        ("protocols", SampleFacts.finding(.tlsVersion), SampleFacts.server(.tls1_0, suite: 0xC013)),
        ("suites", SampleFacts.finding(.tlsForwardSecrecy), SampleFacts.server()),
        ("groups", SampleFacts.finding(.tlsHandshake), SampleFacts.server(group: NamedGroup(rawValue: 30))),
        ("signatures", SampleFacts.finding(.niapSignature), SampleFacts.server(signature: .rsaPKCS1SHA1)),
        ("secret", SampleFacts.finding(.niapExtendedMasterSecret), SampleFacts.server()),
        ("chain", SampleFacts.finding(.certificateTrust, cause: .issuerNotSent), SampleFacts.server()),
    ]

    private static let openSSLSuites = "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384"
    private static let policy =
        "aws elbv2 modify-listener --listener-arn LISTENER_ARN --ssl-policy ELBSecurityPolicy-TLS13-1-2-2021-06"

    static let expected: [ServerSoftware: [String: [String]]] = [
        .nginx: [
            "listener": [
                "listen 8443 ssl;", "ssl_certificate     /etc/nginx/fullchain.pem;",
                "ssl_certificate_key /etc/nginx/privkey.pem;",
            ],
            "protocols": ["ssl_protocols TLSv1.2 TLSv1.3;"],
            "suites": ["ssl_ciphers \(openSSLSuites);"],
            "groups": ["ssl_ecdh_curve X25519:prime256v1:secp384r1;"],
            "signatures": ["ssl_conf_command SignatureAlgorithms ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256;"],
            "secret": ["ssl_protocols TLSv1.2 TLSv1.3;"],
            "chain": [
                "ssl_certificate     /etc/nginx/fullchain.pem;", "ssl_certificate_key /etc/nginx/privkey.pem;",
            ],
        ],
        .apache: [
            "listener": [
                "Listen 8443", "SSLEngine on", "SSLCertificateFile    /etc/apache2/fullchain.pem",
                "SSLCertificateKeyFile /etc/apache2/privkey.pem",
            ],
            "protocols": ["SSLProtocol all -SSLv3 -TLSv1 -TLSv1.1"],
            "suites": ["SSLCipherSuite \(openSSLSuites)"],
            "groups": ["SSLOpenSSLConfCmd Curves X25519:P-256:P-384"],
            "signatures": ["SSLOpenSSLConfCmd SignatureAlgorithms ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256"],
            "secret": ["SSLProtocol all -SSLv3 -TLSv1 -TLSv1.1"],
            "chain": [
                "SSLCertificateFile    /etc/apache2/fullchain.pem",
                "SSLCertificateKeyFile /etc/apache2/privkey.pem",
            ],
        ],
        .haproxy: [
            "listener": ["bind :8443 ssl crt /etc/haproxy/site.pem"],
            "protocols": ["ssl-default-bind-options ssl-min-ver TLSv1.2"],
            "suites": ["ssl-default-bind-ciphers \(openSSLSuites)"],
            "groups": ["ssl-default-bind-curves X25519:P-256:P-384"],
            "signatures": ["ssl-default-bind-sigalgs ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256"],
            "secret": ["ssl-default-bind-options ssl-min-ver TLSv1.2"],
            "chain": ["bind :8443 ssl crt /etc/haproxy/site.pem"],
        ],
        .caddy: [
            "listener": [],
            "protocols": ["tls {", "    protocols tls1.2 tls1.3", "}"],
            "suites": [
                "tls {",
                "    ciphers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "}",
            ],
            "groups": ["tls {", "    curves x25519 secp256r1 secp384r1", "}"],
            "signatures": [],
            "secret": ["tls {", "    protocols tls1.2 tls1.3", "}"],
            "chain": [],
        ],
        .iis: [
            "listener": [
                "New-WebBinding -Name 'Default Web Site' -Protocol https -Port 8443",
                "(Get-WebBinding -Protocol https -Port 8443).AddSslCertificate('THUMBPRINT', 'My')",
            ],
            "protocols": [
                #"$key = 'HKLM:\SYSTEM\CurrentControlSet\Control\SecurityProviders\SCHANNEL\Protocols\TLS 1.2\Server'"#,
                "New-Item $key -Force | Out-Null",
                "New-ItemProperty $key -Name Enabled -Value 1 -PropertyType DWord -Force | Out-Null",
                "New-ItemProperty $key -Name DisabledByDefault -Value 0 -PropertyType DWord -Force | Out-Null",
            ],
            // Each one is put before the others, so that the last one is first.
            "suites": [
                "Enable-TlsCipherSuite -Name TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 -Position 0",
                "Enable-TlsCipherSuite -Name TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 -Position 0",
            ],
            "groups": ["Enable-TlsEccCurve -Name NistP256 -Position 0"],
            "signatures": [],
            "secret": [],
            "chain": [
                #"Import-Certificate -FilePath intermediate.cer -CertStoreLocation Cert:\LocalMachine\CA"#
            ],
        ],
        .awsALB: [
            "listener": [
                "aws elbv2 create-listener --load-balancer-arn LOAD_BALANCER_ARN --protocol HTTPS --port 8443 "
                    + "--ssl-policy ELBSecurityPolicy-TLS13-1-2-2021-06 --certificates CertificateArn=CERTIFICATE_ARN "
                    + "--default-actions Type=forward,TargetGroupArn=TARGET_GROUP_ARN"
            ],
            "protocols": [policy], "suites": [policy], "groups": [], "signatures": [], "secret": [policy],
            "chain": [
                "aws acm import-certificate --certificate-arn CERTIFICATE_ARN --certificate fileb://certificate.pem "
                    + "--certificate-chain fileb://issuers.pem --private-key fileb://privkey.pem"
            ],
        ],
    ]

    @Test(arguments: ServerSoftware.allCases)
    func linesAreExactly(software: ServerSoftware) throws {
        let table = try #require(Self.expected[software])
        for (name, finding, observation) in Self.findings {
            let change = ConfigurationChange(for: [finding], on: observation, port: 8443, with: software)
            #expect(change.lines == table[name], "\(name) for \(software.name)")
            // Where there is no line, a sentence says what to do.
            if change.lines.isEmpty { #expect(!(change.remaining.map(\.sentence) + change.notes).isEmpty) }
        }
    }

    /// The clients that lines shut out are said with each software whose lines do that.
    @Test func lostClientsAreSaid() throws {
        for software in ServerSoftware.allCases {
            for (name, finding, observation) in Self.findings {
                let change = ConfigurationChange(for: [finding], on: observation, port: 8443, with: software)
                let isOpenEnded =
                    ["listener", "chain"].contains(name)
                    || software == .iis
                    || software == .caddy && ["protocols", "secret"].contains(name)
                #expect(change.lostClients.isEmpty == (isOpenEnded || change.lines.isEmpty), "\(name) \(software.name)")
            }
        }
        let change = ConfigurationChange(
            for: [Self.findings[1].finding], on: Self.findings[1].observation, port: 443, with: .nginx)
        #expect(
            change.lostClients == [
                "Clients without TLS 1.2 cannot connect any more, such as Internet Explorer 10 and older, programs on "
                    + "Java 7, and apps on Android 4.4 and older that do not turn TLS 1.2 on.",
                "To keep them, put TLSv1 and TLSv1.1 before TLSv1.2 if they are there now: ATS asks only that the server "
                    + "agrees to TLS 1.2 or 1.3.",
            ])
    }
}
