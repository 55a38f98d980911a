import AppBundle
import JSONWriting
import TransportSecurity

/// The output of `policy lint`.
enum LintOutput {
    /// The text in the format of compilers, `PATH:LINE:COLUMN: error: …`, which editors understand.
    static func text(of reports: [PolicyLint.Report], readBy os: OSVersion) -> String {
        let lints = reports.flatMap { report in report.lints.map { paragraph($0, file: report.file) } }
        return (lints + [summary(of: reports, named: reports.first?.source ?? "", readBy: os)]).joined(separator: "\n")
    }

    /// The JSON for programs, one object for each finding.
    static func lines(of reports: [PolicyLint.Report], readBy os: OSVersion) -> [String] {
        reports.flatMap { report in
            report.lints.map { lint in
                var json = JSONWriter()
                json.object { json in
                    json.member("file", report.file)
                    json.member("line", lint.position.map { Int64($0.line) })
                    json.member("column", lint.position.map { Int64($0.column) })
                    json.member("keyPath", lint.path.description)
                    json.member("severity", lint.severity.rawValue)
                    json.member("lint", lint.id.rawValue)
                    json.member("message", lint.message)
                    json.member("instead", lint.instead)
                    json.member("citation", lint.id.citation.text)
                    json.name("also")
                    json.array { json in
                        for other in lint.also {
                            json.object { json in
                                json.member("lint", other.id.rawValue)
                                json.member("severity", other.severity.rawValue)
                                json.member("message", other.message)
                                json.member("instead", other.instead)
                            }
                        }
                    }
                    json.member("policy", report.source)
                    json.member("os", os.description)
                }
                return String(decoding: json.bytes, as: UTF8.self)
            }
        }
    }

    private static func paragraph(_ lint: Lint, file: String) -> String {
        let position = lint.position.map { ":\($0.line):\($0.column)" } ?? ""
        var lines = ["\(file)\(position): \(lint.severity.rawValue): \(lint.message) [\(lint.id.rawValue)]"]
        lines.append("  at: \(lint.path)")
        lines.append("  instead: \(lint.instead)")
        for other in lint.also { lines.append("  also: \(other.message) [\(other.id.rawValue)]") }
        return lines.joined(separator: "\n")
    }

    /// The numbers of findings, under the name of the policy or the number of paths.
    static func summary(of reports: [PolicyLint.Report], named name: String, readBy os: OSVersion) -> String {
        let severities = reports.flatMap(\.lints).map(\.severity)
        let counts = [
            (Lint.Severity.error, "error", "errors"), (.warning, "warning", "warnings"), (.advice, "advice", "advice"),
        ]
        .compactMap { severity, singular, plural -> String? in
            let count = severities.count { $0 == severity }
            return count == 0 ? nil : "\(count) \(count == 1 ? singular : plural)"
        }
        let findings = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
        return "\(name): \(findings) (\(os))"
    }
}

extension Citation {
    /// The document and its section in one text.
    fileprivate var text: String { "\(document), \(section)" }
}
