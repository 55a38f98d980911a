import TransportSecurity

/// The sentences that apps and Xcode's console print for failed loads.
///
/// Source: `localizedDescription` of the errors in English, and published logs of iOS 9 to 27. `ErrorLanguage` has the
/// sentences in other languages. Logs may cut sentences off, so most have only their beginning here.
enum ErrorSentences {
    /// A sentence, in lower case with straight quotes, and the code that it stands for.
    static let codes: [(sentence: String, code: Int)] = [
        ("app transport security has blocked a cleartext http", -1022),
        ("because the app transport security policy requires", -1022),
        ("does not conform to ats policy", -1022),
        ("use https instead or add this domain to exception domains", -1022),
        ("an ssl error has occurred and a secure connection", -1200),
        ("a tls error caused the secure connection", -1200),
        ("the certificate for this server has expired", -1201),
        ("the certificate for this server is invalid", -1202),
        ("the certificate for this server was signed by an unknown certifying authority", -1203),
        ("the certificate for this server is not yet valid", -1204),
        ("did not accept the certificate", -1205),
        ("requires a client certificate", -1206),
        ("the request timed out", -1001),
        ("a server with the specified hostname could not be found", -1003),
        ("could not connect to the server", -1004),
        ("the network connection was lost", -1005),
        ("the internet connection appears to be offline", -1009),
        ("there was a bad response from the server", -1011),
        ("a data connection cannot be established since a call is currently active", -1019),
        ("a data connection is not currently allowed", -1020),
        ("certificate name does not match input", -67602),
        ("certificate is not trusted", -67843),
        ("certificate is expired", -67818),
        ("certificate is revoked", -67820),
        // The reasons behind `Certificate 0 “a.example” has errors:` (Apple's SecFrameworkStrings.h).
        ("hostname does not match", -67602),
        ("certificate is not temporally valid", -67818),
        ("key size is not permitted for this use", -67735),
        ("signature hash algorithm is not permitted for this use", -67815),
        ("extended key usage does not match certificate usage", -67609),
        ("non-ca certificate used as a ca", -67605),
        ("chain exceeded constrained path length", -67611),
        ("root is not trusted", -67843),
        ("unable to build chain to root", -25318),
        ("certificate exceeds maximum temporal validity period", -67901),
        ("failed to check revocation", -67635),
        ("sslv3_alert_handshake_failure", -9824),
        ("handshake_failure_on_client_hello", -9824),
        ("tlsv1_alert_protocol_version", -9836),
        ("tlsv1_alert_internal_error", -9838),
        ("tlsv1_alert_insufficient_security", -9837),
        ("tlsv1_alert_unrecognized_name", -9865), ("tlsv1_unrecognized_name", -9865),
        ("tlsv1_certificate_required", -9863),
        ("connection reset by peer", 54),
        ("connection refused", 61),
    ]

    /// Sentences without a code. The name is the beginning of the sentence.
    static let others: [ErrorExplanation] = [
        sentence(
            "ATS failed system trust", kind: .trust,
            meaning: "The system's trust evaluation failed, and ATS applies, so that the app is not asked.",
            causes: ["Any fault of the certificates: date, name, root, usage, lifetime, transparency, revocation."]),
        sentence(
            "TIC SSL Trust Error", kind: .trust,
            meaning: "The system's trust evaluation failed; the 3 names TLS, and the 0 that there is no code yet.",
            causes: [
                "A certificate of the chain is faulty, or its root is not trusted.",
                "A tool such as Charles presents a certificate of its own.",
            ]),
        sentence(
            "certificate is not standards compliant", kind: .trust,
            meaning: "A certificate does not meet what the system demands of all server certificates.",
            causes: [
                "It is valid for too long, has no subjectAltName or no extended key usage for servers, or is signed "
                    + "with SHA-1."
            ]),
        sentence(
            "CERTIFICATE_VERIFY_FAILED", kind: .trust,
            meaning: "The client refused the server's certificate during the handshake."),
        sentence(
            "WRONG_VERSION_NUMBER", kind: .corrupted, meaning: "The server's answer is not TLS.",
            causes: ["The port speaks HTTP or another protocol, and not TLS."]),
        sentence(
            "does not support the expected services", kind: .secureConnection,
            meaning: "The enrolment of a device could not use the service that the organisation's domain names.",
            causes: [
                "From version 27 on: the TLS of a server of device management does not meet ATS and FCP_v2.1.",
                "The file /.well-known/com.apple.remotemanagement of the domain is missing, or has the wrong type.",
            ],
            advice: [
                "Run atsproxy check --os system27 for the domain of the account and for the server that the file names."
            ]),
        ErrorExplanation(
            layer: .connection, code: nil, name: "Failed host lookup", kind: .lookup,
            meaning: "Dart could not find the address of the host.",
            causes: ErrorKind.lookup.causes + ["The device has no network, or the app must not use it."]),
        sentence(
            "Insecure HTTP is not allowed by platform", kind: .cleartext,
            meaning: "Dart itself refused a load in cleartext, before it sent anything.",
            causes: [
                "Flutter from 1.22 to 2.x reads NSAppTransportSecurity itself, and finds no cleartext permitted for the host."
            ],
            advice: [
                "Let the server speak https, and load with that.",
                "Look at the host in the policy with atsproxy policy explain. Newer engines permit cleartext by default.",
            ]),
        sentence(
            "HandshakeException", kind: .secureConnection,
            meaning:
                "The TLS of Dart itself failed; what follows in parentheses says why. ATS does not judge loads of "
                + "dart:io.",
            advice: [
                "Run atsproxy certificate or atsproxy check URL to see what is wrong with the server's TLS.",
                "No key of the Info.plist helps: Dart has its own TLS, and does not use the proxy of the device by itself.",
            ]),
        sentence(
            "UNSUPPORTED_PROTOCOL", kind: .agreement, meaning: "The server chose a TLS version that the client refuses."
        ),
    ]

    /// Sentences that only accompany others. These are explained if nothing else is found.
    static let accompanying: [ErrorExplanation] = [
        sentence(
            "nw_protocol_boringssl", kind: .secureConnection,
            meaning: "The Network framework reports that TLS failed."),
        sentence(
            "boringssl_context", kind: .secureConnection,
            meaning: "BoringSSL reports on TLS; lines beside it say whether it failed, and why."),
        sentence(
            "boringssl_session", kind: .secureConnection,
            meaning: "BoringSSL reports on TLS; lines beside it say whether it failed, and why."),
        sentence(
            "boringssl_metrics_log_metric", kind: .program,
            meaning: "BoringSSL cannot count what it did, which has no effect on a load.",
            causes: ["A fault of the simulator."],
            advice: ["Ignore it."]),
        sentence(
            "Network request failed", kind: .secureConnection,
            meaning: "React Native's fetch says no more than that a load failed: neither the code nor the cause.",
            causes: causesOfAnyFailure, advice: adviceForHiddenCode),
        sentence(
            "The connection errored", kind: .secureConnection,
            meaning: "Dio says no more than that a load failed; the exception inside it has the cause.",
            causes: ["Any failure of a load: no network, a wrong address, TLS, certificates, a client that gave up."],
            advice: [
                "Print the error of the DioException, such as a SocketException or HandshakeException, and give that.",
                "Run the app through atsproxy serve, which names the cause, or run atsproxy check URL.",
            ]),
        sentence(
            "AxiosError … Network Error", kind: .secureConnection,
            meaning: "Axios says no more than that a load failed: neither the code nor the cause.",
            causes: causesOfAnyFailure, advice: adviceForHiddenCode),
        sentence(
            "Would you like to connect to the server anyway", kind: .secureConnection,
            meaning: "A browser could ask this after TLS failed; under ATS there is no such choice."),
    ]

    private static let causesOfAnyFailure = [
        "Any failure of a load: no network, cleartext that ATS blocks, TLS, certificates, a wrong address."
    ]
    private static let adviceForHiddenCode = [
        "Look for a line with a code, such as -1022 or -1200, in Xcode's console or in Console.app, and give that.",
        "Run the app through atsproxy serve, which names the cause, or run atsproxy check URL.",
    ]

    /// The explanation of a sentence without a code.
    private static func sentence(
        _ name: String, kind: ErrorKind, meaning: String, causes: [String]? = nil, advice: [String]? = nil
    ) -> ErrorExplanation {
        ErrorExplanation(
            layer: kind == .trust ? .trust : .connection, code: nil, name: name, kind: kind, meaning: meaning,
            causes: causes, advice: advice)
    }

    /// The codes for alerts that the server sent, by the name or the number that BoringSSL logs (RFC 8446 §6).
    static let alerts: [(number: UInt8, name: String, code: Int)] = (0...UInt8.max).compactMap { number in
        StatusCode(alert: number).map { code in
            (number, AlertDescription.name(of: number).replacing("_", with: " "), code.rawValue)
        }
    }

    /// The explanation of an alert that the device itself sent because it refused the server.
    static let ownAlert = sentence(
        "write alert", kind: .trust,
        meaning: "The device itself ended the handshake with a fatal alert, since it refused the server.",
        causes: [
            "The certificate of the server is not trusted, or is not what ATS demands.",
            "The app's own pinning refused the certificate.",
        ])
}
