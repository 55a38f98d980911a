import AppBundle
import Documents
import JSONWriting

/// Findings by lint as SARIF, with one result for each finding.
struct LintSARIF: JSONWritable {
    /// The reports on property lists.
    let reports: [PolicyLint.Report]
    /// The errors for paths that could not be read.
    let unreadable: [PolicyFileError]
    /// The version of the program.
    let version: String

    func write(to json: inout JSONWriter) {
        json.sarifLog(version: version) { json in
            for id in LintID.allCases { writeRule(id, to: &json) }
        } members: { json in
            json.name("invocations")
            json.array { json in
                json.object { writeInvocation(to: &$0) }
            }
            json.name("results")
            json.array { json in
                for report in reports {
                    for lint in report.lints { write(lint, in: report, to: &json) }
                }
            }
        }
    }

    /// Writes the result of the run, with a notification for each path that could not be read.
    private func writeInvocation(to json: inout JSONWriter) {
        json.name("executionSuccessful")
        json.boolean(unreadable.isEmpty)
        json.name("toolExecutionNotifications")
        json.array { json in
            for error in unreadable {
                json.object { json in
                    json.member("level", "error")
                    json.sarifText("message", text: Escaping.terminal(error.description))
                }
            }
        }
    }

    private func writeRule(_ id: LintID, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id.rawValue)
            json.sarifText("help", text: "\(id.citation.document), \(id.citation.section)")
        }
    }

    private func write(_ lint: Lint, in report: PolicyLint.Report, to json: inout JSONWriter) {
        json.object { json in
            json.member("ruleId", lint.id.rawValue)
            json.member("level", level(of: lint))
            json.sarifText("message", text: "\(lint.sentences) Instead: \(lint.instead)")
            json.sarifLocation(
                of: FindingLocation.uri(of: report.file), line: lint.position?.line ?? 1, column: lint.position?.column)
            json.name("partialFingerprints")
            json.object { $0.member("atsproxy/ruleAndKeyPath/v1", "\(lint.id.rawValue)@\(lint.path)") }
        }
    }

    private func level(of lint: Lint) -> String {
        switch lint.severity {
        case .error: return "error"
        case .warning: return "warning"
        case .advice: return "note"
        }
    }
}
