import InternationalNames
import InternetNames
import Yams

/// Reads one expectation of a file.
struct ExpectationReader {
    /// The row of the file.
    private let node: ExpectationNode

    init(_ node: Node) { self.node = ExpectationNode(node) }

    /// The expectation. Throws the first fault of the row.
    func expectation() throws(ExpectationFault) -> Expectation {
        let values = try node.values(ofKeys: ["url"] + ExpectationNode.settingKeys + ["expect", "reason"])
        guard let urls = values["url"] else {
            throw node.fault("the row has no url, such as `url: http://img.example.com/`.")
        }
        guard let answer = values["expect"] else {
            throw node.fault("the row has no expect, such as `expect: blocked`.")
        }
        return Expectation(
            line: node.line, urls: try self.urls(urls), settings: try ExpectationNode.settings(values),
            expected: try expectedValues(in: answer), reason: try values["reason"]?.text(named: "reason"))
    }

    /// The URLs, one or a list.
    private func urls(_ node: ExpectationNode) throws(ExpectationFault) -> [LoadURL] {
        var urls: [LoadURL] = []
        for entry in try node.entries(named: "url") {
            do throws(MalformedURL) {
                urls.append(try LoadURL(written: try Self.text(of: entry)))
            } catch {
                throw entry.fault(error.description)
            }
        }
        return urls
    }

    /// The text of a URL. A list or a mapping counts as a URL without a host.
    private static func text(of entry: ExpectationNode) throws(MalformedURL) -> String {
        guard case .text(let text) = entry.value else { throw MalformedURL(text: "", reason: .noHost) }
        return text
    }

    /// The expected values: a decision in a word, or those of some members of the answer of `policy explain`.
    private func expectedValues(
        in answer: ExpectationNode
    ) throws(ExpectationFault) -> [AnswerMember: AnswerValue] {
        guard case .mapping = answer.node else { return [.decision: try value(of: .decision, in: answer)] }
        let nodes = try answer.values(ofKeys: AnswerMember.allCases.map(\.rawValue))
        guard !nodes.isEmpty else {
            throw answer.fault("expect is empty; write allowed, blocked or depends, or members of the answer.")
        }
        var expected: [AnswerMember: AnswerValue] = [:]
        for member in AnswerMember.allCases {
            guard let node = nodes[member.rawValue] else { continue }
            expected[member] = try value(of: member, in: node)
        }
        return expected
    }

    /// The value of a member. Throws a fault if the member never has such a value.
    private func value(of member: AnswerMember, in node: ExpectationNode) throws(ExpectationFault) -> AnswerValue {
        guard let value = node.value, member.form.permits(value) else {
            throw node.fault("\(member.rawValue) takes \(member.form.description).")
        }
        return value
    }
}
