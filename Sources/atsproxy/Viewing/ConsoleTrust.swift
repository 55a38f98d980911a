import Console
import DataInUse
import Judging
import OpenSSL
import RecordingInputs
import StandardStreams
import TransportSecurity

extension ConsoleJudge {
    /// Creates the judge of the console from a trust store and the rules of the program.
    ///
    /// - Parameters:
    ///   - replacesSystemRoots: Whether recorded chains are judged by the system roots of the store instead of the
    ///     recorded ones.
    ///   - replacesUserRoots: Whether recorded chains are judged by the user's roots of the store instead of the
    ///     recorded ones.
    init(_ store: TrustStore, rules: RuleSet, replacesSystemRoots: Bool, replacesUserRoots: Bool) {
        self.init(
            logs: rules.transparencyLogs,
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
    /// The data files that the console's verdicts depend on, with their dates.
    ///
    /// - Parameter hasOwnRoots: Whether an option names the roots. Their date is then not known, and they are left out.
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
