import InfoPlist
import InternetNames
import TransportSecurity

/// A property list prepared for lint: the dictionaries and keys that ATS reads, and the policy that one OS reads in
/// them.
struct LintedPolicy {
    /// The OS that reads the policy.
    let os: OSVersion
    /// The SDK that the app was linked with; nil stands for the SDK of `os`.
    let linkedSDK: OSVersion?
    /// Whether the app was packed for distribution.
    let isDistribution: Bool
    /// Whether Xcode built the app, and has therefore replaced all build settings.
    let isBuilt: Bool
    /// The public suffixes, which no exception should cover as a whole.
    let publicSuffixes: PublicSuffixes
    /// The `NSAppTransportSecurity` dictionary, as Foundation reads it.
    let dictionary: [String: PropertyValue]
    /// The policy that the OS reads from the dictionary.
    let policy: Policy
    /// The entries of `NSExceptionDomains` that the OS reads, by key.
    let exceptions: [String: ExceptionDomain]
    /// The dictionaries, outer ones before inner ones.
    private(set) var dictionaries: [PolicyDictionary] = []
    /// The keys in the dictionaries. Of duplicate keys, only the last is present.
    private(set) var sites: [PolicySite] = []

    /// Creates the policy from a property list: an Info.plist or a bare `NSAppTransportSecurity` dictionary.
    init(
        _ root: LocatedValue, linkedSDK: OSVersion? = nil, isDistribution: Bool = false, isBuilt: Bool = false,
        readBy os: OSVersion, publicSuffixes: PublicSuffixes
    ) {
        self.os = os
        self.linkedSDK = linkedSDK
        self.isDistribution = isDistribution
        self.isBuilt = isBuilt
        self.publicSuffixes = publicSuffixes
        let isBare = DeclaredPolicy.isBare((root.entries ?? []).map(\.key))
        let section = isBare ? root : root.entries?.last { $0.key == ATSKey.appTransportSecurity }?.value
        if case .dictionary(let dictionary) = section?.propertyValue {
            self.dictionary = dictionary
        } else {
            dictionary = [:]
        }
        policy = Policy(dictionary, readBy: os, linkedSDK: linkedSDK)
        exceptions = Dictionary(policy.exceptionDomains.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        collect(root, as: isBare ? .policy : .infoPlist, path: PropertyPath())
    }

    /// The key with the given name in a dictionary of a kind that occurs only once, such as the policy itself.
    func site(_ key: String, in dictionaryKind: PolicyDictionaryKind = .policy) -> PolicySite? {
        sites.first { $0.dictionaryKind == dictionaryKind && $0.key == key }
    }

    /// Collects a dictionary, its keys, and the dictionaries in it.
    private mutating func collect(
        _ value: LocatedValue, as dictionaryKind: PolicyDictionaryKind, path: PropertyPath
    ) {
        guard let entries = value.entries else { return }
        dictionaries.append(PolicyDictionary(dictionaryKind: dictionaryKind, path: path, entries: entries))
        var lastIndices: [String: Int] = [:]
        for (index, entry) in entries.enumerated() { lastIndices[entry.key] = index }
        for (index, entry) in entries.enumerated() where lastIndices[entry.key] == index {
            let path = path.appending(dictionaryKind.hasHostKeys ? .name(entry.key) : .key(entry.key))
            sites.append(
                PolicySite(
                    dictionaryKind: dictionaryKind, key: entry.key, value: entry.value, path: path,
                    position: entry.position))
            guard let inner = dictionaryKind.kind(ofValueAt: entry.key) else { continue }
            collect(entry.value, as: inner, path: path)
            for (index, element) in (entry.value.elements ?? []).enumerated() where inner == .identity {
                collect(element, as: inner, path: path.appending(.index(index)))
            }
        }
    }
}

/// A dictionary that ATS reads, with all its keys in the order of the file.
struct PolicyDictionary {
    let dictionaryKind: PolicyDictionaryKind
    let path: PropertyPath
    let entries: [LocatedValue.Entry]
}

/// A key in a dictionary that ATS reads, with its value and position.
struct PolicySite {
    let dictionaryKind: PolicyDictionaryKind
    let key: String
    let value: LocatedValue
    let path: PropertyPath
    let position: PolicyFileError.Position?

    /// The value as ATS reads a Boolean: a number counts as YES if it is 1. Nil for strings and collections.
    var boolean: Bool? {
        switch value.kind {
        case .scalar(.boolean(let isTrue)): return isTrue
        case .scalar(.integer(let number)): return number == 1
        case .scalar(.real(let number)): return number == 1
        case .scalar, .array, .dictionary: return nil
        }
    }
}
