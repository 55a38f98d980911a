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
                return "\(file):\(lint.position?.line ?? 1): \(severity): \(lint.sentences) [\(lint.id.rawValue)]"
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
        JUnitDocument(named: "atsproxy policy lint", suites: reports.map(suite) + unreadable.map(suite)).text
    }

    private func suite(_ report: PolicyLint.Report) -> JUnitDocument.Suite {
        let cases = report.lints.map { lint in
            JUnitDocument.Case(
                "\(lint.id.rawValue) at \(lint.path)", of: report.source, file: report.file, line: lint.position?.line,
                result: lint.severity == .error
                    ? .failed(type: lint.id.rawValue, message: lint.sentences, lines: ["Instead: \(lint.instead)"])
                    : .skipped(lint.sentences))
        }
        let passed = JUnitDocument.Case("policy lint", of: report.source, result: .passed)
        return JUnitDocument.Suite(report.file, cases: cases.isEmpty ? [passed] : cases)
    }

    private func suite(_ error: PolicyFileError) -> JUnitDocument.Suite {
        let unread = JUnitDocument.Case(
            "policy lint", of: error.path, result: .erroneous(message: error.description))
        return JUnitDocument.Suite(error.path, cases: [unread])
    }

    /// The results as SARIF 2.1.0 for code scanning. `version` is that of the program.
    public func sarif(version: String) -> some JSONWritable {
        LintSARIF(reports: reports, unreadable: unreadable, version: version)
    }
}

extension Lint {
    /// The messages of the finding and of the others about the same key.
    var sentences: String { ([self] + also).map(\.message).joined(separator: " ") }
}
