import InfoPlist
import InternetNames
import TransportSecurity

/// A property list prepared for lint: the dictionaries and keys that ATS reads, and the policy that one OS reads from
/// them.
struct LintedPolicy {
    /// The OS that reads the policy.
    let os: OSVersion
    /// The SDK that the app was linked with; nil stands for the SDK of `os`.
    let linkedSDK: OSVersion?
    /// Whether the app was packed for distribution.
    let isDistribution: Bool
    /// Whether Xcode built the app. No build setting is replaced any more then.
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
        let keys = isBare ? root : root.entries?.last { $0.key == ATSKey.appTransportSecurity }?.value
        if case .dictionary(let dictionary) = keys?.propertyValue {
            self.dictionary = dictionary
        } else {
            dictionary = [:]
        }
        policy = Policy(dictionary, readBy: os, linkedSDK: linkedSDK)
        exceptions = Dictionary(policy.exceptionDomains.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        take(root, at: isBare ? .policy : .infoPlist, PropertyPath())
    }

    /// The key with the given name in a place that occurs only once, such as the top level of the policy.
    func site(_ key: String, in place: PolicyPlace = .policy) -> PolicySite? {
        sites.first { $0.place == place && $0.key == key }
    }

    private mutating func take(_ value: LocatedValue, at place: PolicyPlace, _ path: PropertyPath) {
        guard let entries = value.entries else { return }
        dictionaries.append(PolicyDictionary(place: place, path: path, entries: entries))
        var last: [String: Int] = [:]
        for (index, entry) in entries.enumerated() { last[entry.key] = index }
        for (index, entry) in entries.enumerated() where last[entry.key] == index {
            let path = path.appending(place.holdsHosts ? .name(entry.key) : .key(entry.key))
            sites.append(
                PolicySite(place: place, key: entry.key, value: entry.value, path: path, position: entry.position))
            guard let inside = place.inside(entry.key) else { continue }
            take(entry.value, at: inside, path)
            for (index, element) in (entry.value.elements ?? []).enumerated() where inside == .identity {
                take(element, at: inside, path.appending(.index(index)))
            }
        }
    }
}

/// A dictionary that ATS reads, with all its keys in the order of the file.
struct PolicyDictionary {
    let place: PolicyPlace
    let path: PropertyPath
    let entries: [LocatedValue.Entry]
}

/// A key in such a dictionary, with its value.
struct PolicySite {
    let place: PolicyPlace
    let key: String
    let value: LocatedValue
    let path: PropertyPath
    let position: PolicyFileError.Position?

    /// The value as the engine reads a Boolean, except that strings are nil like all other types.
    var boolean: Bool? {
        switch value.kind {
        case .scalar(.boolean(let isTrue)): return isTrue
        case .scalar(.integer(let number)): return number == 1
        case .scalar(.real(let number)): return number == 1
        case .scalar, .array, .dictionary: return nil
        }
    }
}
