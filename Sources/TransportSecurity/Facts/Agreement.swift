extension Handshake {
    /// Whether the offer includes everything that was agreed on in this handshake. A server that agreed to this
    /// handshake can then also agree to a hello with that offer.
    public func fits(_ offer: Offer) -> Bool {
        offer.versions.contains(version) && offer.cipherSuites.contains(cipherSuite)
            && group.map(offer.groups.contains) ?? true
            && signatureScheme.map(offer.signatureSchemes.contains) ?? true
    }

    /// Whether the server also agrees to a hello with that offer. Servers choose the newest common version. An offer
    /// with a newer version than the server was asked for may thus lead to another handshake. A refusal is possible,
    /// too, such as for a P-521 key, which no hello with TLS 1.3 permits.
    public func provesAgreement(to offer: Offer) -> Bool {
        fits(offer) && offer.versions.upperBound <= max(version, self.offer.versions.upperBound)
    }
}

extension Handshake {
    /// The group that the system of the offer gets. The probe's own handshake may have no X25519MLKEM768.
    public var groupOfSystem: NamedGroup? {
        guard offer.groups.contains(.x25519MLKEM768), version == .tls1_3, largeHello?.choosesHybrid == true else {
            return group
        }
        return .x25519MLKEM768
    }

    /// The result of post-quantum key exchange with the system of the offer: `yes`, `no`, or `breaks` if its hello is
    /// not answered at all. Nil if the system offers none, or if the answer to its hello is not known.
    public var postQuantumKeyExchange: String? {
        guard offer.groups.contains(.x25519MLKEM768) else { return nil }
        if let largeHello, largeHello.fault != nil { return "breaks" }
        guard largeHello.map({ $0.obstacle == nil }) ?? (group == .x25519MLKEM768) else { return nil }
        return groupOfSystem == .x25519MLKEM768 ? "yes" : "no"
    }
}
