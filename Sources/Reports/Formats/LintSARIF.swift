import AppBundle
import Documents
import JSONWriting

/// Findings by lint as SARIF 2.1.0 (OASIS Standard, 27 March 2020), with one result for each finding.
struct LintSARIF: JSONWritable {
    /// The reports on property lists.
    let reports: [PolicyLint.Report]
    /// The errors for paths that could not be read.
    let unreadable: [PolicyFileError]
    /// The version of the program.
    let version: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member(
                "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json")
            json.member("version", "2.1.0")
            json.name("runs")
            json.array { json in
                json.object { json in writeRun(to: &json) }
            }
        }
    }

    private func writeRun(to json: inout JSONWriter) {
        json.name("tool")
        json.object { json in
            json.name("driver")
            json.object { writeDriver(to: &$0) }
        }
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

    private func writeDriver(to json: inout JSONWriter) {
        json.member("name", "atsproxy")
        json.member("version", version)
        json.name("rules")
        json.array { json in
            for id in LintID.allCases { writeRule(id, to: &json) }
        }
    }

    /// Writes the run, with a notification for each path that could not be read.
    private func writeInvocation(to json: inout JSONWriter) {
        json.name("executionSuccessful")
        json.boolean(unreadable.isEmpty)
        json.name("toolExecutionNotifications")
        json.array { json in
            for error in unreadable {
                json.object { json in
                    json.member("level", "error")
                    json.name("message")
                    json.object { $0.member("text", Escaping.terminal(error.description)) }
                }
            }
        }
    }

    private func writeRule(_ id: LintID, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id.rawValue)
            json.name("help")
            json.object { $0.member("text", "\(id.citation.document), \(id.citation.section)") }
        }
    }

    private func write(_ lint: Lint, in report: PolicyLint.Report, to json: inout JSONWriter) {
        let sentences = ([lint] + lint.also).map(\.message).joined(separator: " ")
        json.object { json in
            json.member("ruleId", lint.id.rawValue)
            json.member("level", level(of: lint))
            json.name("message")
            json.object { $0.member("text", "\(sentences) Instead: \(lint.instead)") }
            json.name("locations")
            json.array { json in
                json.object { json in
                    json.name("physicalLocation")
                    json.object { json in
                        json.name("artifactLocation")
                        json.object { $0.member("uri", FindingLocation.uri(of: report.file)) }
                        json.name("region")
                        json.object { json in
                            json.member("startLine", Int64(lint.position?.line ?? 1))
                            if let column = lint.position?.column { json.member("startColumn", Int64(column)) }
                        }
                    }
                }
            }
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
