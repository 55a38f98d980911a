import Documents
import InternetNames
import JSONWriting

/// A domain that only a file of expectations or only the policy has, which makes the test fail.
package struct DomainChange: Hashable, Sendable {
    /// The dictionary of the policy.
    package let dictionary: DomainDictionary
    /// The number of the line where the list of the file begins.
    package let line: Int
    /// The domain as it is spelled.
    package let domain: String
    /// Whether the file lists the domain and the policy lacks it. If false, the policy has the domain and the file
    /// lacks it.
    package let isListed: Bool

    /// The line for readers.
    package func text(in file: String) -> String { "\(file.visible(limit: 4000)):\(line): \(sentence)" }

    /// The JSON object, for a line of its own.
    package func json(in file: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.member("line", line)
            json.member("dictionary", dictionary.key)
            json.member("domain", domain)
            json.member("passes", false)
            json.member("expected", isListed ? "present" : "absent")
            json.member("sentence", sentence)
        }
        return json.bytes
    }

    /// The name of the test case in JUnit XML.
    var caseName: String { "\(dictionary.key): \(domain)" }

    /// The difference and its correction.
    var sentence: String {
        let (name, key) = (domain.visible(limit: 1000), dictionary.key)
        return isListed
            ? "\(key) has lost the entry '\(name)', which \(dictionary.rawValue) lists; write the file again."
            : "\(key) has a new entry '\(name)', which \(dictionary.rawValue) does not list; write the file again."
    }
}

extension DomainList {
    /// The keys that only the list or only the policy has, sorted.
    package func changes(under policy: VersionedPolicy) -> [DomainChange] {
        let (listed, actual) = (Set(keys), Set(policy.keys(of: dictionary)))
        return listed.symmetricDifference(actual).sorted().map { domain in
            DomainChange(dictionary: dictionary, line: line, domain: domain, isListed: listed.contains(domain))
        }
    }
}
