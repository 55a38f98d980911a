import Documents
import Events
import InternetNames
import JSONWriting
import TransportSecurity

/// The files that `--evidence` writes, for an auditor who attaches them to a finding.
///
/// For each server, these are the chain, digests of keys, handshakes, the OCSP response, timestamps, events, and
/// commands that verify them without this program. The files and their order depend only on the input. No more than
/// `serverLimit` servers are included.
public struct EvidenceBundle {
    /// The servers.
    public var servers: [ServerEvidence]
    /// The versions of programs and data files that the verdicts are based on.
    public var origin: EvidenceOrigin
    /// SHA-256 of bytes.
    private let digest: ([UInt8]) -> [UInt8]

    /// The largest number of servers in a bundle.
    public static let serverLimit = 1000

    /// Creates a bundle.
    public init(servers: [ServerEvidence], origin: EvidenceOrigin, digest: @escaping ([UInt8]) -> [UInt8]) {
        self.servers = servers.sorted { Self.sortKey(of: $0) < Self.sortKey(of: $1) }
        self.origin = origin
        self.digest = digest
    }

    private static func sortKey(of server: ServerEvidence) -> (String, UInt16, String) {
        (server.host.description, server.port ?? 0, server.address?.description ?? "")
    }

    /// The files, with the list of their digests last.
    public var files: [EvidenceFile] {
        var folders = EvidenceFolderNames()
        // The lines of the list of servers in README.md.
        var index: [String] = []
        var files: [EvidenceFile] = []
        for server in servers.prefix(Self.serverLimit) {
            let folder = "hosts/\(folders.makeName(for: server))"
            files += self.files(of: server).map { EvidenceFile(path: "\(folder)/\($0.path)", bytes: $0.bytes) }
            index.append("- `\(folder)`: \(Escaping.markdown(server.verdict.first ?? server.host.description))")
        }
        let omitted = servers.count - Self.serverLimit
        if omitted > 0 {
            index.append("- \(omitted) more servers are left out; a bundle has at most \(Self.serverLimit).")
        }
        files.insert(EvidenceFile(path: "README.md", lines: Self.introduction + index), at: 0)
        files.insert(EvidenceFile(path: "versions.json", bytes: origin.json(digest) + [0x0A]), at: 1)
        let sums = files.map { "\(digest($0.bytes).hexadecimal)  \($0.path)\n" }.joined()
        return files + [EvidenceFile(path: "SHA256SUMS", bytes: Array(sums.utf8))]
    }

    private static let introduction = [
        "# Evidence of atsproxy", "",
        "Each folder below `hosts` is about one server: `verdict.txt` is the verdict, `events.jsonl` what it is based on,",
        "and `README.md` has the commands of OpenSSL 3 and a shell that verify it without atsproxy. Run them in that folder.",
        "`versions.json` names the program and the data files with their dates and digests.", "",
        "The files are complete and unchanged if this command says so:", "", "```sh",
        "sha256sum -c SHA256SUMS", "```", "",
        "`cat hosts/*/events.jsonl | atsproxy report -` shows the verdicts, and with `--os` or `--policy` judges the same facts",
        "again, as the recording itself would be. Each kind of load is there once.", "", "## Servers", "",
    ]
}

extension EvidenceBundle {
    /// The files about one server, with paths in its folder.
    private func files(of server: ServerEvidence) -> [EvidenceFile] {
        var files = [
            EvidenceFile(path: "README.md", lines: readme(server)),
            EvidenceFile(path: "verdict.txt", lines: server.verdict),
            EvidenceFile(path: "events.jsonl", bytes: server.events.lines.flatMap { $0 + [0x0A] }),
        ]
        if !server.sent.isEmpty { files.append(EvidenceFile(path: "sent.pem", certificates: server.sent)) }
        files += chainFiles(server)
        let attempts = server.events.facts.flatMap(\.attempts).map { EvidenceHandshake(attempt: $0, digest: digest) }
        if !attempts.isEmpty {
            files.append(EvidenceFile(path: "handshakes.json", bytes: attempts.line + [0x0A]))
            let largeHelloLines = server.events.facts.flatMap(\.largeHelloLines)
            files.append(EvidenceFile(path: "handshakes.txt", lines: attempts.flatMap(\.lines) + largeHelloLines))
        }
        if let staple = server.handshake?.certificateStatus {
            files.append(EvidenceFile(path: "ocsp.der", bytes: staple))
            let text = server.verification?.stapleText ?? "This response cannot be read."
            files.append(EvidenceFile(path: "ocsp.txt", lines: text.split(separator: "\n").map(String.init)))
        }
        let timestamps = (server.chain?.timestamps ?? []).map {
            EvidenceTimestamp(timestamp: $0, log: server.logs[$0.logID])
        }
        if !timestamps.isEmpty {
            files.append(EvidenceFile(path: "scts.json", bytes: timestamps.line + [0x0A]))
            files.append(EvidenceFile(path: "scts.txt", lines: timestamps.map(\.line)))
        }
        return files
    }

    /// The certificates of the path, and the digests of their keys.
    private func chainFiles(_ server: ServerEvidence) -> [EvidenceFile] {
        let certificates = server.certificates
        guard !certificates.isEmpty else { return [] }
        var files = certificates.enumerated().map { index, certificate in
            EvidenceFile(path: EvidenceCommand.certificateFile(index + 1), certificates: [certificate.der])
        }
        files.append(EvidenceFile(path: "path.pem", certificates: certificates.map(\.der)))
        if !server.intermediates.isEmpty {
            files.append(EvidenceFile(path: "intermediates.pem", certificates: server.intermediates.map(\.der)))
        }
        let summaries = certificates.map(CertificateSummary.init)
        files.append(EvidenceFile(path: "spki.json", bytes: summaries.line + [0x0A]))
        files.append(EvidenceFile(path: "spki.txt", lines: summaries.map { "\($0.spki)  \($0.subject)" }))
        return files
    }

    /// The lines of README.md in the folder of a server: the verdict, and the commands that verify it.
    private func readme(_ server: ServerEvidence) -> [String] {
        var lines = [
            "# \(Escaping.markdown("\(server.host)"))", "", Escaping.markdown(server.verdict.first ?? ""), "",
            "The verdict is of \(server.time).",
        ]
        if !server.openPoints.isEmpty {
            let items = server.openPoints.map { "- \(Escaping.markdown($0))" }
            lines += ["", "The verdict leaves open:", ""] + items + [""]
        }
        if !server.certificates.isEmpty {
            lines.append(
                "`sent.pem` has the certificates as they were sent, `path.pem` the path that was judged, leaf first,")
            lines.append(
                server.hasAnchor
                    ? "to its root; `path-1.pem` and so on are its certificates one by one."
                    : "which ends at no trusted root; `path-1.pem` and so on are its certificates one by one.")
        }
        let commands = EvidenceCommands(server: server).all
        guard !commands.isEmpty else { return lines + ["", "There is nothing that a command could verify."] }
        lines += ["", "Each command ends with status 0 if it finds what is said before it."]
        for command in commands { lines += ["", Escaping.markdown(command.purpose), "", "```sh", command.line, "```"] }
        return lines
    }
}

/// A file of an evidence bundle, as a value that a command writes.
public struct EvidenceFile: Hashable, Sendable {
    /// The path in the bundle, with `/` between folders. The characters are ASCII letters, digits, `-`, `_`, `.` and
    /// `/`.
    public var path: String
    /// The content.
    public var bytes: [UInt8]

    /// Creates a file with the given content.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Creates a file of lines. Characters that a terminal could interpret are escaped.
    init(path: String, lines: [String]) {
        let text = lines.map { $0.visible(limit: .max) + "\n" }.joined()
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// Creates a file of certificates in PEM (RFC 7468).
    init(path: String, certificates: [[UInt8]]) {
        let text = certificates.map(PEMBlock.certificate).joined()
        self.init(path: path, bytes: Array(text.utf8))
    }
}

/// Makes the names of the servers' folders. A name is safe on every file system, whatever the host, and all names
/// differ.
struct EvidenceFolderNames {
    private var taken: Set<String> = []

    /// Makes the name of a server's folder. Characters other than letters, digits, `-` and `.` become `-`.
    mutating func makeName(for server: ServerEvidence) -> String {
        let host = server.host.description.lowercased().unicodeScalars.prefix(Self.lengthLimit)
        let safeScalars = host.map { Self.safeScalars.contains($0) ? $0 : "-" }
        var stem = String(String.UnicodeScalarView(safeScalars))
        // A name of dots, or one that begins with a dot or hyphen, has a meaning to shells and programs.
        if stem.isEmpty || stem.hasPrefix(".") || stem.hasPrefix("-") { stem = "host" + stem }
        stem = stem.replacing("..", with: ".-")
        if let port = server.port { stem += "-\(port)" }
        var name = stem
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(stem)-\(number)"
            number += 1
        }
        return name
    }

    private static let safeScalars = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".unicodeScalars)

    /// The largest number of characters of a host in a name.
    private static let lengthLimit = 100
}
