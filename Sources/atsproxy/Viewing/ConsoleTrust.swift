import Console
import OpenSSL
import Audit
import TransportSecurity

extension ConsoleJudge {
    /// Creates what the console needs, with a trust store and the rules of the program.
    ///
    /// - Parameter trustsRecordedRoots: The kinds of roots in which recorded chains ended that are trusted besides.
    init(
        _ store: TrustStore, _ rules: RuleSet, trustingRecorded kinds: Set<ChainEvaluation.Anchor> = []
    ) {
        let logs = rules.rules.lazy.compactMap { ($0 as? CertificateTransparency)?.logs }.first
        self.init(
            logs: logs,
            replay: { recorded in
                let evaluator = ChainEvaluator(store.adding(recorded.filter { kinds.contains($0.key) }))
                return Replay(rules: rules, evaluationLimit: ConsoleJudge.evaluationLimit) { handshake, time in
                    evaluator.evaluate(handshake, at: time)
                }
            },
            stapledPeriod: { staple in
                OpenSSL.StapledPeriod(der: staple).map {
                    ConsoleJudge.StapledPeriod(thisUpdate: $0.thisUpdate, nextUpdate: $0.nextUpdate)
                }
            })
    }
}

extension TrustStore {
    /// The store with the roots in which recorded chains ended.
    func adding(_ recorded: [ChainEvaluation.Anchor: Set<[UInt8]>]) -> TrustStore {
        func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
        var store = self
        store.systemRoots += recorded[.system, default: []].subtracting(systemRoots).sorted(by: isBefore)
        store.userRoots += recorded[.user, default: []].subtracting(userRoots).sorted(by: isBefore)
        return store
    }
}

extension [DataFile] {
    /// The data that verdicts depend on.
    ///
    /// - Parameter hasOwnRoots: Whether the roots of the system were given, so that their date is not known here.
    static func used(by judge: ConsoleJudge, hasOwnRoots: Bool) -> [DataFile] {
        var files = [
            DataFile(
                name: "Certificate Transparency log list", date: judge.logs?.date,
                oldestUsefulDays: Int(TransparencyLogList.oldestUsefulAge / 86_400),
                remedy: "Give a newer list with --ct-log-list, or update atsproxy.")
        ]
        if !hasOwnRoots {
            files.append(
                DataFile(
                    name: "Roots of Apple's systems", date: Instant("\(ShippedFile.appleRootsDate)T00:00:00Z"),
                    oldestUsefulDays: 365, remedy: "Update atsproxy, or give newer roots with --roots."))
        }
        return files
    }
}
