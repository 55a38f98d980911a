import Foundation
import InternationalNames
import InternetNames
import Reports
import Settings
import TransportSecurity
import YAMLReading
import Yams

/// A file of waivers in YAML (`--waivers`): a list, or a list under `waivers`, with entries such as
///
///     - rule: certificate.*
///       host: "*.example.com"
///       reason: the server is replaced in January
///       owner: alex
///       expires: 2027-01-31
///
/// A waiver holds until the end of its last day in UTC. Only `host` may be missing. The rule `*` needs a host.
package struct WaiversFile {
    private let path: String

    /// Creates the file at a path.
    package init(_ path: String) {
        self.path = path
    }

    /// The waivers, in order.
    package func waivers() throws(CommandFailure) -> [DatedWaiver] {
        let content = try InputFile(path).bytes()
        let root: Node?
        do throws(YAMLFault) {
            root = try YAMLDocument.root(of: content, limit: Self.sizeLimit)
        } catch {
            throw failure(error, in: content)
        }
        guard let root else { return [] }
        guard let list = root.sequence ?? root.mapping?["waivers"]?.sequence else {
            throw failure(at: root, "holds no list of waivers")
        }
        var waivers: [DatedWaiver] = []
        for entry in list { waivers.append(try waiver(entry)) }
        return waivers
    }

    /// Reads an entry of the list.
    private func waiver(_ entry: Node) throws(CommandFailure) -> DatedWaiver {
        guard let mapping = entry.mapping else { throw failure(at: entry, "has an entry that is not a mapping") }
        for key in mapping.keys where !Self.keys.contains(key.string ?? "") {
            throw failure(
                at: key, "has the unknown key '\(key.string ?? "")'; known are \(Self.keys.joined(separator: ", "))")
        }
        func text(_ key: String) throws(CommandFailure) -> String {
            guard let text = mapping[key]?.scalar?.string, !text.isEmpty else {
                throw failure(at: entry, "has a waiver without \(key)")
            }
            return text
        }
        let name = try text("rule")
        guard let rules = RulePattern(name) else {
            throw failure(
                at: entry, "waives '\(name)', which is neither a rule nor a family of rules such as certificate.*")
        }
        let hosts = try mapping["host"].map { (node) throws(CommandFailure) in try hostPattern(node) }
        guard rules != .every || hosts != nil else {
            throw failure(at: entry, "waives every rule at every host; name a host")
        }
        let date = try text("expires")
        guard let day = Instant("\(date)T00:00:00Z") else {
            throw failure(at: entry, "has an 'expires' that is not a date such as 2027-01-31")
        }
        return DatedWaiver(
            Waiver(rules, at: hosts), reason: try text("reason"), owner: try text("owner"), expires: day + 86_399)
    }

    private func hostPattern(_ node: Node) throws(CommandFailure) -> HostPattern {
        guard let pattern = HostPattern(written: node.scalar?.string ?? "") else {
            throw failure(
                at: node, "has a host that is neither a name, nor an address, nor a pattern such as *.example.com")
        }
        return pattern
    }

    /// The largest accepted file in bytes.
    private static let sizeLimit = 1 << 20
    private static let keys = ["rule", "host", "reason", "owner", "expires"]

    private func failure(_ fault: YAMLFault, in content: [UInt8]) -> CommandFailure {
        var sentence = fault.sentence
        switch fault.reason {
        case .malformed where String(decoding: content, as: UTF8.self).contains(#/:\s+\*/#):
            sentence += " A value that begins with * needs quotes, as in host: \"*.example.com\"."
        case .malformed, .tooLarge, .notUTF8, .tooManyAliases, .anchors, .duplicateKeys: break
        }
        let line = fault.position.map { ", line \($0.line)" } ?? ""
        return CommandFailure(.data, "\(path)\(line): \(sentence)")
    }

    /// The failure at a node. The fault is a clause after the name of the file, without a full stop.
    private func failure(at node: Node, _ fault: String) -> CommandFailure {
        let line = node.mark.map { ", line \($0.line)," } ?? ""
        return CommandFailure(.data, "\(path)\(line) \(fault).")
    }
}
