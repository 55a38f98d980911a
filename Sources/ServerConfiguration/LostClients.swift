/// Sentences about the clients that lines of configuration shut out, and how to keep them.
enum LostClients {
    /// The sentences for the lines of one need; empty if the lines shut nobody out.
    static func sentences(for need: ConfigurationNeed, with software: ServerSoftware) -> [String] {
        switch need {
        case .listener, .chain: return []
        case .protocols, .extendedMasterSecret:
            // Microsoft's lines leave older versions on; Caddy has none.
            guard let keeping = oldVersions(of: software) else { return [] }
            return [withoutTLS12, keeping]
        case .cipherSuites(let key):
            return withoutSuites(of: key, with: software)
        // Microsoft's line puts a curve first, and turns none off.
        case .groups where software == .iis: return []
        case .groups: return ["Clients that have none of X25519, P-256 and P-384 cannot connect any more."]
        case .signatures: return ["Clients that verify signatures with SHA-1 only cannot connect any more."]
        }
    }

    /// The clients without TLS 1.2. Internet Explorer 11 is the first one that has it by default (Microsoft, "TLS 1.2
    /// support in Internet Explorer"). Java 7 has it off for clients (Oracle, JSSE Reference Guide for Java SE 7).
    /// Android turns it on from API level 20 on, the level before Android 5.0 (Android, `SSLSocket`).
    private static let withoutTLS12 =
        "Clients without TLS 1.2 cannot connect any more, such as Internet Explorer 10 and older, programs on Java 7, "
        + "and apps on Android 4.4 and older that do not turn TLS 1.2 on."

    private static func oldVersions(of software: ServerSoftware) -> String? {
        let reason = "ATS asks only that the server agrees to TLS 1.2 or 1.3"
        switch software {
        case .nginx: return "To keep them, put TLSv1 and TLSv1.1 before TLSv1.2 if they are there now: \(reason)."
        case .apache: return "To keep them, leave -TLSv1 and -TLSv1.1 out: \(reason)."
        case .haproxy: return "To keep them, write ssl-min-ver TLSv1.0: \(reason)."
        case .awsALB: return "To keep them, choose ELBSecurityPolicy-TLS13-1-0-2021-06: \(reason)."
        case .caddy, .iis: return nil
        }
    }

    /// The clients without ECDHE and AES-GCM. Windows 7 and 8.1 have GCM only with DHE_RSA and ECDHE_ECDSA (Microsoft,
    /// "TLS Cipher Suites in Windows 7" and "… in Windows 8.1"). Java has GCM from version 8 on (OpenJDK, JEP 115).
    /// Android has it from API level 20 on (Android, `SSLSocket`).
    private static func withoutSuites(of key: KeyKind, with software: ServerSoftware) -> [String] {
        let old = "programs on Java 7, and apps on Android 4.4 and older"
        let lost =
            switch key {
            case .ellipticCurve: "such as \(old)"
            case .rsa, .unknown: "such as Internet Explorer on Windows 7 and 8.1 where the key is RSA, \(old)"
            }
        let head = "Clients that have no ECDHE with AES-GCM cannot connect any more, \(lost)."
        let keeping = "To keep them, put these suites before those of the present line"
        switch software {
        case .nginx, .apache, .haproxy:
            return [head, keeping + ", and remove !ECDHE and !AESGCM from that one."]
        case .caddy: return [head, keeping + "."]
        // The policy has suites with ECDHE and CBC as well.
        case .awsALB:
            return ["Clients that have no ECDHE with TLS 1.2 or 1.3 cannot connect any more, such as \(old)."]
        // The lines turn suites on, and none off.
        case .iis: return []
        }
    }
}
