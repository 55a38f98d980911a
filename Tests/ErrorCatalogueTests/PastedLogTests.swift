import ErrorCatalogue
import Testing
import TransportSecurity

@Suite struct PastedLogTests {
    /// Text that apps, Xcode's console and crash reporters printed, and the codes that it means, innermost first.
    static let pastes: [(text: String, codes: [Int])] = [
        ("-1200", [-1200]), ("1200", [-1200]), ("−9802", [-9802]), ("310", [310]), ("-1200\n-9802", [-9802, -1200]),
        (
            "App Transport Security has blocked a cleartext HTTP (http://) resource load since it is insecure. "
                + "Temporary exceptions can be configured via your app's Info.plist file.", [-1022]
        ),
        (
            "App Transport Security has blocked a cleartext HTTP connection to api.example.com since it is insecure. Use "
                + "HTTPS instead or add this domain to Exception Domains in your Info.plist.", [-1022]
        ),
        (
            "The resource could not be loaded because the App Transport Security policy requires the use of a secure "
                + "connection.", [-1022]
        ),
        ("An SSL error has occurred and a secure connection to the server cannot be made.", [-1200]),
        (
            "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
                + "“api.example.com” which could put your confidential information at risk.", [-1202]
        ),
        (
            "The certificate for this server was signed by an unknown\n certifying authority. You might be connecting to "
                + "a server that is pretending to be “a.example” which could put your confidential information at risk.",
            [-1203]
        ),
        ("The certificate for this server has expired.", [-1201]),
        ("CFNetwork SSLHandshake failed (-9806)", [-9806]),
        ("NSURLConnection/CFURLConnection HTTP load failed (kCFStreamErrorDomainSSL, -9824)", [-9824]),
        ("NSURLSession/NSURLConnection HTTP load failed (kCFStreamErrorDomainSSL, -9843)", [-9843]),
        (
            """
            2018-04-18 11:01:48.813169+0530 SC[1987:493750] TIC SSL Trust Error [25:0x1c0176d40]: 3:0
            2018-04-18 11:01:51.183374+0530 SC[1987:493750] NSURLSession/NSURLConnection HTTP load failed (kCFStreamErrorDomainSSL, -9807)
            2018-04-18 11:01:51.183516+0530 SC[1987:493750] Task <06705018-EF17-418D-A116-4901CD538D11>.<0> HTTP load failed (error code: -1202 [3:-9807])
            2018-04-18 11:01:51.186213+0530 SC[1987:493745] NSURLConnection finished with error - code -1202
            """, [-9807, -1202]
        ),
        (
            """
            TIC TCP Conn Failed [1:0x1c4164c80]: 3:-9802 Err(-9802)
            HTTP load failed (error code: -1200 [3:-9802]) for Task <A3954377-95A4-40CF-B080-45910A5870E7>.<1>
            """, [-9802, -1200]
        ),
        ("TIC TCP Conn Failed [3:0x600001a1c0c0]: 1:61 Err(61)", [61]),
        ("TIC Read Status [9:0x600000169cc0]: 1:57", [57]),
        ("HTTP load failed (error code: -999 [1:89])", [89, -999]),
        (
            """
            Connection 2: default TLS Trust evaluation failed(-9813)
            Connection 2: TLS Trust encountered error 3:-9813
            Connection 2: encountered error(3:-9813)
            Task <723E2384-05B4-4F35-834F-788FA691E3E4>.<0> HTTP load failed, 0/0 bytes (error code: -1202 [3:-9813])
            """, [-9813, -1202]
        ),
        (
            "Task <9A-8B>.<1> finished with error [-1200] Error Domain=NSURLErrorDomain Code=-1200 \"An SSL error has "
                + "occurred and a secure connection to the server cannot be made.\" UserInfo={"
                + "NSErrorFailingURLStringKey=https://ios.example.com/rqd/sync?aid=6B1F2A11-DC57, _kCFStreamErrorDomainKey=3, "
                + "NSUnderlyingError=0x2823e40f0 {Error Domain=kCFErrorDomainCFNetwork Code=-1200 \"(null)\" UserInfo={"
                + "_kCFStreamPropertySSLClientCertificateState=0, _kCFNetworkCFStreamSSLErrorOriginalValue=-9816, "
                + "_kCFStreamErrorDomainKey=3, _kCFStreamErrorCodeKey=-9816, _NSURLErrorNWPathKey=satisfied (Path is "
                + "satisfied), viable, interface: en0[802.11], ipv4, dns, proxy}}, _kCFStreamErrorCodeKey=-9816}",
            [-9816, -1200]
        ),
        (
            "sessionTaskFailed(error: Error Domain=NSURLErrorDomain Code=-1200 \"Une erreur SSL s’est produite et il est "
                + "impossible d’établir une connexion sécurisée avec le serveur.\" UserInfo={_kCFStreamErrorDomainKey=3, "
                + "NSUnderlyingError=0x2802b34b0 {Error Domain=kCFErrorDomainCFNetwork Code=-1200 \"(null)\" UserInfo={"
                + "_kCFNetworkCFStreamSSLErrorOriginalValue=-9802, _kCFStreamErrorDomainKey=3}}})", [-9802, -1200]
        ),
        (
            "Error Domain=NSURLErrorDomain Code=-1200 \"Es ist ein SSL-Fehler aufgetreten, und es kann keine sichere "
                + "Verbindung zum Server hergestellt werden.\" UserInfo={_kCFStreamErrorCodeKey=-9858}", [-9858, -1200]
        ),
        (
            "Error Domain=NSURLErrorDomain Code=-1202 \"このサーバの証明書は無効です。\" UserInfo={_kCFStreamErrorDomainKey=3, "
                + "_kCFStreamErrorCodeKey=-9814}", [-9814, -1202]
        ),
        (
            "Error Domain=NSURLErrorDomain Code=-1200 \"发生了 SSL 错误，无法建立与该服务器的安全连接。\" UserInfo={"
                + "_kCFStreamErrorCodeKey=-9860, NSLocalizedRecoverySuggestion=您仍要连接此服务器吗？}", [-9860, -1200]
        ),
        (
            "URLError(_nsError: Error Domain=NSURLErrorDomain Code=-1022 \"The resource could not be loaded because the "
                + "App Transport Security policy requires the use of a secure connection.\")", [-1022]
        ),
        ("Foundation.URLError(_nsError: Error Domain=NSURLErrorDomain Code=-1009 \"(null)\")", [-1009]),
        ("caught URLError.Code.serverCertificateUntrusted", [-1202]),
        ("URLError(.dnsLookupFailed)", [-1006]),
        ("The operation couldn’t be completed. (NSURLErrorDomain error -1202.)", [-1202]),
        ("The operation couldn't be completed. (kCFErrorDomainCFNetwork error 311.)", [311]),
        ("Error Domain=kCFErrorDomainCFNetwork Code=310 \"There was a problem communicating with the proxy\"", [310]),
        (
            "Error Domain=NSURLErrorDomain Code=-1005 \"The network connection was lost.\" UserInfo={NSUnderlyingError="
                + "0x1 {Error Domain=kCFErrorDomainCFNetwork Code=-1005 \"(null)\" UserInfo={_kCFStreamErrorCodeKey=54, "
                + "_kCFStreamErrorDomainKey=1, NSErrorPeerAddressKey=<CFData 0x2>}}}", [54, -1005]
        ),
        (
            "Error Domain=NSOSStatusErrorDomain Code=-67843 \"“old.example” certificate is not trusted\" UserInfo={"
                + "NSLocalizedDescription=“old.example” certificate is not trusted}", [-67843]
        ),
        ("“tls.invalid” certificate is not standards compliant: -67901", [-67901]),
        ("SecTrustEvaluateWithError: “a.example” certificate name does not match input", [-67602]),
        (
            """
            [BoringSSL] boringssl_context_handle_fatal_alert(1872) [C32.1.1:2][0x7ff0abe88790] read alert, level: fatal, description: handshake failure
            [BoringSSL] boringssl_session_handshake_error_print(111) [C32.1.1:2][0x7ff0abe88790] 140671651828232:error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE:ssl/tls_record.cc:587:SSL alert number 40
            [BoringSSL] nw_protocol_boringssl_handshake_negotiate_proceed(726) [C32.1.1:2][0x7ff0abe88790] handshake failed at state 12288
            """, [-9824]
        ),
        (
            "boringssl_context_handle_fatal_alert(2170) [C1.1.1:2][0x1] read alert, level: fatal, description: certificate "
                + "required", [-9863]
        ),
        ("error:1000042e:SSL routines:OPENSSL_internal:TLSV1_ALERT_PROTOCOL_VERSION: SSL alert number 70", [-9836]),
        ("nw_proxy_resolver_create_parsed_array [C32 proxy pac] Evaluation error: NSURLErrorDomain: -1003", [-1003]),
        // Interfaces of apps group digits.
        ("Error -1,200", [-1200]), ("(-9,802) −1,022", [-9802, -1022]),
        ("at -1,200,5 and 9-1,022 and -67,602.", [-67602]),
        // supermerill/SuperSlicer 1110, and the reports of daltoniam/Starscream 721.
        (
            "trustevaluationagent Trust evaluate failure: [leaf MissingIntermediate NonEmptySubject ServerAuthEKU "
                + "SignatureHashAlgorithms ValidityPeriodMaximums]", [-25318, -67655, -67609, -67815, -67901]
        ),
        ("Trust evaluate failure: [leaf ExtendedKeyUsage] [ca1 IntermediateEKU]", [-67609]),
        (
            "Error Domain=NSOSStatusErrorDomain Code=-67602 \"Certificate 0 “a.example” has errors: SSL hostname does not "
                + "match name(s) in certificate;\"", [-67602]
        ),
        ("Certificate 0 “52.72.125.50” has errors: Extended key usage does not match certificate usage;", [-67609]),
        (
            "Certificate 0 “a.example” has errors: SSL hostname does not match name(s) in certificate, Root is not trusted;",
            [-67602, -67843]
        ),
        ("errSSLATSCiphersuiteViolation", [-9882]), ("kCFURLErrorServerCertificateHasUnknownRoot", [-1203]),
        ("[3:-9802] -1022", [-9802, -1022]),
        // Several errors, and each once.
        (
            "Code=-1022 and Error Domain=NSURLErrorDomain Code=-1022, then -9802 and error code: -1200 [3:-9802]",
            [-9802, -1022, -1200]
        ),
        // Nothing of this is a code.
        ("", []), ("12", []), ("2026-11-20 10:22:01 -0700 id 12-1022 uuid ab-9802 at -122.41 to -9802-1", []),
        ("-99999999999999999999", []), ("boringssl-283.60.3 CFNetwork-1410 libnetwork-9802.dylib", []),
        ("Error Domain=org.openid.appauth.general Code=-5 \"Connection error\"", []),
        ("Error Domain=com.example.app Code=-1200 \"not ours\"", []),
    ]

    @Test(arguments: pastes) func explainsWhatWasPasted(paste: (text: String, codes: [Int])) {
        #expect(PastedLog(paste.text).explanations.compactMap(\.code) == paste.codes)
    }

    /// Sentences without a code, and the beginning of their names.
    @Test(arguments: [
        ("ATS failed system trust", ["ATS failed system trust"]),
        ("Trust evaluate failure: [leaf OwnCheck]", ["Trust evaluate failure"]), ("Trust evaluate failure", []),
        (
            "HandshakeException: Handshake error in client (OS Error:\n\tCERTIFICATE_VERIFY_FAILED: certificate has "
                + "expired(handshake.cc:297))", ["CERTIFICATE_VERIFY_FAILED", "HandshakeException"]
        ),
        (
            "SocketException: Failed host lookup: 'a.example' (OS Error: nodename nor servname provided, or not known, "
                + "errno = 8)", ["Failed host lookup"]
        ),
        (
            "DioError [DioErrorType.DEFAULT]: Bad state: Insecure HTTP is not allowed by platform: http://a.example/user",
            ["Insecure HTTP is not allowed by platform"]
        ),
        (
            "DioException [connection error]: The connection errored: Connection failed This indicates an error which most "
                + "likely cannot be solved by the library.", ["The connection errored"]
        ),
        (
            "DioException [connection error]: The connection errored: Failed host lookup: 'a.example'",
            ["Failed host lookup"]
        ),
        ("[AxiosError: Network Error]", ["AxiosError … Network Error"]),
        (#"{"name": "AxiosError", "message": "Network Error"}"#, ["AxiosError … Network Error"]), ("Network Error", []),
        ("TIC SSL Trust Error [193:0x60400017f140]: 3:0", ["TIC SSL Trust Error"]),
        (
            "boringssl_context_handle_fatal_alert(2170) [C2:2][0x1] write alert, level: fatal, description: certificate "
                + "unknown", ["write alert"]
        ),
        ("OPENSSL_internal:WRONG_VERSION_NUMBER:ssl/tls_record.cc:242", ["WRONG_VERSION_NUMBER"]),
        ("nw_protocol_boringssl_handshake_negotiate_proceed(726) handshake failed", ["nw_protocol_boringssl"]),
        ("boringssl_metrics_log_metric_block_invoke(144) Failed to log metrics", ["boringssl_metrics_log_metric"]),
        ("-9802 nw_protocol_boringssl_handshake_negotiate_proceed(726)", ["errSSLFatalAlert"]),
        ("ATS failed system trust\nencountered error(3:-9802)", ["ATS failed system trust", "errSSLFatalAlert"]),
    ])
    func explainsSentencesWithoutACode(text: String, names: [String]) {
        #expect(PastedLog(text).explanations.map(\.name) == names)
    }

    @Test func aTrustFailureNamesCertificatesAndChecks() throws {
        let line = "Trust evaluate failure: [leaf SystemTrustedCTRequired OwnCheck] [root AnchorTrusted]\nnext [1]"
        let error = try #require(PastedLog(line).explanations.first)
        #expect(
            error.causes == [
                "The server's own certificate fails SystemTrustedCTRequired, OwnCheck, which is not known here.",
                "The last certificate of the chain fails AnchorTrusted.",
            ])
        #expect(error.rules == [.certificateTrust, .certificateTransparency])
    }

    @Test(arguments: [
        ("-1234", ["-1234"]), ("-9802 and -1234", ["-1234"]), ("-9899", ["-9899"]),
        ("Error Domain=NSURLErrorDomain Code=-1999", ["NSURLErrorDomain -1999"]),
        ("NSPOSIXErrorDomain Code=9999", ["NSPOSIXErrorDomain 9999"]),
        ("Error Domain=org.openid.appauth.general Code=-5 \"x\"", ["org.openid.appauth.general -5"]),
        ("Error Domain=com.example.app Code=-1200 \"x\" Code=-1200", ["com.example.app -1200"]), ("nothing", []),
    ])
    func namesCodesThatAreNotKnown(text: String, unknown: [String]) {
        #expect(PastedLog(text).unknown == unknown)
    }

    @Test(arguments: ["9802", "note\n9802\n", "note\r\n9802\r\nmore"])
    func readsACodeOnALineOfItsOwn(text: String) {
        #expect(PastedLog(text).explanations.map(\.code) == [-9802])
    }

    @Test func findsHosts() {
        let log = PastedLog("NSErrorFailingURLKey=https://Api.Example.com/x?y=1, url=\"http://10.0.0.1:8080\" http://")
        #expect(log.hosts.map(\.description) == ["api.example.com", "10.0.0.1"])
        let blocked = PastedLog("has blocked a cleartext HTTP connection to old.example since it is insecure")
        #expect(blocked.hosts.map(\.description) == ["old.example"])
    }

    @Test func longTextIsReadUpToALimit() {
        let noise = String(repeating: "-12 12 x.y [ ", count: PastedLog.limit / 13)
        #expect(PastedLog("-1022 " + noise + noise + " -9802").explanations.map(\.code) == [-1022])
    }

    @Test(arguments: [
        ("NSErrorFailingURLKey=https://old.example:8443/a?b=c, Code=-1202", "https://old.example:8443"),
        ("http://[2001:db8::1]/x and https://b.example failed with -1022", "http://[2001:db8::1]"), ("-1202", nil),
    ])
    func namesTheFirstURLWithoutPathAndQuery(text: String, url: String?) {
        #expect(PastedLog(text).url == url)
    }

    @Test func readsACodeRightAfterItsDomain() {
        #expect(PastedLog("NSURLErrorDomain-1202").explanations.map(\.code) == [-1202])
        #expect(PastedLog("MyOwnDomain-1202").unknown == ["MyOwnDomain -1202"])
    }
}
