import TransportSecurity

/// The kinds of notes. A recording holds only their sentences, so a kind is recognised by the rule of the note, and by
/// words that all its sentences share.
enum NoteKind: Hashable, CaseIterable {
    case revocation, logListAge, transparency, tunnelCertificate, pins, waived
    case otherInTunnel, relaxedHello, unsupportedChoice, clientCertificate, weakSignature, incompleteChain, chainOrder
    case notProbed, undetermined, largeHello, deprecatedVersion, tunnelUnread, tunnelEnded, silent

    /// The kind of a note; nil for one that is not known here.
    init?(_ note: Note) {
        let kind =
            note.message.hasPrefix("Waived by --ignore ")
            ? .waived
            : Self.allCases.first { kind in
                kind.rules.contains(note.rule) && kind.marks.contains { note.message.contains($0) }
            }
        guard let kind else { return nil }
        self = kind
    }

    /// The kind in a few words, which a number of hosts follows.
    var title: String {
        switch self {
        case .revocation: return "Whether the certificate is revoked is not known"
        case .logListAge: return "Certificate Transparency is not known, because the list of CT logs is too old"
        case .transparency: return "Certificate Transparency is not known, or not as Apple's policy has it"
        case .tunnelCertificate: return "The certificate in the tunnel was not seen, or is another one"
        case .pins: return "About the pins of NSPinnedDomains"
        case .waived: return "Waived by --ignore"
        case .otherInTunnel: return "The tunnel differs from the probe in version, cipher suite, address or certificate"
        case .relaxedHello: return "The judged handshake was made with a relaxed hello"
        case .unsupportedChoice: return "The server chose what the TLS library of atsproxy does not support"
        case .clientCertificate: return "The server asks for a client certificate"
        case .weakSignature: return "The handshake is signed with SHA-1"
        case .incompleteChain: return "The server does not send its whole chain"
        case .chainOrder: return "The server sends its certificates out of order"
        case .notProbed: return "The server was not probed"
        case .largeHello: return "Whether the server answers the large hello of newer systems is not known"
        case .undetermined: return "The verdict cannot be told from the recording"
        case .deprecatedVersion: return "The server offers a TLS version that Apple has called deprecated"
        case .tunnelUnread: return "Bytes in the tunnel were not read as TLS, or not in time"
        case .tunnelEnded: return "The handshake in the tunnel did not complete"
        case .silent: return "The server said nothing to a ClientHello"
        }
    }

    /// The action that makes the notes unnecessary, where their cause is old data.
    var remedy: String? {
        self == .logListAge
            ? "Fetch a newer list with atsproxy data update, or give one with --ct-log-list, and judge the recording anew, "
                + "as with --os."
            : nil
    }

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

    /// The words, of which a sentence has at least one.
    private var marks: [String] {
        switch self {
        case .revocation, .transparency, .tunnelCertificate, .pins: return [" "]
        case .waived: return []
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
