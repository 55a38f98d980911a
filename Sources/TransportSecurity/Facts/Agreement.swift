extension Handshake {
    /// Whether the offer includes everything that was agreed on in this handshake. A server that agreed to this
    /// handshake can then also agree to a hello with that offer.
    public func fits(_ offer: Offer) -> Bool {
        offer.versions.contains(version) && offer.cipherSuites.contains(cipherSuite)
            && group.map(offer.groups.contains) ?? true
            && signatureScheme.map(offer.signatureSchemes.contains) ?? true
    }
}
