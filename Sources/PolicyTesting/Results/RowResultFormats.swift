import Documents
import InternetNames
import JSONWriting
import TransportSecurity

extension RowResult {
    /// The JSON object of the row, for a line of its own.
    package func json(in file: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.member("line", row.line)
            json.member("urls", row.urls.map(\.text))
            json.member("os", systems.map(\.description))
            json.member("passes", passes)
            json.name("expected")
            AnswerValue.members(row.members.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }).write(to: &json)
            json.member("reason", row.reason)
            json.member("failures", failures)
        }
        return json.bytes
    }

    /// JUnit XML with a test case for each row.
    package static func junit(of results: [RowResult], in file: String) -> String {
        let failed = results.count { !$0.passes }
        let counts = "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\""
        let name = Escaping.markup(file)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy policy test" \(counts)>
            <testsuite name="\(name)" \(counts) skipped="0">
            \(results.map { $0.testCase(in: file) }.joined(separator: "\n"))
            </testsuite>
            </testsuites>
            """
    }

    private func testCase(in file: String) -> String {
        let urls = row.urls.map(\.text).listed(3)
        let name = Escaping.markup("line \(row.line): \(urls) on \(systems.prose)")
        let file = Escaping.markup(file)
        let opening = "<testcase classname=\"\(file)\" name=\"\(name)\" file=\"\(file)\" line=\"\(row.line)\""
        guard !passes else { return opening + "/>" }
        let elements = failures.map { failure in
            let message = Escaping.markup("\(failure.load): \(failure.sentences.joined(separator: "; "))")
            let reason = Escaping.markup(row.reason ?? "")
            return "<failure type=\"expectation\" message=\"\(message)\">\(reason)</failure>"
        }
        return opening + ">\(elements.joined())</testcase>"
    }
}

extension AnswerFailure: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("url", verdict.url.text)
            json.member("api", verdict.kind)
            json.member("os", systems.map(\.description))
            json.member("differences", differences)
            json.member("decidedBy", verdict.reason)
        }
    }
}

extension AnswerFailure.Difference: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("member", member.rawValue)
            json.member("expected", expected)
            json.member("actual", actual)
        }
    }
}
