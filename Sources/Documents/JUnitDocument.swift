/// Results of tests in JUnit XML, which CI systems read.
package struct JUnitDocument {
    /// The name of the document, such as `atsproxy policy lint`.
    private let name: String
    /// The suites, in order.
    private let suites: [Suite]

    /// Creates a document of suites.
    package init(named name: String, suites: [Suite]) {
        (self.name, self.suites) = (name, suites)
    }

    /// The XML, without a line feed at the end.
    package var text: String {
        func sum(_ number: (Suite) -> Int) -> String { String(suites.reduce(0) { $0 + number($1) }) }
        let attributes: [(String, String?)] = [
            ("name", name), ("tests", sum(\.cases.count)), ("failures", sum(\.failures)), ("errors", sum(\.errors)),
        ]
        let lines = suites.map(\.text).joined(separator: "\n")
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + Self.element("testsuites", attributes: attributes, content: "\n\(lines)\n")
    }

    /// Test cases under a common name.
    package struct Suite {
        fileprivate let name: String
        fileprivate let cases: [Case]
        /// The names and values of the properties.
        private let properties: [(name: String, value: String)]

        /// Creates a suite.
        package init(_ name: String, cases: [Case], properties: [(name: String, value: String)] = []) {
            (self.name, self.cases, self.properties) = (name, cases, properties)
        }

        fileprivate var failures: Int { cases.count { if case .failed = $0.result { true } else { false } } }
        fileprivate var errors: Int { cases.count { if case .erroneous = $0.result { true } else { false } } }
        private var skipped: Int { cases.count { if case .skipped = $0.result { true } else { false } } }

        fileprivate var text: String {
            let attributes: [(String, String?)] = [
                ("name", name), ("tests", String(cases.count)), ("failures", String(failures)),
                ("errors", String(errors)), ("skipped", String(skipped)),
            ]
            let elements = properties.map {
                JUnitDocument.element("property", attributes: [("name", $0.name), ("value", $0.value)])
            }
            let lines = (elements.isEmpty ? [] : ["<properties>"] + elements + ["</properties>"]) + cases.map(\.text)
            return JUnitDocument.element(
                "testsuite", attributes: attributes, content: "\n\(lines.joined(separator: "\n"))\n")
        }
    }

    /// A test case with its result.
    package struct Case {
        /// The name of the class, by which CI systems group cases.
        private let className: String
        private let name: String
        /// The path of the file that the case is about; nil for none.
        private let file: String?
        /// The number of the line in the file, from 1; nil for none.
        private let line: Int?
        fileprivate let result: Result

        /// Creates a case.
        package init(_ name: String, of className: String, file: String? = nil, line: Int? = nil, result: Result) {
            (self.name, self.className, self.file, self.line, self.result) = (name, className, file, line, result)
        }

        fileprivate var text: String {
            let attributes: [(String, String?)] = [
                ("classname", className), ("name", name), ("file", file), ("line", line.map(String.init)),
            ]
            return JUnitDocument.element("testcase", attributes: attributes, content: result.text)
        }
    }

    /// The result of a test case.
    package enum Result {
        case passed
        /// The test has neither failed nor passed, for a reason.
        case skipped(String)
        /// The test could not be carried out. The lines are the text of the element.
        case erroneous(type: String? = nil, message: String, lines: [String] = [])
        /// The test failed. The lines are the text of the element.
        case failed(type: String, message: String? = nil, lines: [String] = [])

        fileprivate var text: String {
            switch self {
            case .passed: return ""
            case .skipped(let message): return JUnitDocument.element("skipped", attributes: [("message", message)])
            case .erroneous(let type, let message, let lines):
                return Self.element("error", type: type, message: message, lines: lines)
            case .failed(let type, let message, let lines):
                return Self.element("failure", type: type, message: message, lines: lines)
            }
        }

        private static func element(_ name: String, type: String?, message: String?, lines: [String]) -> String {
            let content = lines.map(Escaping.markup).joined(separator: "\n")
            return JUnitDocument.element(name, attributes: [("type", type), ("message", message)], content: content)
        }
    }

    /// An element. Attributes without a value are left out. The content is markup.
    fileprivate static func element(
        _ name: String, attributes: [(String, String?)], content: String = ""
    ) -> String {
        let list = attributes.map { name, value in value.map { " \(name)=\"\(Escaping.markup($0))\"" } ?? "" }.joined()
        return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
    }
}
