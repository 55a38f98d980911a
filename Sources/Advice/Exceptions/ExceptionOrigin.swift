import InternetNames
import Judging
import TransportSecurity

/// The declared exception that an exception of the advised policy continues.
enum ExceptionOrigin: Hashable {
    /// The same entry for the host.
    case same
    /// An entry for the host with other keys.
    case changed
    /// The entry for a parent domain or a range of addresses.
    case entry(String)
    /// A key of the top level.
    case topLevel(String)

    /// The origins of exceptions for loads that a declared policy permits, by host.
    ///
    /// - Parameter verdicts: The verdicts on the traffic under the declared policy.
    static func all(
        of exceptions: [AdvisedException], declared: PolicyDictionary, _ verdicts: [JudgedEntry]
    ) -> [Host: ExceptionOrigin] {
        let entries = Dictionary(exceptions.map { ($0.host, $0.entry) }, uniquingKeysWith: { $1 })
        let declaredEntries = declared.exceptions
        var origins: [Host: ExceptionOrigin] = [:]
        for judged in verdicts where judged.violations.isEmpty {
            guard let host = judged.entry.decision.host, let entry = entries[host], origins[host] == nil else {
                continue
            }
            switch judged.policy?.reason {
            case .exceptionDomain:
                guard let key = judged.policy?.matched else { continue }
                guard key == host.description else {
                    origins[host] = .entry(key)
                    continue
                }
                origins[host] = declaredEntries[key] == entry ? .same : .changed
            case .arbitraryLoads: origins[host] = .topLevel(ATSKey.allowsArbitraryLoads)
            case .media: origins[host] = .topLevel(ATSKey.allowsArbitraryLoadsForMedia)
            case .webContent: origins[host] = .topLevel(ATSKey.allowsArbitraryLoadsInWebContent)
            case .builtInException, .local, .default, .notSubject, .otherApp, nil: continue
            }
        }
        return origins
    }

    /// The beginning of a sentence on the exceptions for hosts.
    func clause(hosts: String, isOne: Bool) -> String {
        let noun = isOne ? "exception" : "exceptions"
        switch self {
        case .same: return "The policy keeps the declared \(noun) for \(hosts)"
        case .changed: return "The policy keeps what is needed of the declared \(noun) for \(hosts)"
        case .entry(let key):
            return
                "In place of the declared exception for \(key), the policy has \(isOne ? "one" : "some") for \(hosts)"
        case .topLevel(let key):
            return "In place of \(key), the policy has \(isOne ? "an exception" : noun) for \(hosts)"
        }
    }
}
