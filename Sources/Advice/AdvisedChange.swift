import Documents
import InternetNames
import JSONWriting
import Reports
import TransportSecurity

/// A change after which the loads from one host meet ATS without an exception.
///
/// The change is one of the URL in the app, of the app's TLS client, of the server, or, if the offer of the client is
/// not known, of the client or the server.
public struct AdvisedChange: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports of the loads.
    public var ports: Set<UInt16> = []
    /// The schemes of the loads.
    public var schemes: Set<Load.Scheme> = []
    /// The kind of change.
    public var step: Step
    /// The answer of the host to https, if its loads use cleartext.
    public var https: HTTPSAnswer?
    /// The violations that the change removes, the first of each rule. For a URL, these are the violations of today's
    /// loads; for a client or a server, those of its part in TLS.
    public var findings: [Finding]
    /// The traffic that the change is for.
    public var traffic: TrafficCount

    /// The kinds of changes, in the order of preference.
    public enum Step: String, CaseIterable, Sendable {
        /// The URL in the app, from `http` to `https`.
        case url
        /// The client in the app, such as the TLS stack that the app brings, by its developer.
        case client
        /// The configuration or the certificate of the server, by its operator.
        case server
        /// The client or the server, since the offer of the client is not known.
        case either

        /// The thing to change.
        var noun: String {
            switch self {
            case .url: "the URL"
            case .client: "the client"
            case .server: "the server"
            case .either: "the client or the server"
            }
        }
    }

    /// The changes of the client or of the server's configuration, without duplicates.
    public var fixes: [ServerFix] {
        switch step {
        case .url: []
        case .client, .server, .either: findings.map(ServerFix.init).distinct
        }
    }

    /// The faults with their fixes. For a URL, this is one sentence; for a client or a server, one sentence for each
    /// fault.
    public var sentence: String {
        switch step {
        case .url:
            return https?.sentence ?? ""
        case .client, .either:
            return findings.map(Self.sentence(on:)).joined(separator: " ")
        case .server:
            let faults = findings.map(Self.sentence(on:))
            guard let https else { return faults.joined(separator: " ") }
            return "\(https.authority) answers on https, which ATS would still refuse. "
                + faults.joined(separator: " ") + " Then change the URL in the app to https."
        }
    }

    /// The fault and its fix in one sentence.
    private static func sentence(on finding: Finding) -> String {
        let fault = finding.message.withoutFullStop
        switch finding.cause {
        // These messages name the change themselves.
        case .selfSigned, .issuerNotSent, .rootOfOtherSystem: return fault + "."
        // This message says how a company's own root is made known.
        case .unknownRoot: return fault + "; otherwise install a certificate of a publicly trusted CA."
        case .reversedChain, .notYetValid, .issuerOutOfDate, .issuerAtFault, .unsupportedKey, .unsupportedSignature,
            .unsupportedIssuerSignature, .helloSize, .noTLS, .clientHello, .unknownSide, .webSocket, nil:
            let fix = ServerFix(for: finding).sentence
            // A sentence has at most one colon.
            let separator = fault.contains(": ") ? ";" : ":"
            return "\(fault)\(separator) \(fix.prefix(1).lowercased())\(fix.dropFirst())"
        }
    }
}

extension AdvisedChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("change", step.rawValue)
            json.member("sentence", sentence)
            json.member("url", https?.url)
            json.member("rules", findings.map(\.rule))
            json.member("nginx", fixes.compactMap(\.nginx))
            json.member("traffic", traffic)
        }
    }
}
