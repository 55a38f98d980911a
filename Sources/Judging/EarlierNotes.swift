import TransportSecurity

/// Finds the kinds of notes in recordings that were made before notes had codes, by phrases that the sentences of a
/// kind share. No other code reads sentences.
extension NoteKind {
    /// The kind of a note without a code; nil for one that is not known here.
    init?(earlier note: Note) {
        if note.saysWaived {
            self = .waived
            return
        }
        let kind = Self.allCases.first { kind in
            guard kind.rules.contains(note.rule) else { return false }
            return kind.phrases.isEmpty || kind.phrases.contains { note.message.contains($0) }
        }
        guard let kind else { return nil }
        self = kind
    }

    /// The rules that notes of this kind may have; nil stands for a note without a rule. Empty for waived findings,
    /// which may have any rule.
    private var rules: [RuleID?] {
        switch self {
        case .revocation: return [.certificateRevoked]
        case .logListAge, .transparency: return [.certificateTransparency]
        case .tunnelCertificate: return [.tunnelCertificate]
        case .pins: return [.certificatePin]
        case .deprecatedVersion: return [.tlsVersion]
        case .waived: return []
        case .largeHello: return [.tlsHandshake]
        case .undetermined: return [nil, .tlsHandshake, .certificateTrust]
        case .otherInTunnel, .relaxedHello, .unsupportedChoice, .clientCertificate, .weakSignature, .incompleteChain,
            .chainOrder, .notProbed, .tunnelUnread, .tunnelEnded, .silent:
            return [nil]
        }
    }

    /// The phrases of which each note of this kind contains at least one; empty if the rule of a note tells its kind.
    private var phrases: [String] {
        switch self {
        case .revocation, .transparency, .tunnelCertificate, .pins, .waived: return []
        case .logListAge: return ["than 60 days ago", "but the list is of no date"]
        case .otherInTunnel: return [" than in the probe: ", "The probe got no handshake, "]
        case .relaxedHello: return ["was made with the relaxed hello "]
        case .unsupportedChoice: return ["The TLS library of atsproxy does not support "]
        case .clientCertificate: return [" asks for a client certificate"]
        case .weakSignature: return ["but SHA-1 is weak"]
        case .incompleteChain: return [" is incomplete: it does not send ", " does not send its intermediate "]
        case .chainOrder: return [" sends its certificates out of order", " sends the certificate of a CA first"]
        case .notProbed: return ["The server was not probed", "The server is not the one that was probed"]
        case .largeHello:
            return ["with the key share of X25519MLKEM768, is not known", "; what the system gets is not known"]
        case .undetermined: return ["Undetermined: ", "the recording does not tell", "When this was recorded, "]
        case .deprecatedVersion: return ["has called deprecated"]
        case .tunnelUnread:
            return [
                "could not be read as TLS", "were passed on before they could be judged", "in the tunnel could not be",
            ]
        case .tunnelEnded:
            return ["sent the alert ", "ended the handshake in the tunnel", "The tunnel ended before "]
        case .silent: return [" said nothing to a ClientHello"]
        }
    }
}

extension Note {
    /// Whether the note says that its rule has no verdict.
    public var leavesRuleOpen: Bool {
        code?.leavesRuleOpen ?? (message.contains(" not known") && !saysWaived)
    }

    /// Whether the note is a waived finding.
    var isWaived: Bool { code == .waived || code == nil && saysWaived }

    /// Whether the sentence of a note without a code is that of a waived finding.
    fileprivate var saysWaived: Bool { message.hasPrefix("Waived by --ignore ") }
}
