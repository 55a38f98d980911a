import InternetNames
import JSONWriting
import TransportSecurity

extension ExpectationResult {
    /// The JSON object of the result, for a line of its own.
    package func json(in file: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.member("line", expectation.line)
            json.member("urls", expectation.urls.map(\.text))
            json.member("os", systems.map(\.description))
            json.member("passes", passes)
            json.name("expected")
            AnswerValue.members(expectation.expected.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value })
                .write(to: &json)
            json.member("reason", expectation.reason)
            json.member("failures", failures)
        }
        return json.bytes
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
