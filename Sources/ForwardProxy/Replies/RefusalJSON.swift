import JSONWriting
import TransportSecurity

extension RefusalExplanation {
    /// The explanation as one JSON object (RFC 8259), with a line's end behind it.
    var json: [UInt8] {
        // A browser that takes the reply for HTML finds no tag in it. In JSON, `<` stands only inside strings.
        line.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
            .joined(separator: Array("\\u003c".utf8)) + [.lineFeed]
    }
}

extension RefusalExplanation: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("decision", decision)
            json.member("status", status)
            json.member("message", message)
            json.member("error", error?.rawValue)
            json.member("host", host)
            if let verdict {
                json.member("violations", verdict.violations.map(ExplainedFinding.init))
                json.member("warnings", verdict.warnings.map(ExplainedFinding.init))
                json.member("remedy", sufficientException)
            }
        }
    }
}

/// A finding with its members in the order that a person reads them in.
private struct ExplainedFinding: JSONWritable {
    let finding: Finding

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", finding.rule)
            json.member("message", finding.message)
            json.member("expected", finding.expected)
            json.member("actual", finding.actual)
            json.member("status", finding.status)
            json.member("urlError", finding.urlError)
            json.member("urlErrorText", finding.urlErrorText)
            json.member("exception", finding.exception)
        }
    }
}
