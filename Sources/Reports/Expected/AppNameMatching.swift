/// Finds the names under which apps with given bundle identifiers appear in User-Agents. An App Privacy Report names
/// apps by identifiers, and a recording by User-Agents.
///
/// An Info.plist has both the name and the identifier. Where none is given, the last component of an identifier is
/// compared with the names, only by letters and digits and without regard to case: `com.example.my-app` and `My%20App`
/// are usually one app. For two identifiers with the same last component, no name is found.
struct AppNameMatching {
    /// The names of apps according to policies, by bundle identifier.
    private let policyNames: [String: Set<String>]
    /// The names of all apps according to policies.
    private let allPolicyNames: Set<String>
    /// The names in User-Agents.
    private let recordedNames: Set<String>
    /// The names in User-Agents, by their letters and digits.
    private let recordedNamesByLetters: [String: Set<String>]
    /// The number of identifiers with each last component, by its letters and digits.
    private let identifierCountsByLetters: [String: Int]

    /// Creates a matching.
    ///
    /// - Parameters:
    ///   - identifiers: The bundle identifiers.
    ///   - recordedNames: The names in User-Agents.
    ///   - policyNames: The names of apps according to policies, by bundle identifier.
    init(of identifiers: Set<String>, with recordedNames: Set<String>, policyNames: [String: Set<String>]) {
        self.recordedNames = recordedNames
        self.policyNames = policyNames
        allPolicyNames = policyNames.values.reduce(into: []) { $0.formUnion($1) }
        recordedNamesByLetters = Dictionary(grouping: recordedNames, by: Self.lettersAndDigits(in:)).mapValues {
            Set($0)
        }
        identifierCountsByLetters = Dictionary(grouping: identifiers, by: Self.lettersOfLastComponent(of:))
            .mapValues(\.count)
    }

    /// The names in User-Agents of the app with a bundle identifier; empty if that cannot be said.
    func names(of identifier: String) -> Set<String> {
        if let names = policyNames[identifier] {
            let lowercased = Set(names.map { $0.lowercased() })
            return recordedNames.filter { lowercased.contains($0.lowercased()) }
        }
        let letters = Self.lettersOfLastComponent(of: identifier)
        guard !letters.isEmpty, identifierCountsByLetters[letters, default: 0] < 2 else { return [] }
        // Names that a policy gives to another app are not this app's.
        return recordedNamesByLetters[letters, default: []].subtracting(allPolicyNames)
    }

    private static func lettersOfLastComponent(of identifier: String) -> String {
        lettersAndDigits(in: String(identifier.split(separator: ".").last ?? ""))
    }

    /// The letters and digits of a name, in lower case.
    private static func lettersAndDigits(in name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
