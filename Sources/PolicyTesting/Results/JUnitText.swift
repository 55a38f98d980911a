import Documents
import InternetNames
import TransportSecurity

/// Results in JUnit XML, with a test case for each expectation and each changed domain.
package struct JUnitText {
    /// The path of the file of expectations.
    private let file: String
    /// The test cases.
    private var cases: [JUnitDocument.Case] = []
    /// The number of cases with each name.
    private var nameCounts: [String: Int] = [:]
    /// The name of the policy; nil for a test that has no results.
    private var policy: String?

    /// Creates the text of results.
    ///
    /// - Parameters:
    ///   - results: The results of the expectations.
    ///   - changes: The domains of the policy that are not those of the file.
    ///   - file: The path of the file of expectations.
    ///   - source: The name of the policy.
    package init(of results: [ExpectationResult], changes: [DomainChange], in file: String, source: String) {
        self.file = file
        policy = source
        for result in results {
            add(result.caseName, line: result.expectation.line, failure: result.passes ? nil : result.text(in: file))
        }
        for change in changes { add(change.caseName, line: change.line, failure: change.text(in: file)) }
    }

    /// Creates the text of a test that has no results.
    ///
    /// - Parameters:
    ///   - sentence: The reason.
    ///   - file: The path of the file of expectations.
    package init(error sentence: String, in file: String) {
        self.file = file
        cases = [
            JUnitDocument.Case(
                "policy test", of: file, file: file,
                result: .erroneous(type: "data", message: sentence, lines: [sentence]))
        ]
    }

    /// The document.
    package var text: String {
        let properties = [policy].compactMap(\.self).map { (name: "policy", value: $0) }
        let suite = JUnitDocument.Suite(file, cases: cases, properties: properties)
        return JUnitDocument(named: "atsproxy policy test", suites: [suite]).text
    }

    /// Adds a case. A name that occurs again gets a number.
    private mutating func add(_ name: String, line: Int, failure: String?) {
        let number = nameCounts[name, default: 0] + 1
        nameCounts[name] = number
        let lines = (failure ?? "").split(separator: "\n").map(String.init)
        cases.append(
            JUnitDocument.Case(
                number == 1 ? name : "\(name) (\(number))", of: file, file: file, line: line,
                result: failure == nil
                    ? .passed : .failed(type: "expectation", message: lines.first ?? "", lines: lines)))
    }
}

extension ExpectationResult {
    /// The loads, such as `http://img.example.com/ on ios17...ios27`. The name does not depend on the line.
    fileprivate var caseName: String {
        let through = apis == [.urlSession] ? "" : " through \(apis.map(\.rawValue).joined(separator: ", "))"
        return "\(expectation.urls.map(\.text).listed(atMost: 3))\(through) on \(systems.prose)"
    }
}
