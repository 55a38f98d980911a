import AppBundle
import Audit
import OpenSSL
import TransportSecurity

extension TrustOptions {
    /// The judge of recorded traffic with the trust store and the rules of these options.
    func replay() throws(CommandFailure) -> Replay {
        let (store, rules) = try load()
        let evaluator = ChainEvaluator(store)
        return Replay(rules: rules) { handshake, time in evaluator.evaluate(handshake, at: time) }
    }
}

extension PolicyOptions {
    /// Whether any of these options is given, so that the traffic must be judged again.
    var areGiven: Bool { policy != nil || os != nil || linkedSDK != nil || api != nil }

    /// The policy for recorded traffic according to these options.
    func policyScope(_ appPolicy: AppPolicy, waiving waivers: [Waiver]) throws(CommandFailure) -> PolicyScope {
        PolicyScope(
            policyName: appPolicy.source, dictionary: appPolicy.dictionary, linkedSDK: try sdk(of: appPolicy),
            os: try osChoice(), loadKind: api, mode: .observe, waivers: waivers)
    }
}
