extension Handshake {
    /// Whether that hello offers all that was agreed on here: then its server has something to agree on with it, too.
    public func fits(_ offer: Offer) -> Bool {
        offer.versions.contains(version) && offer.cipherSuites.contains(cipherSuite)
            && group.map(offer.groups.contains) ?? true
            && signatureScheme.map(offer.signatureSchemes.contains) ?? true
    }
}
