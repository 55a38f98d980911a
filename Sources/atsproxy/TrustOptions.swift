import ArgumentParser
import Foundation
import OpenSSL
import TransportSecurity

/// Options that say whom to trust, and what to let pass.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The system's trust store, in PEM. Default: Apple's own list, shipped with the program.", valueName: "pem"))
    var roots: String?

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Roots that a person or an administrator installed, besides. A company's or a test's own CA belongs here. Repeatable.",
            valueName: "pem"))
    var caFiles: [String] = []

    @Option(
        name: .customLong("crl"),
        help: ArgumentHelp("A certificate revocation list, in PEM. Repeatable.", valueName: "pem"))
    var revocationLists: [String] = []

    @Option(
        name: .customLong("ct-log-list"),
        help: ArgumentHelp(
            "The Certificate Transparency logs to believe, in Apple's or Google's v3 format. Default: Apple's own list, shipped with the program.",
            valueName: "json"))
    var logList: String?

    @Option(
        help: ArgumentHelp(
            "A waiver: what this rule finds becomes a note. RULE@HOST waives it for one host. Repeatable.",
            valueName: "rule"))
    var ignore: [String] = []

    /// The waivers of `--ignore`.
    func waivers() throws(CommandFailure) -> [Waiver] {
        var waivers: [Waiver] = []
        for text in ignore {
            guard let waiver = Waiver(text) else {
                let rules = RuleID.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(.usage, "--ignore \(text) names no rule; the rules are \(rules).")
            }
            waivers.append(waiver)
        }
        return waivers
    }

    /// The trust store and the rules that the options' files make.
    ///
    /// - Parameter warnsAt: The time at which a list of CT logs that is too old is worth a word on standard error.
    func load(warnsAt time: Instant? = nil) throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        let logs = try transparencyLogs()
        if let time, logs.isStale(at: time) { warn(of: logs) }
        let shippedRoots = InputFile("data/apple-roots.pem", ShippedFile.appleRoots)
        let systemRoots = try certificates(roots.map { InputFile($0) } ?? shippedRoots)
        var userRoots: [[UInt8]] = []
        for path in caFiles { userRoots += try certificates(InputFile(path)) }
        var lists: [[UInt8]] = []
        for path in revocationLists { lists += try parsed(InputFile(path), PEMFile.revocationLists(in:named:)) }
        let trust = TrustStore(
            systemRoots: systemRoots, userRoots: userRoots, revocationLists: lists, logKeys: logs.logs.mapValues(\.key))
        return (trust, RuleSet.standard(logs: logs, publicSuffixes: ShippedFile.publicSuffixes))
    }

    private func warn(of logs: TransparencyLogList) {
        let age = logs.date.map { "is of \($0.date), more than 60 days ago" } ?? "says no date"
        Console.say(
            "the list of CT logs \(age), so that certificates with too few timestamps are not refused; give a newer one with --ct-log-list."
        )
    }

    /// The logs of `--ct-log-list`, else the shipped ones.
    private func transparencyLogs() throws(CommandFailure) -> TransparencyLogList {
        let shipped = InputFile("data/apple-ct-log-list.json", ShippedFile.appleLogList)
        let file = logList.map { InputFile($0) } ?? shipped
        let bytes = try file.bytes()
        do {
            return try JSONDecoder().decode(TransparencyLogList.self, from: Data(bytes))
        } catch {
            throw CommandFailure(
                .data,
                "\(file.name) is no list of CT logs in Apple's or Google's v3 format: \(error.localizedDescription)")
        }
    }

    /// The certificates in a file, at least one.
    func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        let found = try parsed(file, PEMFile.certificates(in:named:))
        guard !found.isEmpty else {
            throw CommandFailure(.data, "\(file.name) holds no certificate in PEM (-----BEGIN CERTIFICATE-----).")
        }
        return found
    }

    private func parsed(
        _ file: InputFile, _ read: ([UInt8], String) throws(PEMError) -> [[UInt8]]
    ) throws(CommandFailure) -> [[UInt8]] {
        let bytes = try file.bytes()
        do throws(PEMError) {
            return try read(bytes, file.name)
        } catch {
            throw CommandFailure(.data, error.text)
        }
    }
}
