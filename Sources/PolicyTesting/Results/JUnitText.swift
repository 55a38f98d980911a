import Documents
import InternetNames
import TransportSecurity

/// Results in JUnit XML, with a test case for each expectation and each changed domain.
package struct JUnitText {
    /// The path of the file of expectations.
    private let file: String
    /// The elements of the test cases.
    private var cases: [String] = []
    /// The number of cases with each name.
    private var nameCounts: [String: Int] = [:]
    /// The number of cases that fail.
    private var failures = 0
    /// 1 for a test that has no results, else 0.
    private var errors = 0
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
        errors = 1
        let message = Escaping.markup(sentence)
        cases = [opening("policy test") + "><error type=\"data\" message=\"\(message)\">\(message)</error></testcase>"]
    }

    /// The document.
    package var text: String {
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        let properties = policy.map {
            "<properties><property name=\"policy\" value=\"\(Escaping.markup($0))\"/></properties>"
        }
        let elements = [properties].compactMap(\.self) + cases
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy policy test" \(counts)>
            <testsuite name="\(Escaping.markup(file))" \(counts) skipped="0">
            \(elements.joined(separator: "\n"))
            </testsuite>
            </testsuites>
            """
    }

    /// Adds a case. A name that occurs again gets a number.
    private mutating func add(_ name: String, line: Int, failure: String?) {
        let number = nameCounts[name, default: 0] + 1
        nameCounts[name] = number
        let opening = opening(number == 1 ? name : "\(name) (\(number))") + " line=\"\(line)\""
        guard let failure else {
            cases.append(opening + "/>")
            return
        }
        failures += 1
        let lines = failure.split(separator: "\n").map { Escaping.markup(String($0)) }
        let message = lines.first ?? ""
        cases.append(
            opening + "><failure type=\"expectation\" message=\"\(message)\">\(lines.joined(separator: "\n"))"
                + "</failure></testcase>")
    }

    /// The beginning of the element of a case, without its last attributes.
    private func opening(_ name: String) -> String {
        let (file, name) = (Escaping.markup(file), Escaping.markup(name))
        return "<testcase classname=\"\(file)\" name=\"\(name)\" file=\"\(file)\""
    }
}

extension ExpectationResult {
    /// The loads, such as `http://img.example.com/ on ios17...ios27`. The name does not depend on the line.
    fileprivate var caseName: String {
        let through = apis == [.urlSession] ? "" : " through \(apis.map(\.rawValue).joined(separator: ", "))"
        return "\(expectation.urls.map(\.text).listed(atMost: 3))\(through) on \(systems.prose)"
    }
}
