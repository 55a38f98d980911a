import InternetNames
import TransportSecurity
import Yams

/// A node of a file of expectations, with its line.
struct ExpectationNode {
    /// The node as it was parsed.
    let node: Node

    /// Creates the node of a file.
    init(_ node: Node) { self.node = node }

    /// The number of the line where the node begins.
    var line: Int { max(1, node.mark?.line ?? 1) }

    /// The keys of settings, which the file as a whole and each expectation may have.
    static let settingKeys = ["os", "api", "linked-sdk"]

    /// The settings among the values of a node's keys.
    static func settings(_ values: [String: ExpectationNode]) throws(ExpectationFault) -> ExpectationSettings {
        ExpectationSettings(
            systems: try values["os"]?.systems(), apis: try values["api"]?.apis(),
            linkedSDK: try values["linked-sdk"]?.linkedSDK())
    }

    /// The values of a mapping by their keys. Throws a fault for any other node, and for an unknown key.
    func values(ofKeys keys: [String]) throws(ExpectationFault) -> [String: ExpectationNode] {
        guard case .mapping(let mapping) = node else {
            throw fault("this entry has no keys; it takes \(keys.joined(separator: ", ")).")
        }
        var values: [String: ExpectationNode] = [:]
        for (keyNode, value) in mapping {
            guard case .scalar(let key) = keyNode, keys.contains(key.string) else {
                let name = keyNode.scalar?.string ?? ""
                throw ExpectationNode(keyNode)
                    .fault("unknown key '\(name.visible())'; known are \(keys.joined(separator: ", ")).")
            }
            values[key.string] = ExpectationNode(value)
        }
        return values
    }

    /// The entries of a list, or the node itself if it is a single value. Throws a fault for an empty list.
    ///
    /// - Parameter key: The key of the node, for the fault.
    func entries(named key: String) throws(ExpectationFault) -> [ExpectationNode] {
        guard case .sequence(let nodes) = node else { return [self] }
        guard !nodes.isEmpty else { throw fault("the list of \(key) is empty.") }
        return nodes.map { ExpectationNode($0) }
    }

    /// The text of the node. Throws a fault for any other node, and for an empty text.
    ///
    /// - Parameter key: The key of the node, for the fault.
    func text(named key: String) throws(ExpectationFault) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty, value != .null else {
            throw fault("\(key) takes a text.")
        }
        return scalar.string
    }

    /// The texts of a list, which may be empty. Words such as `no` and numbers count as texts. Throws a fault for any
    /// other node.
    ///
    /// - Parameter key: The key of the node, for the fault.
    func texts(named key: String) throws(ExpectationFault) -> [String] {
        guard case .sequence(let nodes) = node else {
            throw fault("\(key) takes a list of texts; it may be empty: [].")
        }
        var texts: [String] = []
        for entry in nodes {
            guard case .scalar(let scalar) = entry else {
                throw ExpectationNode(entry).fault("\(key) takes a list of texts.")
            }
            texts.append(scalar.string)
        }
        return texts
    }

    /// The node as the value of a member of an answer; nil for a mapping whose keys are not all texts. Only words
    /// without quotes are Booleans or null.
    var value: AnswerValue? {
        switch node {
        case .alias: return nil
        case .scalar(let scalar):
            guard scalar.style == .plain else { return .text(scalar.string) }
            if node.null != nil { return .null }
            return node.bool.map(AnswerValue.boolean) ?? .text(scalar.string)
        case .sequence(let nodes):
            let values = nodes.compactMap { ExpectationNode($0).value }
            return values.count == nodes.count ? .list(values) : nil
        case .mapping(let mapping):
            var members: [String: AnswerValue] = [:]
            for (key, value) in mapping {
                guard let name = key.scalar?.string, let value = ExpectationNode(value).value else { return nil }
                members[name] = value
            }
            return .members(members)
        }
    }

    /// A fault in the line of the node.
    func fault(_ sentence: String) -> ExpectationFault { ExpectationFault(line: line, sentence) }
}

extension ExpectationNode {
    /// The systems, such as `ios17...` or a list of those.
    private func systems() throws(ExpectationFault) -> [OSSpan] {
        var systems: [OSSpan] = []
        for entry in try entries(named: "os") {
            let text = try entry.text(named: "os")
            do throws(MalformedOSSpan) {
                systems.append(try OSSpan(text: text))
            } catch {
                throw entry.fault(error.sentence)
            }
        }
        return systems
    }

    /// The APIs, one or a list.
    private func apis() throws(ExpectationFault) -> [LoadingAPI] {
        var apis: [LoadingAPI] = []
        for entry in try entries(named: "api") {
            guard let api = LoadingAPI(rawValue: try entry.text(named: "api")) else {
                throw entry.fault("api takes one of \(LoadingAPI.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            apis.append(api)
        }
        return apis
    }

    /// The SDK, such as `ios17`.
    private func linkedSDK() throws(ExpectationFault) -> OSVersion {
        guard let version = OSVersion(linkedSDK: try text(named: "linked-sdk")) else {
            throw fault("linked-sdk takes the version of an SDK, such as ios17 or macos14.")
        }
        return version
    }
}

/// A fault of a file of expectations.
package struct ExpectationFault: Error, Hashable, Sendable {
    /// The number of the line; nil if the fault is that of the whole file.
    package let line: Int?
    /// The fault and its correction in one sentence.
    package let sentence: String

    init(line: Int?, _ sentence: String) {
        self.line = line
        self.sentence = sentence
    }
}

/// All faults of a file of expectations, in the order of its lines.
package struct ExpectationFaults: Error, Hashable, Sendable {
    /// The faults; at least one.
    package let faults: [ExpectationFault]
}
