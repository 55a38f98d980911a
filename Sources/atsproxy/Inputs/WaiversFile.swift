import Audit
import Foundation
import InternationalNames
import InternetNames
import TransportSecurity
import Yams

/// A file of waivers in YAML: a list, or a list under `waivers`. Each entry has `rule`, `reason`, `owner` and `expires`
/// (a date; the waiver holds until the end of that day in UTC), and may have `host`.
struct WaiversFile {
    private let path: String

    /// Creates the file at a path.
    init(_ path: String) {
        self.path = path
    }

    /// The waivers, in order.
    func waivers() throws(CommandFailure) -> [DatedWaiver] {
        let text = String(decoding: try InputFile(path).bytes(), as: UTF8.self)
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw CommandFailure(.data, "\(path) is not YAML: \(error).")
        }
        guard let root else { return [] }
        guard let list = root.sequence ?? root.mapping?["waivers"]?.sequence else {
            throw failure(root, "holds no list of waivers")
        }
        var waivers: [DatedWaiver] = []
        for entry in list { waivers.append(try waiver(entry)) }
        return waivers
    }

    private func waiver(_ entry: Node) throws(CommandFailure) -> DatedWaiver {
        guard let mapping = entry.mapping else { throw failure(entry, "has an entry that is no mapping") }
        for key in mapping.keys where !Self.keys.contains(key.string ?? "") {
            throw failure(
                key, "has the unknown key '\(key.string ?? "")'; known are \(Self.keys.joined(separator: ", "))")
        }
        func text(_ key: String) throws(CommandFailure) -> String {
            guard let text = mapping[key]?.scalar?.string, !text.isEmpty else {
                throw failure(entry, "has a waiver without \(key)")
            }
            return text
        }
        let name = try text("rule")
        guard let rule = RuleID(rawValue: name) else {
            throw failure(entry, "waives '\(name)', which is no rule; see atsproxy report --help")
        }
        var host: InternetNames.Host?
        if let hostNode = mapping["host"] {
            guard let read = InternetNames.Host(written: hostNode.scalar?.string ?? "") else {
                throw failure(hostNode, "has a host that is neither a name nor an address")
            }
            host = read
        }
        let date = try text("expires")
        guard let day = Instant("\(date)T00:00:00Z") else {
            throw failure(entry, "has an 'expires' that is no date such as 2027-01-31")
        }
        return DatedWaiver(
            rule: rule, host: host, reason: try text("reason"), owner: try text("owner"), expires: day + 86_399)
    }

    private static let keys = ["rule", "host", "reason", "owner", "expires"]

    private func failure(_ node: Node, _ what: String) -> CommandFailure {
        let line = node.mark.map { ", line \($0.line)," } ?? ""
        return CommandFailure(.data, "\(path)\(line) \(what).")
    }
}
