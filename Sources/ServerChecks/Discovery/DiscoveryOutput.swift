import DeviceManagement
import Documents
import JSONWriting
import Reports
import StandardStreams

/// The output of `check` about the discovery of management services, and about files that name servers.
package struct DiscoveryOutput {
    private let run: DiscoveryRun

    package init(_ run: DiscoveryRun) {
        self.run = run
    }

    /// Prints the discoveries and the files. The verdicts on the servers are printed later.
    package func print(in format: ReportFormat) {
        switch format {
        case .json:
            for domain in run.domains { Output.print(Self.line { domain.write(to: &$0) }) }
            for file in run.files { Output.print(Self.line(file)) }
            for use in run.servers.exempt { Output.print(Self.line(use)) }
        case .text, .markdown, .html, .sarif, .xcode, .junit, .csv, .csvHosts:
            let document = document
            guard !document.blocks.isEmpty else { return }
            Output.print(Terminal.renderer.text(of: document) + "\n")
        }
    }

    private var document: Document {
        var blocks = run.domains.flatMap(Self.blocks)
        for file in run.files {
            blocks.append(.heading(file.sentence))
            blocks += Self.blocks(on: file.document.findings)
        }
        if !run.servers.exempt.isEmpty {
            blocks.append(.heading("Exempt, and not judged"))
            blocks.append(.list(run.servers.exempt.map { "\($0.url.shown), \($0.sentence)." }))
        }
        return Document(title: "Servers of device management", blocks: blocks)
    }

    private static func blocks(on domain: DomainDiscovery) -> [Document.Block] {
        let hops = domain.device.hops.map { "\($0.url.shown) \($0.outcome)." }
        let servers = domain.device.enrollments.map { "The document names \($0.version): \($0.url.shown)." }
        return [.heading("The way of a device from \(domain.name)"), .list(hops + servers)]
            + blocks(on: domain.findings)
    }

    private static func blocks(on findings: [DiscoveryFinding]) -> [Document.Block] {
        findings.map { finding in
            let text = "\(finding.sentence) (\(finding.code.rawValue))"
            switch finding.code.severity {
            case .failure: return .paragraph("Fails: \(text)", tone: .bad)
            case .open: return .paragraph("Not known: \(text)", tone: .caution)
            case .note: return .paragraph("Note: \(text)")
            }
        }
    }

    /// The JSON object of a file.
    private static func line(_ file: ManagementFile) -> String {
        line { json in
            json.object { json in
                json.member("event", "management-document")
                json.member("file", file.name)
                json.member("kind", file.document.kind.rawValue)
                json.member("signed", file.isSigned)
                json.member("urls", file.document.uses.count)
                json.member("findings", file.document.findings)
            }
        }
    }

    /// The JSON object of a server that is exempt from ATS.
    private static func line(_ use: ManagementUse) -> String {
        line { json in
            json.object { json in
                json.member("event", "exempt-use")
                json.member("use", use)
            }
        }
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
