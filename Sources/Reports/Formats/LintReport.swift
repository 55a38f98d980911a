import AppBundle
import Documents
import JSONWriting

/// The results of `policy lint` on several paths, in formats for machines.
public struct LintReport: Sendable {
    private let reports: [PolicyLint.Report]
    private let unreadable: [PolicyFileError]

    /// Creates the results: reports on property lists, and the errors for paths that could not be read.
    public init(_ reports: [PolicyLint.Report], unreadable: [PolicyFileError]) {
        self.reports = reports
        self.unreadable = unreadable
    }

    /// The results as lines in the format that Xcode shows beside the source: `PATH:LINE: error: MESSAGE [RULE]`.
    /// Advice is a warning, because Xcode has no advice. Without a position, the line is 1.
    ///
    /// - Parameter directory: The directory at which relative paths begin. Xcode finds only absolute ones.
    public func xcode(from directory: String) -> String {
        let linesOnLints = reports.flatMap { report in
            report.lints.map { lint in
                let severity = lint.severity == .error ? "error" : "warning"
                let file = Escaping.terminal(FindingLocation.absolute(report.file, from: directory))
                let sentences = ([lint] + lint.also).map(\.message).joined(separator: " ")
                return "\(file):\(lint.position?.line ?? 1): \(severity): \(sentences) [\(lint.id.rawValue)]"
            }
        }
        let linesOnErrors = unreadable.map { error in
            let file = Escaping.terminal(FindingLocation.absolute(error.path, from: directory))
            return "\(file):\(error.line ?? 1): error: \(Escaping.terminal(error.description)) [unreadable]"
        }
        return (linesOnLints + linesOnErrors).joined(separator: "\n")
    }

    /// The results as JUnit XML with one test suite for each property list: a failed case for each error, a skipped
    /// case for each other finding, and a passed case if there is no finding.
    public var junit: String {
        let suites = reports.map(suite) + unreadable.map(suite)
        let failures = reports.flatMap(\.lints).count { $0.severity == .error }
        let tests = reports.reduce(0) { $0 + max(1, $1.lints.count) } + unreadable.count
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy policy lint" tests="\(tests)" failures="\(failures)" \
            errors="\(unreadable.count)">
            \(suites.joined(separator: "\n"))
            </testsuites>
            """
    }

    private func suite(_ report: PolicyLint.Report) -> String {
        let failures = report.lints.count { $0.severity == .error }
        let skipped = report.lints.count - failures
        let cases =
            report.lints.isEmpty
            ? ["<testcase classname=\"\(Escaping.markup(report.source))\" name=\"policy lint\"/>"]
            : report.lints.map { testCase($0, in: report) }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
        return "<testsuite name=\"\(Escaping.markup(report.file))\" \(counts)>\n\(cases.joined(separator: "\n"))\n"
            + "</testsuite>"
    }

    private func testCase(_ lint: Lint, in report: PolicyLint.Report) -> String {
        let line = lint.position.map { " line=\"\($0.line)\"" } ?? ""
        let name = Escaping.markup("\(lint.id.rawValue) at \(lint.path)")
        let opening =
            "<testcase classname=\"\(Escaping.markup(report.source))\" name=\"\(name)\" "
            + "file=\"\(Escaping.markup(report.file))\"\(line)>"
        let message = Escaping.markup(([lint] + lint.also).map(\.message).joined(separator: " "))
        guard lint.severity == .error else { return opening + "<skipped message=\"\(message)\"/></testcase>" }
        return opening + "<failure type=\"\(lint.id.rawValue)\" message=\"\(message)\">Instead: "
            + Escaping.markup(lint.instead) + "</failure></testcase>"
    }

    private func suite(_ error: PolicyFileError) -> String {
        let path = Escaping.markup(error.path)
        return "<testsuite name=\"\(path)\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
            + "<testcase classname=\"\(path)\" name=\"policy lint\"><error message=\""
            + "\(Escaping.markup(error.description))\"/></testcase>\n</testsuite>"
    }

    /// The results as SARIF 2.1.0 for code scanning. `version` is that of the program.
    public func sarif(version: String) -> some JSONWritable {
        LintSARIF(reports: reports, unreadable: unreadable, version: version)
    }
}
