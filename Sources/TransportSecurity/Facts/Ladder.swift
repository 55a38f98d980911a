/// The offers that follow after a server refused the one that judges, each with less to ask than the one before.
///
/// A ladder only says *why* a server violates: the first rung that it accepts names the relaxation. It climbs by
/// single steps, because the smallest relaxation is the one that an exception would need: RSA key transport first,
/// then each older version without and with it, and last everything that there is.
public struct Ladder: Sendable {
    private var rungs: ArraySlice<Offer>

    /// The ladder below that offer; empty where it already offers everything.
    public init(below judging: Offer) {
        rungs = Self.rungs(below: judging)[...]
    }

    /// The next offer to try after that failure; nil where nothing more is to be learnt.
    ///
    /// A peer that speaks no TLS will speak none on the next connection either, and one that fell silent would
    /// cost a whole time-out for each rung; both end the climb.
    public mutating func next(after failure: HandshakeFailure) -> Offer? {
        switch failure {
        case .notTLS, .timedOut:
            rungs = []
        case .alert, .closed, .malformed:
            break
        }
        return rungs.popFirst()
    }

    /// Every offer below the judging one, in the order of the climb.
    public static func rungs(below judging: Offer) -> [Offer] {
        guard !judging.isPermissive else { return [] }
        let profile = judging.profile
        let floor = judging.minimumVersion
        var rungs: [Offer] = []
        for selection in selections(from: judging.selection).dropFirst() {
            // TLS 1.3 knows no other key exchange than ephemeral ones.
            guard floor < .tls1_3 || selection != .rsaKeyTransport else { continue }
            rungs.append(Offer(profile: profile, minimumVersion: floor, selection: selection))
        }
        for version in TLSVersion.allCases.reversed() where version < floor && version > .ssl3 {
            // What the policy permits already stays on offer; FCP_v2.1 asks for TLS 1.2 at least.
            for selection in selections(from: judging.selection) where selection != .niap {
                rungs.append(Offer(profile: profile, minimumVersion: version, selection: selection))
            }
        }
        return rungs + [Offer(profile: profile, isPermissive: true)]
    }

    private static func selections(from selection: Offer.Selection) -> [Offer.Selection] {
        switch selection {
        case .niap: return [.niap, .forwardSecret, .rsaKeyTransport]
        case .forwardSecret: return [.forwardSecret, .rsaKeyTransport]
        case .rsaKeyTransport: return [.rsaKeyTransport]
        case .platform: return [.platform]
        case .everything: return []
        }
    }
}
