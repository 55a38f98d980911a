import InternetNames
import StandardStreams
import TransportSecurity

/// The text of a diagnosis in the layout of `nscurl --ats-diagnostics --verbose`.
struct DiagnosisTranscript {
    let diagnosis: Diagnosis
    let url: LoadURL

    /// The lines without line feeds.
    var lines: [String] {
        var lines = [
            "Starting ATS Diagnostics", "",
            "Configuring ATS Info.plist keys and displaying the result of HTTPS loads to \(Terminal.visible(url.text)).",
            "A test will \"PASS\" if URLSession:task:didCompleteWithError: returns a nil error.", Self.rule, "",
        ]
        var section: String?
        for result in diagnosis.tests {
            if result.test.section != section {
                if section != nil { lines += [Self.rule, ""] }
                lines.append(result.test.section)
                // nscurl prints no blank line after its first title.
                if section != nil { lines.append("") }
                section = result.test.section
            }
            lines += block(result)
        }
        return lines + [Self.rule]
    }

    /// The lines of one test.
    private func block(_ result: Diagnosis.TestResult) -> [String] {
        var lines = ["---", result.test.name, "ATS Dictionary:"]
        lines += result.test.dictionary.propertyListLines()
        lines.append("Result : \(result.passes ? "PASS" : "FAIL")")
        if let error = error(of: result) { lines.append("Error : \(error)") }
        return lines + ["---", ""]
    }

    /// The error of a test, in the words of nscurl; nil if the test passes. A load ends with its first error. The rules
    /// in parentheses are not a part of nscurl's text.
    private func error(of result: Diagnosis.TestResult) -> String? {
        if let failure = result.failure { return Terminal.visible(failure.message) }
        let findings = result.violations + result.warnings
        guard let first = findings.first, let code = first.urlError else {
            guard !result.passes else { return nil }
            let refused = URLErrorCode.secureConnectionFailed
            return "Error Domain=NSURLErrorDomain Code=\(refused.rawValue) "
                + "\"\(refused.text(on: diagnosis.os, host: url.host))\""
        }
        let rules = findings.map(\.rule.rawValue).joined(separator: ", ")
        return "Error Domain=NSURLErrorDomain Code=\(code) \"\(first.urlErrorText ?? "")\" (\(rules))"
    }

    private static let rule = String(repeating: "=", count: 80)
}

extension [String: PropertyValue] {
    /// The dictionary in the format of `NSLog`: sorted keys, four spaces for each level.
    fileprivate func propertyListLines(indent: Int = 0) -> [String] {
        let outer = String(repeating: " ", count: indent)
        let inner = String(repeating: " ", count: indent + 4)
        var lines = indent == 0 ? ["{"] : []
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            switch value {
            case .dictionary(let members):
                lines.append("\(inner)\(Self.quoted(key)) =     \(outer){")
                lines += members.propertyListLines(indent: indent + 4)
                lines.append("\(inner)};")
            case .boolean(let isTrue): lines.append("\(inner)\(Self.quoted(key)) = \(isTrue);")
            case .string(let text): lines.append("\(inner)\(Self.quoted(key)) = \(Self.quoted(text));")
            case .integer, .real, .array, .other: continue
            }
        }
        if indent == 0 { lines.append("}") }
        return lines
    }

    /// The text in quotation marks, unless it has only letters and digits.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPlain ? text : "\"\(text)\""
    }
}
