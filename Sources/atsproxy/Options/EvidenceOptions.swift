import ArgumentParser
import Audit
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
    func writer(_ trust: TrustOptions, rules: RuleSet) throws(CommandFailure) -> EvidenceWriter? {
        guard let evidence else { return nil }
        return try EvidenceWriter(evidence, trust, rules: rules)
    }

    /// The evidence about recordings; nil if no directory is given.
    func recorded(_ trust: TrustOptions, in recordings: [String]) throws(CommandFailure) -> RecordedEvidence? {
        guard let evidence else { return nil }
        return try RecordedEvidence(evidence, trust, recordings: recordings)
    }
}

extension TrustOptions {
    /// The files that verdicts are based on, the shipped ones included.
    func dataFiles() throws(CommandFailure) -> [EvidenceOrigin.DataFile] {
        typealias File = EvidenceOrigin.DataFile
        var files: [File] = []
        if let roots {
            files.append(File(kind: "roots", name: roots, bytes: try InputFile(roots).bytes()))
        } else {
            files.append(
                File(
                    kind: "roots", name: "shipped apple-roots.pem", date: ShippedFile.appleRootsDate,
                    bytes: ShippedFile.appleRoots))
        }
        for path in caFiles { files.append(File(kind: "ca-file", name: path, bytes: try InputFile(path).bytes())) }
        for path in revocationLists { files.append(File(kind: "crl", name: path, bytes: try InputFile(path).bytes())) }
        if let logList {
            files.append(File(kind: "ct-log-list", name: logList, bytes: try InputFile(logList).bytes()))
        } else {
            files.append(
                File(
                    kind: "ct-log-list", name: "shipped apple-ct-log-list.json", date: ShippedFile.appleLogListDate,
                    bytes: ShippedFile.appleLogList))
        }
        files.append(
            File(
                kind: "public-suffix-list", name: "shipped public_suffix_list.dat",
                date: ShippedFile.publicSuffixListDate, bytes: ShippedFile.publicSuffixList))
        return files
    }
}
