import Console
import Judging
import OpenSSL
import TransportSecurity

extension ConsoleJudge {
    /// Creates the inputs of the console's judging, with a trust store and the rules of the program.
    ///
    /// - Parameters:
    ///   - replacesSystemRoots: Whether the system's roots of the store hold in place of those that were recorded.
    ///   - replacesUserRoots: Whether the user's roots of the store hold in place of those that were recorded.
    init(_ store: TrustStore, _ rules: RuleSet, replacesSystemRoots: Bool, replacesUserRoots: Bool) {
        let logs = rules.rules.lazy.compactMap { ($0 as? CertificateTransparency)?.logs }.first
        self.init(
            logs: logs,
            replay: {
                let evaluator = RecordedChainEvaluator(
                    store, replacesSystemRoots: replacesSystemRoots, replacesUserRoots: replacesUserRoots)
                return Replay(
                    rules: rules, hasRevocationLists: !store.revocationLists.isEmpty,
                    evaluationLimit: ConsoleJudge.evaluationLimit
                ) { handshake, os, time, roots in
                    evaluator.evaluate(handshake, for: os, at: time, trusting: roots)
                }
            },
            stapledPeriod: { staple in
                OpenSSL.StapledPeriod(der: staple).map {
                    ConsoleJudge.StapledPeriod(thisUpdate: $0.thisUpdate, nextUpdate: $0.nextUpdate)
                }
            })
    }
}

extension [DataFile] {
    /// The data that verdicts depend on.
    ///
    /// - Parameter hasOwnRoots: Whether the roots of the system were given. Their date is then not known here.
    static func used(by judge: ConsoleJudge, hasOwnRoots: Bool) -> [DataFile] {
        var files = [
            DataFile(
                name: "Certificate Transparency log list", date: judge.logs?.date,
                oldestUsefulDays: Int(TransparencyLogList.oldestUsefulAge / 86_400),
                fix: "Run atsproxy data update, give a newer list with --ct-log-list, or update atsproxy.")
        ]
        if !hasOwnRoots {
            files.append(
                DataFile(
                    name: "Roots of Apple's systems", date: CurrentData.choice(.roots).date,
                    oldestUsefulDays: 365, fix: "Update atsproxy, or give newer roots with --roots."))
        }
        return files
    }
}
