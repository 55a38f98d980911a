import Judging
import OpenSSL
import RecordingInputs
import Settings
import TransportSecurity

/// Options about trusted data and waivers, for commands that judge.
struct TrustOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.store, .trust]
    var layer = SettingsLayer()

    /// Whether an option replaces the roots of the system.
    var replacesRoots: Bool { text(SettingTable.roots) != nil }

    /// Whether options add roots.
    var hasUserRoots: Bool { text(SettingTable.certificateFiles) != nil }

    /// Whether revocation lists are given.
    var hasRevocationLists: Bool { text(SettingTable.revocationLists) != nil }

    /// Whether any option about trusted data is given. Recorded traffic must then be judged again.
    var areGiven: Bool { replacesRoots || hasUserRoots || hasRevocationLists || text(SettingTable.logList) != nil }

    /// The waivers from `--ignore`.
    func waivers() throws(CommandFailure) -> [Waiver] {
        try stack.value(SettingTable.ignore)
    }

    /// Reads the trust store and the rules.
    ///
    /// - Parameters:
    ///   - warningAt: The current time, at which warnings are printed about data that are too old; nil for no warnings.
    ///   - systems: The systems that the caller judges under. A warning says if their trust store is not known; without
    ///     systems, there is no such warning.
    func load(
        warningAt time: Instant? = nil, for systems: [OSVersion] = []
    ) throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        try TrustSettings(stack).load(warningAt: time, for: systems)
    }

    /// The certificates in a file, at least one.
    func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        try TrustSettings.certificates(file)
    }

    /// The replay that judges recorded traffic, with the trust store and the rules of these options.
    func replay() throws(CommandFailure) -> Replay {
        let (evaluator, rules) = try recordedTrust()
        return Replay(rules: rules, hasRevocationLists: hasRevocationLists) { handshake, os, time, roots in
            evaluator.evaluate(handshake, for: os, at: time, trusting: roots)
        }
    }

    /// The evaluator of recorded chains and the rules of these options.
    func recordedTrust() throws(CommandFailure) -> (evaluator: RecordedChainEvaluator, rules: RuleSet) {
        let (store, rules) = try load()
        return (
            RecordedChainEvaluator(store, replacesSystemRoots: replacesRoots, replacesUserRoots: hasUserRoots), rules
        )
    }
}
