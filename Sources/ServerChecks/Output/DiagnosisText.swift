import InternetNames
import StandardStreams
import TransportSecurity

/// The text of a diagnosis: one line with the smallest exception that works, then a table with every test of nscurl.
struct DiagnosisText {
    let diagnosis: Diagnosis
    let url: LoadURL
    /// The number of columns; nil for no limit.
    let width: Int?

    /// The lines without line feeds.
    var lines: [String] {
        let text = LabelledText(width: width)
        return text.paragraph("\(url.title): \(answer)") + [""] + table
    }

    /// The smallest exception that works, in a sentence after the URL.
    private var answer: String {
        switch diagnosis.help {
        case .notNeeded:
            return "passes with ATS's defaults; no exception is needed."
        case .exception(let test):
            return "the smallest exception that works: \(Self.keys(of: test)) (without it: \(reasons))."
        case .leftToApp(let test, let warnings):
            return "no exception helps by itself: \(CheckAnswer.reasons(warnings)). "
                + "With \(Self.keys(of: test)), it fails unless the app accepts it."
        case .none:
            return "no exception helps; the server must be changed: \(reasons)."
        }
    }

    /// The reasons why the load fails under the defaults of ATS.
    private var reasons: String {
        guard let defaults = diagnosis.exceptions.first else { return "unknown" }
        if let failure = defaults.failure { return failure.message }
        let findings = defaults.violations + defaults.warnings
        return findings.isEmpty ? "the server refuses the handshake" : CheckAnswer.reasons(findings)
    }

    /// The keys of the entry in a tested dictionary, such as `NSExceptionMinimumTLSVersion = TLSv1.0`.
    private static func keys(of test: DiagnosticTest) -> String { test.exceptions.first?.assignments ?? "no key" }

    /// One line for each test. The rules that a failing test violates are in the last column.
    private var table: [String] {
        let longest = diagnosis.tests.map(\.test.name.count).max() ?? 0
        return diagnosis.tests.map { result in
            let name = Terminal.visible(result.test.name)
            guard !result.passes else { return "  PASS  \(name)" }
            let padding = String(repeating: " ", count: max(0, longest - name.count))
            return "  FAIL  \(name)\(padding)  \(Self.cause(of: result))"
        }
    }

    private static func cause(of result: Diagnosis.TestResult) -> String {
        if let failure = result.failure { return Terminal.visible(failure.message) }
        let findings = result.violations + result.warnings
        guard let first = findings.first else { return "the server refuses the handshake" }
        let rules = findings.map(\.rule.rawValue).joined(separator: ", ")
        return first.urlError.map { "\($0): \(rules)" } ?? rules
    }
}
