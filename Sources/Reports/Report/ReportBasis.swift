import Documents
import Judging
import TransportSecurity

extension Report {
    /// The policies of entries with their systems, such as `App.app, Pay.app (ios17.6, ios26)`, at most eight.
    static func policies(of entries: [JudgedEntry]) -> [String] {
        var systems: [String: Set<String>] = [:]
        for policy in entries.lazy.compactMap(\.policy) {
            systems[policy.source ?? "defaults", default: []].insert(policy.os.description)
        }
        // Policies with the same systems have one text.
        let policiesBySystems = Dictionary(grouping: systems.keys) { policy in systems[policy, default: []] }
        let texts = policiesBySystems.map { systems, policies in
            "\(policies.sorted().listed(atMost: 8)) (\(systems.sorted().listed(atMost: 8)))"
        }.sorted()
        guard texts.count > 8 else { return texts }
        return texts.prefix(8) + ["\(texts.count - 8) more"]
    }
}
