/// The processing of certificate policies along a path (RFC 5280 §6.1) as Apple's
/// `SecCertificatePathVCVerifyPolicyTree` does it for a client that accepts all policies.
///
/// The tree of RFC 5280 can grow exponentially with the length of a path. RFC 9618 replaces it by a graph, in which
/// each policy occurs once at a depth. With all policies acceptable, only the nodes at the current depth matter: the
/// tree is empty once no node is left there. `work` counts the nodes and comparisons, because a hostile chain must not
/// make the evaluation slow.
///
/// Apple's `policy_tree_remove_node` loses siblings of the node that it removes. This error is not imitated.
struct PolicyProcessing {
    /// The nodes that were made and the policies that were looked up, in all paths of a chain.
    private(set) var work = 0
    /// The largest amount of work. The paths of real CAs need a few hundred.
    static let maximumWork = 200_000

    /// The result of processing a path.
    enum Outcome {
        /// No certificate demands a policy that is not there.
        case valid
        /// A policy is required, and none is valid for the whole path; or a mapping names `anyPolicy`.
        case invalid
        /// The work would exceed its limit.
        case tooMuchWork
    }

    /// Processes the certificates of a path without its trust anchor, in the order from the anchor to the leaf.
    mutating func outcome(of certificates: [ParsedCertificate]) -> Outcome {
        guard certificates.contains(where: { $0.policies.canFail }) else { return .valid }
        var state = State(count: certificates.count)
        for (index, certificate) in certificates.enumerated() {
            let isLast = index == certificates.count - 1
            let isSelfIssued = certificate.isSelfIssued
            let policies = certificate.policies
            state.process(policies, acceptsAny: !isLast && isSelfIssued, work: &work)
            guard work <= Self.maximumWork else { return .tooMuchWork }
            guard state.isAcceptable else { return .invalid }
            if isLast { break }
            guard state.map(policies.mappings, work: &work) else { return .invalid }
            guard work <= Self.maximumWork else { return .tooMuchWork }
            state.prepareForNext(policies, isSelfIssued: isSelfIssued)
        }
        state.wrapUp(certificates.last?.policies)
        return state.isAcceptable ? .valid : .invalid
    }
}

extension PolicyProcessing {
    /// The state variables of RFC 5280 §6.1.2.
    private struct State {
        private typealias Identifier = PolicyExtensions.Identifier

        /// The nodes at the current depth: the expected policies by the valid policy.
        private var nodes: [Identifier: [Identifier]]
        private var explicitPolicy: Int
        private var inhibitAnyPolicy: Int
        private var policyMapping: Int

        init(count: Int) {
            nodes = [PolicyExtensions.anyPolicy: [PolicyExtensions.anyPolicy]]
            (explicitPolicy, inhibitAnyPolicy, policyMapping) = (count + 1, count + 1, count + 1)
        }

        /// Whether a policy is valid, or none is required yet (§6.1.3 (f)).
        var isAcceptable: Bool { !nodes.isEmpty || explicitPolicy > 0 }

        /// Makes the nodes of the next certificate (§6.1.3 (d), (e)).
        mutating func process(_ extensions: PolicyExtensions, acceptsAny: Bool, work: inout Int) {
            guard !nodes.isEmpty else { return }
            guard let policies = extensions.policies else {
                nodes = [:]
                return
            }
            var expected: Set<Identifier> = []
            for policies in nodes.values { expected.formUnion(policies) }
            let hasAny = nodes[PolicyExtensions.anyPolicy] != nil
            var made: [Identifier: [Identifier]] = [:]
            for policy in policies where policy != PolicyExtensions.anyPolicy && (hasAny || expected.contains(policy)) {
                made[policy] = [policy]
            }
            if inhibitAnyPolicy > 0 || acceptsAny, policies.contains(PolicyExtensions.anyPolicy) {
                for policy in expected where made[policy] == nil { made[policy] = [policy] }
            }
            work += policies.count + expected.count
            nodes = made
        }

        /// Applies policy mappings (§6.1.4 (a), (b)); false if one names `anyPolicy`.
        mutating func map(_ mappings: [PolicyExtensions.Mapping], work: inout Int) -> Bool {
            work += mappings.count
            guard !mappings.contains(where: { [$0.issuer, $0.subject].contains(PolicyExtensions.anyPolicy) }) else {
                return false
            }
            let subjects = Dictionary(grouping: mappings, by: \.issuer).mapValues { $0.map(\.subject) }
            let known = subjects.keys.filter { nodes[$0] != nil }
            if policyMapping == 0 {
                for policy in known { nodes[policy] = nil }
            } else if !known.isEmpty {
                // Apple maps through anyPolicy only if no mapping of the certificate has a node of its own.
                for policy in known { nodes[policy] = subjects[policy] }
            } else if nodes[PolicyExtensions.anyPolicy] != nil {
                nodes.merge(subjects) { known, _ in known }
            }
            return true
        }

        /// Counts the constraints down, and applies new ones (§6.1.4 (h) to (j)).
        mutating func prepareForNext(_ extensions: PolicyExtensions, isSelfIssued: Bool) {
            if !isSelfIssued {
                explicitPolicy = max(0, explicitPolicy - 1)
                policyMapping = max(0, policyMapping - 1)
                inhibitAnyPolicy = max(0, inhibitAnyPolicy - 1)
            }
            explicitPolicy = min(explicitPolicy, extensions.requireExplicitPolicy ?? .max)
            policyMapping = min(policyMapping, extensions.inhibitPolicyMapping ?? .max)
            inhibitAnyPolicy = min(inhibitAnyPolicy, extensions.inhibitAnyPolicy ?? .max)
        }

        /// Applies the constraint of the leaf (§6.1.5 (a), (b)).
        mutating func wrapUp(_ leaf: PolicyExtensions?) {
            explicitPolicy = max(0, explicitPolicy - 1)
            if leaf?.requireExplicitPolicy == 0 { explicitPolicy = 0 }
        }
    }
}
