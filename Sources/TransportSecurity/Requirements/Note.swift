/// A note beside a verdict. Notes have no influence on the decision.
public struct Note: Hashable, Sendable {
    /// The rule that the note is about, if any.
    public var rule: RuleID?
    /// The meaning of the note, for programs; nil in recordings of earlier versions, and for a code of a later version.
    public var code: Code?
    /// The text, in one or two sentences, for people.
    public var message: String

    /// Creates a note about a rule, or about none.
    public init(_ code: Code?, rule: RuleID? = nil, _ message: String) {
        self.rule = rule
        self.code = code
        self.message = message
    }

    /// The meanings of notes, whatever their sentences are. The rule of a note names the requirement.
    public enum Code: String, CaseIterable, Sendable {
        /// The requirement of the rule is met; the note is advice.
        case advice
        /// Whether the requirement of the rule is met is not known.
        case undetermined
        /// The tunnel does not show the value that the rule compares, which is a violation only with `--strict-tunnel`.
        case notSeen = "not-seen"
        /// Whether the requirement of the rule is met is not known, and no load is permitted without it.
        case unproven
        /// The list of CT logs is too old to tell whether the requirement is met.
        case outdatedLogList = "outdated-log-list"
        /// Whether the server answers the large hello of newer systems is not known.
        case largeHelloUnknown = "large-hello-unknown"
        /// A finding, or an unproven requirement, that `--ignore` waives.
        case waived
        /// A key of the policy has no effect here, or another one than its author may expect.
        case policy
        /// The judged handshake was made with a hello that the system would not send.
        case relaxedHello = "relaxed-hello"
        /// The TLS library of atsproxy does not support the server's choice.
        case unsupportedChoice = "unsupported-choice"
        /// The server asks for a client certificate.
        case clientCertificate = "client-certificate"
        /// The server signs its handshake with SHA-1.
        case weakSignature = "weak-signature"
        /// The key of the certificate cannot be used in TLS 1.3.
        case keyWithoutTLS13 = "key-without-tls1.3"
        /// The server does not send its whole chain.
        case incompleteChain = "incomplete-chain"
        /// The server sends its certificates out of order.
        case misorderedChain = "misordered-chain"
        /// The addresses of the server have different offers.
        case addressesDiffer = "addresses-differ"
        /// The server was not probed.
        case notProbed = "not-probed"
        /// The server is not the one that was probed.
        case serverChanged = "server-changed"
        /// The server says nothing to a ClientHello.
        case silentServer = "silent-server"
        /// The tunnel has another version, cipher suite, address or certificate than the probe.
        case tunnelDiffers = "tunnel-differs"
        /// The recorded client sent another hello than the system that is judged, to which the server may agree
        /// otherwise.
        case otherHello = "other-hello"
        /// Bytes in the tunnel could not be read, or not in time.
        case tunnelUnread = "tunnel-unread"
        /// The handshake in the tunnel did not complete.
        case tunnelEnded = "tunnel-ended"
        /// The tunnel resumes an older session.
        case resumed
        /// The recording lacks a value on which the verdict depends.
        case notRecorded = "not-recorded"

        /// Whether the rule of the note has no verdict. The lack of a finding then does not show that the requirement
        /// is met.
        public var leavesRuleOpen: Bool {
            switch self {
            case .undetermined, .unproven, .outdatedLogList, .largeHelloUnknown, .notRecorded: return true
            case .advice, .notSeen, .waived, .policy, .relaxedHello, .unsupportedChoice, .clientCertificate,
                .weakSignature,
                .keyWithoutTLS13, .incompleteChain, .misorderedChain, .addressesDiffer, .notProbed, .serverChanged,
                .silentServer, .tunnelDiffers, .otherHello, .tunnelUnread, .tunnelEnded, .resumed:
                return false
            }
        }
    }
}

extension Note: Decodable {
    private enum CodingKeys: CodingKey {
        case rule, code, message
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        rule = try values.decodeIfPresent(RuleID.self, forKey: .rule)
        code = try values.decodeIfPresent(String.self, forKey: .code).flatMap(Code.init(rawValue:))
        message = try values.decode(String.self, forKey: .message)
    }
}
