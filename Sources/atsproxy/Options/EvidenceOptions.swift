import ArgumentParser
import Audit
import DataFiles
import InternetNames
import TransportSecurity

/// The option to write evidence.
struct EvidenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the evidence for an auditor into this directory, which must be new or empty: chains, keys, handshakes, OCSP, timestamps, events, and the openssl commands that verify them.",
            valueName: "directory"),
        completion: .directory)
    var evidence: String?

    /// The writer for the directory; nil if none is given.
    ///
    /// - Parameter parent: The parent proxy through which servers are reached; nil without one.
    func writer(
        _ trust: TrustOptions, rules: RuleSet, parent: Authority? = nil
    ) throws(CommandFailure) -> EvidenceWriter? {
        guard let evidence else { return nil }
        return try EvidenceWriter(evidence, trust, rules: rules, parent: parent)
    }

    /// The evidence about recordings; nil if no directory is given.
    func recorded(_ trust: TrustOptions, in recordings: [String]) throws(CommandFailure) -> RecordedEvidence? {
        guard let evidence else { return nil }
        return try RecordedEvidence(evidence, trust, recordings: recordings)
    }
}

extension TrustOptions {
    /// The files that verdicts are based on, the shipped and updated ones included.
    func dataFiles() throws(CommandFailure) -> [EvidenceOrigin.DataFile] {
        typealias File = EvidenceOrigin.DataFile
        var files: [File] = []
        if let roots {
            files.append(File(kind: "roots", name: roots, bytes: try InputFile(roots).bytes()))
        } else {
            files.append(Self.current(.roots, as: "roots"))
        }
        for path in caFiles { files.append(File(kind: "ca-file", name: path, bytes: try InputFile(path).bytes())) }
        for path in revocationLists { files.append(File(kind: "crl", name: path, bytes: try InputFile(path).bytes())) }
        if let logList {
            files.append(File(kind: "ct-log-list", name: logList, bytes: try InputFile(logList).bytes()))
        } else {
            files.append(Self.current(.logList, as: "ct-log-list"))
        }
        files.append(Self.current(.publicSuffixes, as: "public-suffix-list"))
        return files
    }

    private static func current(_ kind: DataFileKind, as name: String) -> EvidenceOrigin.DataFile {
        let choice = CurrentData.choice(kind)
        let origin =
            switch choice.origin {
            case .shipped: "shipped"
            case .updated: "updated"
            }
        return EvidenceOrigin.DataFile(
            kind: name, name: "\(origin) \(kind.fileName)", date: choice.date?.date ?? "unknown", bytes: choice.bytes)
    }
}
