import Events
import OpenSSL
import TransportSecurity

extension AppliedPolicy {
    /// A copy that recordings refer to by a digest of its content. A policy whose event has more than
    /// `PolicyEvent.sizeLimit` bytes gets no digest, and is not recorded.
    public func recorded() -> AppliedPolicy {
        let content = PolicyEvent(self, id: "", at: Instant(milliseconds: 0)).content
        let digest = content.count <= PolicyEvent.sizeLimit ? "sha256:" + Digest.sha256(content).hexadecimal : nil
        return AppliedPolicy(
            policyName: policyName, dictionary: dictionary, linkedSDK: linkedSDK, os: os, loadingAPI: loadingAPI,
            appNames: Array(appNames), mode: mode, waivers: waivers, digest: digest)
    }
}

extension EventRecorder {
    /// Records the events to which decisions and facts refer: the policies of the listeners, and the trust store.
    ///
    /// With the first of these events, all policies and trust stores that were recorded before are no longer in force
    /// (`LineRole.policyOrTrust`).
    func record(policiesOf listeners: [ListenerConfiguration], _ trust: TrustStore, at time: Instant) {
        var written: Set<String> = []
        var isFirst = true
        for appliedPolicy in listeners.flatMap(\.policies.appliedPolicies) {
            guard let digest = appliedPolicy.digest, written.insert(digest).inserted else { continue }
            record(PolicyEvent(appliedPolicy, id: digest, at: time), replacesOthers: isFirst)
            isFirst = false
        }
        record(trust.recorded(at: time), replacesOthers: isFirst)
    }

    private func record(_ event: PolicyEvent, replacesOthers: Bool) {
        live?.add(event)
        switch form {
        case .json: append(event, as: .policyOrTrust(id: event.id, replacesOthers: replacesOthers))
        case .lines: break
        }
    }

    private func record(_ event: TrustEvent, replacesOthers: Bool) {
        live?.add(event)
        switch form {
        case .json: append(event, as: .policyOrTrust(id: event.id, replacesOthers: replacesOthers))
        case .lines: break
        }
    }
}
