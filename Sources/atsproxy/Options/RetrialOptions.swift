import AppBundle
import Audit
import OpenSSL
import TransportSecurity

extension TrustOptions {
    /// A court that judges recorded traffic by these options' trust store and rules.
    func retrial() throws(CommandFailure) -> Retrial {
        let (store, rules) = try load()
        let evaluator = ChainEvaluator(store)
        return Retrial(rules: rules) { handshake, time in evaluator.evaluate(handshake, at: time) }
    }
}

extension PolicyOptions {
    /// Whether any of these options is given, so that traffic is to be judged anew.
    var areGiven: Bool { policy != nil || os != nil || linkedSDK != nil || api != nil }

    /// The jurisdiction over recorded traffic that these options name.
    func jurisdiction(_ appPolicy: AppPolicy, waiving waivers: [Waiver]) throws(CommandFailure) -> Jurisdiction {
        Jurisdiction(
            policyName: appPolicy.source, dictionary: appPolicy.dictionary, linkedSDK: try sdk(of: appPolicy),
            os: try osChoice(), loadKind: api, mode: .observe, waivers: waivers)
    }
}
