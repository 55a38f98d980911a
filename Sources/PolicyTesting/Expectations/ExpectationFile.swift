import TransportSecurity
import YAMLReading
import Yams

/// A file of expectations in YAML: a list of rows, or a list under `expectations` beside the settings that hold for all
/// rows.
package struct ExpectationFile: Sendable {
    /// The path of the policy, as written; nil if the file names none.
    package let policy: String?
    /// The systems, APIs and SDK of rows that do not say.
    package let settings: RowSettings
    /// The lists of all domains of the policy; empty if the file has none.
    package let domains: [DomainList]
    /// The rows; at least one.
    package let rows: [Expectation]

    /// The largest number of bytes of a file.
    package static let sizeLimit = 8 << 20

    /// Reads the content of a file. The error has the faults of all rows.
    package init(_ content: [UInt8]) throws(ExpectationFaults) {
        var reader = Reader()
        do throws(ExpectationFault) {
            try reader.read(content)
        } catch {
            throw ExpectationFaults(faults: reader.faults + [error])
        }
        guard reader.faults.isEmpty else { throw ExpectationFaults(faults: reader.faults) }
        policy = reader.policy
        settings = reader.settings
        domains = reader.domains
        rows = reader.rows
    }
}

extension ExpectationFile {
    /// The state of reading a file.
    private struct Reader {
        var policy: String?
        var settings = RowSettings()
        var domains: [DomainList] = []
        var rows: [Expectation] = []
        var faults: [ExpectationFault] = []

        /// Reads the content. Throws a fault that concerns all rows, and collects those of single rows.
        mutating func read(_ content: [UInt8]) throws(ExpectationFault) {
            guard let root = try Self.root(of: content) else {
                throw ExpectationFault(line: nil, "the file is empty; a row has at least url and expect.")
            }
            var list: Node? = root
            if case .mapping = root { list = try readTop(ExpectationNode(root)) }
            guard let list, case .sequence(let entries) = list, !entries.isEmpty else {
                throw ExpectationFault(
                    line: (list ?? root).mark?.line,
                    "the file has no rows; write a list under expectations, each entry with url and expect.")
            }
            for entry in entries {
                do throws(ExpectationFault) {
                    rows.append(try ExpectationRow(entry).expectation())
                } catch {
                    faults.append(error)
                }
            }
        }

        private static func root(of content: [UInt8]) throws(ExpectationFault) -> Node? {
            do throws(YAMLFault) {
                return try YAMLDocument.root(of: content, limit: ExpectationFile.sizeLimit, aliases: .refused)
            } catch {
                throw ExpectationFault(line: error.position?.line, error.sentence)
            }
        }

        /// Reads the members of the file besides its rows. Returns the list of rows; nil if there is none.
        private mutating func readTop(_ top: ExpectationNode) throws(ExpectationFault) -> Node? {
            let lists = DomainList.Dictionary.allCases
            let members = try top.members(
                among: ["policy"] + ExpectationNode.settingKeys + lists.map(\.rawValue) + ["expectations"])
            policy = try members["policy"]?.text(of: "policy")
            settings = try ExpectationNode.settings(members)
            for list in lists {
                guard let node = members[list.rawValue] else { continue }
                let keys = try node.texts(of: list.rawValue)
                domains.append(DomainList(dictionary: list, line: node.line, keys: keys))
            }
            return members["expectations"]?.node
        }
    }
}
