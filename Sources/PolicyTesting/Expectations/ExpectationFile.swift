import TransportSecurity
import YAMLReading
import Yams

/// A file of expectations in YAML. The file is a list with one expectation for each entry, or a mapping that has the
/// list under `expectations` and settings for all of them beside it.
package struct ExpectationFile: Sendable {
    /// The path of the policy, as written; nil if the file names none.
    package let policy: String?
    /// The systems, APIs and SDK of expectations that do not say.
    package let settings: ExpectationSettings
    /// The lists of all domains of the policy; empty if the file has none.
    package let domains: [DomainList]
    /// The expectations; at least one.
    package let expectations: [Expectation]

    /// The largest number of bytes of a file.
    package static let sizeLimit = 8 << 20

    /// Reads the content of a file. The error has the faults of all expectations.
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
        expectations = reader.expectations
    }
}

extension ExpectationFile {
    /// The state of reading a file.
    private struct Reader {
        var policy: String?
        var settings = ExpectationSettings()
        var domains: [DomainList] = []
        var expectations: [Expectation] = []
        var faults: [ExpectationFault] = []

        /// Reads the content. Throws a fault that concerns the whole file, and collects those of single expectations.
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
                    expectations.append(try ExpectationReader(entry).expectation())
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

        /// Reads the keys of the file. Returns the list of expectations; nil if there is none.
        private mutating func readTop(_ top: ExpectationNode) throws(ExpectationFault) -> Node? {
            let dictionaries = DomainDictionary.allCases
            let values = try top.values(
                ofKeys: ["policy"] + ExpectationNode.settingKeys + dictionaries.map(\.rawValue) + ["expectations"])
            policy = try values["policy"]?.text(named: "policy")
            settings = try ExpectationNode.settings(values)
            for dictionary in dictionaries {
                guard let node = values[dictionary.rawValue] else { continue }
                let keys = try node.texts(named: dictionary.rawValue)
                domains.append(DomainList(dictionary: dictionary, line: node.line, keys: keys))
            }
            return values["expectations"]?.node
        }
    }
}
