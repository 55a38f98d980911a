import TransportSecurity

/// The facts about a server that decide which lines of configuration it needs.
struct ObservedServer {
    /// The kind of the server's key.
    let key: KeyKind
    /// Whether the server's best version is older than TLS 1.2.
    let isBelowTLS12: Bool
    /// Whether the server signed its handshake by RSA with SHA-1.
    let signsWithSHA1: Bool
    /// Whether the server's own certificate is signed with a digest that is weaker than SHA-256.
    let hasWeakSignature: Bool
    /// Whether the server chose a group for the key exchange that no Apple system offers.
    let hasForeignGroup: Bool
    /// The sentence on a refused handshake whose cause no line of a configuration is known to remove.
    let refusal: String

    /// Creates the facts of an observation.
    init(_ observation: Observation?) {
        var handshake: Handshake?
        var chain: ChainEvaluation?
        var refusal = "The cause is not known: the server's own log at the time of this check has it."
        switch observation {
        case .secure(let shaken, let evaluation): (handshake, chain) = (shaken, evaluation)
        case .certificates(let evaluation): chain = evaluation
        case .noHandshake(.alert(let number)): refusal = Self.sentence(onAlert: number)
        case .noHandshake, .cleartext, nil: break
        }
        let leaf = chain?.leaf
        key = KeyKind(leaf)
        isBelowTLS12 = handshake.map { $0.version < .tls1_2 } ?? false
        signsWithSHA1 = handshake?.signatureScheme == .rsaPKCS1SHA1
        switch leaf?.signature.digest {
        case .md2, .md4, .md5, .sha1, .sha224: hasWeakSignature = true
        case .sha256, .sha384, .sha512, nil: hasWeakSignature = false
        }
        // The hello of the generation has these groups, whatever the policy.
        let groups = handshake.map { Offer(generation: $0.offer.generation).groups } ?? []
        hasForeignGroup = handshake?.group.map { !groups.contains($0) } ?? false
        if handshake?.offer.selection == .everythingBeforeTLS13 {
            refusal = "The server refuses hellos with TLS 1.3 rather than choose an older version: update it."
        }
        self.refusal = refusal
    }

    /// The alert `unrecognized_name` (RFC 6066 §3).
    private static let unrecognizedName: UInt8 = 112

    /// The sentence on a refusal by an alert, by its number (RFC 8446 §6).
    private static func sentence(onAlert number: UInt8) -> String {
        let name = AlertDescription.name(of: number)
        if number == Self.unrecognizedName {
            return "The server knows no site of this name (\(name)): add the name to its configuration."
        }
        return "The server sent the alert \(name); its own log at the time of this check has the cause."
    }
}
