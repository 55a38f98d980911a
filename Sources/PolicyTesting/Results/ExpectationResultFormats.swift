import Documents
import InternetNames
import JSONWriting
import TransportSecurity

extension ExpectationResult {
    /// The text for readers if the expectation fails: its line, the differences, the key that decides, and the reason
    /// that it gives. Empty if it passes.
    package func text(in file: String) -> String {
        failures.map { failure in
            let head = "\(file.visible(limit: 4000)):\(expectation.line): \(failure.load)"
            return ([head] + failure.sentences + reasons).joined(separator: "\n  ")
        }.joined(separator: "\n")
    }

    /// The sentence on several results.
    ///
    /// - Parameters:
    ///   - results: The results.
    ///   - changes: The domains of the policy that are not those of the file.
    ///   - source: The name of the policy.
    package static func summary(of results: [ExpectationResult], changes: [DomainChange] = [], source: String) -> String
    {
        let failed = results.count { !$0.passes }
        let rows = "\(Quantity.of(results.count, "row")) under the policy \(source.visible())"
        let outcome = failed > 0 ? "\(Quantity.grouped(failed)) failed" : "all pass"
        guard !changes.isEmpty else { return "\(rows): \(outcome)." }
        let entries = Quantity.of(changes.count, "changed domain")
        return "\(rows): \(failed > 0 ? outcome : "none failed"), \(entries)."
    }

    /// The reason that the row gives, as a line; empty without a reason.
    private var reasons: [String] { expectation.reason.map { ["reason of the row: \($0.visible(limit: 1000))"] } ?? [] }
}

extension AnswerFailure {
    /// The load and the systems, such as `http://img.example.com/ on ios17...ios27`.
    var load: String {
        let api = verdict.kind == .urlSession ? "" : " through \(verdict.kind.rawValue)"
        return "\(verdict.url.text.visible(limit: 1000))\(api) on \(systems.prose)"
    }

    /// The differences and the key that decides, a sentence each.
    var sentences: [String] {
        differences.map { "\($0.member.rawValue): expected \($0.expected), actual \($0.actual)" }
            + ["decided by: \(verdict.reason.visible(limit: 1000))"]
            + verdict.requirements.notes.map { "note: \($0.message.visible(limit: 1000))" }
    }
}

extension [OSSpan] {
    /// The spans for readers.
    var prose: String { map(\.description).joined(separator: ", ") }
}

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
            let expected = expectation.expected.map { member, value in (member.rawValue, value) }
            AnswerValue.members(Dictionary(uniqueKeysWithValues: expected)).write(to: &json)
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
