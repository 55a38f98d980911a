import TransportSecurity

/// The kinds of notes on servers. A report lists the hosts with notes of one kind under one title. `Note.Code` and the
/// rule of a note tell its kind.
package enum NoteKind: Hashable, CaseIterable {
    case revocation, logListAge, transparency, tunnelCertificate, pins, waived
    case otherInTunnel, relaxedHello, unsupportedChoice, clientCertificate, weakSignature, incompleteChain, chainOrder
    case notProbed, undetermined, largeHello, deprecatedVersion, tunnelUnread, tunnelEnded, silent

    /// Finds the kind of a note; nil if the note has no kind, and its own sentence is the title.
    package init?(_ note: Note) {
        guard let code = note.code else {
            guard let kind = NoteKind(earlier: note) else { return nil }
            self = kind
            return
        }
        switch code {
        case .advice, .notSeen, .undetermined, .unproven:
            guard let kind = NoteKind(ofAdviceOn: note.rule) else { return nil }
            self = kind
        case .outdatedLogList: self = .logListAge
        case .largeHelloUnknown: self = .largeHello
        case .waived: self = .waived
        case .relaxedHello: self = .relaxedHello
        case .unsupportedChoice: self = .unsupportedChoice
        case .clientCertificate: self = .clientCertificate
        case .weakSignature: self = .weakSignature
        case .incompleteChain: self = .incompleteChain
        case .misorderedChain: self = .chainOrder
        case .notProbed, .serverChanged: self = .notProbed
        case .silentServer: self = .silent
        case .tunnelDiffers, .otherHello: self = .otherInTunnel
        case .tunnelUnread: self = .tunnelUnread
        case .tunnelEnded: self = .tunnelEnded
        case .notRecorded: self = .undetermined
        case .policy, .keyWithoutTLS13, .addressesDiffer, .resumed: return nil
        }
    }

    /// Finds the kind of a note that adds advice to a rule, or says that the rule has no verdict; nil for rules without
    /// such a kind.
    private init?(ofAdviceOn rule: RuleID?) {
        switch rule {
        case .certificateRevoked: self = .revocation
        case .certificateTransparency: self = .transparency
        case .tunnelCertificate: self = .tunnelCertificate
        case .certificatePin: self = .pins
        case .tlsVersion: self = .deprecatedVersion
        case .cleartext, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake, .certificateTrust, .certificateValidity,
            .certificateHostname, .certificateKeySize, .certificateSignature, .certificateUsage, .certificateLifetime,
            .niapCipher, .niapSignature, .niapExtendedMasterSecret, .tunnelCleartext, .tunnelVersion, .tunnelCipher,
            .tunnelSNI, nil:
            return nil
        }
    }

    /// The kind in a few words. In reports, the number of its hosts follows.
    package var title: String {
        switch self {
        case .revocation: return "Whether the certificate is revoked is not known"
        case .logListAge: return "Certificate Transparency is not known, because the list of CT logs is too old"
        case .transparency: return "Certificate Transparency is not known, or not as Apple's policy has it"
        case .tunnelCertificate: return "The certificate that the client got was not seen, or is another one"
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
        case .tunnelUnread: return "Bytes of client or server were not read as TLS, or not in time"
        case .tunnelEnded: return "The handshake of the client did not complete"
        case .silent: return "The server said nothing to a ClientHello"
        }
    }

    /// The action after which such notes no longer occur; nil if the operator of the proxy can do nothing.
    package var fix: String? {
        guard self == .logListAge else { return nil }
        return "Fetch a newer list with atsproxy data update, or give one with --ct-log-list, and judge the recording "
            + "anew, as with --os."
    }
}
