import CCertificateLibrary
import TransportSecurity

/// What client handshakes of one thread have in common: OpenSSL's settings for each offer, made once and used again.
///
/// Sessions are never resumed, since a resumed handshake shows no certificates. Not `Sendable`: one for each worker.
public final class ClientContext {
    private var settings: [Offer: OfferSettings] = [:]
    private let library: OpaquePointer?

    /// A context that knows no offer yet.
    public convenience init() {
        self.init(in: certificate_library_context())
    }

    /// The same in that library context of OpenSSL, which tests alone choose.
    init(in library: OpaquePointer?) {
        self.library = library
    }

    /// What of an offer this OpenSSL cannot do, so that a refusal of it may be for our own sake.
    public func gaps(in offer: Offer) throws(OpenSSLError) -> OfferGaps {
        try settings(for: offer).gaps
    }

    /// The settings for an offer. There are few different offers (a profile, a version, a selection), so none is dropped.
    func settings(for offer: Offer) throws(OpenSSLError) -> OfferSettings {
        if let known = settings[offer] { return known }
        let made = try OfferSettings(offer, in: library)
        settings[offer] = made
        return made
    }
}
