import CCertificateLibrary
import TransportSecurity

/// OpenSSL's settings for the client handshakes of one thread, made once for each offer.
///
/// Sessions are never resumed, because a resumed handshake has no certificates. The class is not `Sendable`; each
/// worker has its own context.
public final class ClientContext {
    private var settings: [Offer: OfferSettings] = [:]
    private let library: OpaquePointer?

    /// Creates a context without settings.
    public convenience init() {
        self.init(in: certificate_library_context())
    }

    /// Creates a context without settings in the given library context of OpenSSL. Only tests call this directly.
    init(in library: OpaquePointer?) {
        self.library = library
    }

    /// The parts of an offer that this OpenSSL does not implement. A server may refuse the hello because they are
    /// missing.
    public func gaps(in offer: Offer) throws(OpenSSLError) -> OfferGaps {
        try settings(for: offer).gaps
    }

    /// The settings for an offer. There are few different offers (generation, version, selection), so all are kept.
    func settings(for offer: Offer) throws(OpenSSLError) -> OfferSettings {
        if let known = settings[offer] { return known }
        let made = try OfferSettings(offer, in: library)
        settings[offer] = made
        return made
    }
}
