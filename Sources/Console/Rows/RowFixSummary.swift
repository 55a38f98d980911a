import Advice
import InternetNames
import JSONWriting
import Judging
import Reports
import TransportSecurity

/// The fix for a row in one short sentence, for the column "Fix" of the list. The row's detail has the whole fix
/// (`RowFix`).
public struct RowFixSummary: Hashable, JSONWritable, Sendable {
    /// The thing to change.
    public var kind: Kind
    /// The fix in words; empty if there is nothing to do.
    public var text: String

    /// The things to change, the preferred ones first.
    public enum Kind: String, CaseIterable, JSONWritable, Sendable {
        /// The URL in the app.
        case url
        /// The TLS client that the app brings.
        case client
        /// The server.
        case server
        /// The app's policy, since nothing else was seen to work.
        case exception
        /// The trust store of the device or of this program.
        case root
        /// No change is needed, or none that helps is known.
        case none
    }

    /// The fix of a row for which nothing needs to be done.
    public static let nothing = RowFixSummary(.none, "")

    /// The fix for a server that a device refused although nothing is violated here.
    public static let refusal = RowFixSummary(
        .none, "Look at what the device trusts: its own policy, a pin in the app, or a root that is not installed.")

    /// Creates a fix.
    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Creates the fix for an entry, in the order of the advice of `atsproxy advise`.
    ///
    /// - Parameter https: The answer of the host to https, if the entry violates `cleartext`; nil if none is known.
    public init(for judged: JudgedEntry, https: HTTPSAnswer?) {
        switch ConsoleVerdict(judged) {
        case .blocked, .wouldBlock:
            self = Self.fix(for: judged.violations, https: https)
        case .failsUnlessAccepted, .warning:
            self = judged.warnings.first.map(Self.serverFix) ?? .nothing
        case .undetermined:
            self = Self.fix(forUndetermined: judged)
        case .notJudged:
            self = RowFixSummary(.none, "Judge the loads all the same with --api URLSession; a User-Agent can lie.")
        case .failed, .allowed, .exempt:
            self = .nothing
        }
    }

    /// Whether the fix for an entry depends on how the host answers to https.
    public static func dependsOnHTTPS(_ judged: JudgedEntry) -> Bool {
        !judged.violations.isEmpty && judged.violations.allSatisfy { isAboutCleartext($0.rule) }
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind)
            json.member("text", text)
        }
    }

    /// The fix for an entry whose policy, root or facts are missing.
    private static func fix(forUndetermined judged: JudgedEntry) -> RowFixSummary {
        if judged.lacksPolicy { return RowFixSummary(.none, "Give the policy of the loads.") }
        if judged.lacksRoot { return RowFixSummary(.root, "Give the root with --ca-file.") }
        guard let host = judged.entry.decision.host else { return .nothing }
        return RowFixSummary(.none, "Record with atsproxy serve --examine full, or run atsproxy check \(host).")
    }

    /// The fix for the first violation that is not about cleartext; else the fix for cleartext.
    private static func fix(for violations: [Finding], https: HTTPSAnswer?) -> RowFixSummary {
        guard let fault = violations.first(where: { !isAboutCleartext($0.rule) }) else {
            return cleartextFix(violations, https: https)
        }
        return serverFix(for: fault)
    }

    /// The fix for cleartext: https if the host answers to it, else an exception.
    private static func cleartextFix(_ violations: [Finding], https: HTTPSAnswer?) -> RowFixSummary {
        if let https {
            guard let fault = https.findings.first else {
                return RowFixSummary(.url, "Change the URL to \(https.url): https meets ATS there.")
            }
            return RowFixSummary(
                .server, "\(ServerFix(for: fault).sentence) Then change the URL to \(https.url).")
        }
        let change = cleartextChange(violations)
        guard let exception = violations.jointException else {
            return RowFixSummary(.none, "\(change); no exception permits it.")
        }
        return RowFixSummary(.exception, "\(change), or declare an exception for \(exception.domain).")
    }

    /// The change that avoids cleartext, as a sentence without its full stop.
    private static func cleartextChange(_ violations: [Finding]) -> String {
        if violations.contains(where: { $0.cause == .webSocket }) {
            return "Change the URL to wss, and serve the WebSocket over TLS"
        }
        if violations.contains(where: { $0.rule == .cleartext }) { return "Serve the resource over https" }
        // Nothing is known of TLS on the port.
        return "Use https in the URL if the server speaks TLS on this port; otherwise offer TLS there"
    }

    /// The fix for a fault of the server or the client, or for a root that is not known.
    private static func serverFix(for finding: Finding) -> RowFixSummary {
        let kind: Kind =
            switch finding.cause {
            case .unknownRoot: .root
            case .clientHello: .client
            case .unknownSide: .none
            case .selfSigned, .issuerNotSent, .rootOfOtherSystem, .reversedChain, .notYetValid, .issuerOutOfDate,
                .issuerAtFault, .unsupportedKey, .unsupportedSignature, .unsupportedIssuerSignature, .helloSize, .noTLS,
                .webSocket, nil:
                .server
            }
        return RowFixSummary(kind, ServerFix(for: finding).sentence)
    }

    private static func isAboutCleartext(_ rule: RuleID) -> Bool { rule == .cleartext || rule == .tunnelCleartext }
}
