/// The offers to try after a server refused the judging offer, in the order from least to most relaxed.
///
/// These offers find out *why* a server violates: the first offer that the server accepts names the relaxation. The
/// offers grow in single steps, because an exception needs the smallest relaxation: first RSA key transport, then each
/// older version without and with RSA key transport, then all that the OS offers without ATS. The last two have all
/// suites, with and without TLS 1.3. No policy helps a server that answers only these.
public struct RelaxedOffers: Sendable {
    private var offers: ArraySlice<Offer>

    /// Creates the offers that are more relaxed than the judging offer. There are none if the judging offer already has
    /// everything.
    public init(below judging: Offer) {
        offers = Self.all(below: judging)[...]
    }

    /// The next offer to try after a failure; nil if no further offer can tell more.
    ///
    /// A peer that does not speak TLS will not speak TLS on the next connection either, and a silent peer costs a whole
    /// time-out for each offer. After both, no further offer follows.
    public mutating func next(after failure: HandshakeFailure) -> Offer? {
        switch failure {
        case .notTLS, .timedOut:
            offers = []
        case .alert, .closed, .malformed:
            break
        }
        return offers.popFirst()
    }

    /// All offers more relaxed than the judging one, in order.
    public static func all(below judging: Offer) -> [Offer] {
        guard !judging.isPermissive else { return [] }
        let generation = judging.generation
        let floor = judging.minimumVersion
        var offers: [Offer] = []
        for selection in selections(from: judging.selection).dropFirst() {
            // In TLS 1.3, every key exchange is ephemeral.
            guard floor < .tls1_3 || selection != .rsaKeyTransport else { continue }
            offers.append(Offer(generation: generation, minimumVersion: floor, selection: selection))
        }
        for version in TLSVersion.allCases.reversed() where version < floor && version > .ssl3 {
            // The suites of the judging offer remain offered, except the NIAP selection, which requires TLS 1.2 or
            // later (FCP_v2.1).
            for selection in selections(from: judging.selection) where selection != .niap {
                offers.append(Offer(generation: generation, minimumVersion: version, selection: selection))
            }
        }
        if judging.selection != .platform {
            offers.append(Offer(generation: generation, minimumVersion: .tls1_0, selection: .platform))
        }
        return offers + [
            Offer(generation: generation, isPermissive: true),
            Offer(generation: generation, minimumVersion: .tls1_0, selection: .everythingBeforeTLS13),
        ]
    }

    private static func selections(from selection: Offer.Selection) -> [Offer.Selection] {
        switch selection {
        case .niap: return [.niap, .forwardSecret, .rsaKeyTransport]
        case .forwardSecret: return [.forwardSecret, .rsaKeyTransport]
        case .rsaKeyTransport: return [.rsaKeyTransport]
        case .platform: return [.platform]
        case .everything, .everythingBeforeTLS13: return []
        }
    }
}
