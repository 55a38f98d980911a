import InternationalNames
import InternetNames
import Yams

/// A row of a file of expectations as a node.
struct ExpectationRow {
    private let node: ExpectationNode

    init(_ node: Node) { self.node = ExpectationNode(node) }

    /// The row as a value.
    func expectation() throws(ExpectationFault) -> Expectation {
        let members = try node.members(among: ["url"] + ExpectationNode.settingKeys + ["expect", "reason"])
        guard let urls = members["url"] else {
            throw node.fault("the row has no url, such as `url: http://img.example.com/`.")
        }
        guard let expected = members["expect"] else {
            throw node.fault("the row has no expect, such as `expect: blocked`.")
        }
        return Expectation(
            line: node.line, urls: try self.urls(urls), settings: try ExpectationNode.settings(members),
            members: try answer(expected), reason: try members["reason"]?.text(of: "reason"))
    }

    private func urls(_ node: ExpectationNode) throws(ExpectationFault) -> [LoadURL] {
        var urls: [LoadURL] = []
        for entry in try node.entries(of: "url") {
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

    /// The expected members: a decision in a word, or some members of the answer of `policy explain`.
    private func answer(_ node: ExpectationNode) throws(ExpectationFault) -> [AnswerMember: AnswerValue] {
        guard case .mapping = node.node else { return [.decision: try value(of: .decision, node)] }
        let given = try node.members(among: AnswerMember.allCases.map(\.rawValue))
        guard !given.isEmpty else {
            throw node.fault("expect is empty; write allowed, blocked or depends, or members of the answer.")
        }
        var members: [AnswerMember: AnswerValue] = [:]
        for member in AnswerMember.allCases {
            guard let node = given[member.rawValue] else { continue }
            members[member] = try value(of: member, node)
        }
        return members
    }

    private func value(of member: AnswerMember, _ node: ExpectationNode) throws(ExpectationFault) -> AnswerValue {
        guard let value = node.value, member.form.permits(value) else {
            throw node.fault("\(member.rawValue) takes \(member.form.description).")
        }
        return value
    }
}
