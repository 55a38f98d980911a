import InfoPlist
import TransportSecurity

/// Finds the key of ATS that the author of a misspelt key meant, such as `NSAllowsArbitraryLoads` for
/// `NSAllowArbitraryLoads`.
enum KeySpelling {
    /// The key that was probably meant, and the kind of dictionary to which it belongs; nil if no key is similar.
    static func probableKey(for key: String, in dictionaryKind: PolicyDictionaryKind) -> (
        key: String, dictionaryKind: PolicyDictionaryKind
    )? {
        if let meant = knownMistakes[key] { return keyWithKind(meant, near: dictionaryKind) }
        // A mixture of the prefixes NSTemporaryException and NSThirdPartyException, which no system ever read.
        if key.hasPrefix(mixedPrefix) {
            return keyWithKind("NSException\(key.dropFirst(mixedPrefix.count))", near: dictionaryKind)
        }
        if dictionaryKind == .infoPlist, InfoPlistKeys.contain(key) { return nil }
        // No key of ATS is nearly as long.
        guard key.utf8.count <= 100 else { return nil }
        if let near = nearest(to: key, among: Array(dictionaryKind.valueTypes.keys)) { return (near, dictionaryKind) }
        let others = Set(PolicyDictionaryKind.allCases.filter { $0 != .infoPlist }.flatMap(\.valueTypes.keys))
        // An Info.plist also has keys of the app and of other frameworks. Only keys with Apple's prefix are compared.
        guard dictionaryKind != .infoPlist || key.hasPrefix("NS") else { return nil }
        return nearest(to: key, among: Array(others)).flatMap { keyWithKind($0, near: dictionaryKind) }
    }

    /// The key that was meant if no other key of the dictionary is as similar; nil if there are several. A known
    /// mistake has one meaning.
    static func unambiguousKey(for key: String, in dictionaryKind: PolicyDictionaryKind) -> String? {
        // No document has this key. The author may have meant one host or all hosts.
        guard key != "NSExceptionAllowsArbitraryLoads", let meant = probableKey(for: key, in: dictionaryKind),
            meant.dictionaryKind == dictionaryKind
        else {
            return nil
        }
        if knownMistakes[key] != nil { return meant.key }
        let near = similar(to: key, among: Array(dictionaryKind.valueTypes.keys))
        let least = near.map(\.distance).min()
        let nearest = near.filter { $0.distance == least }
        return nearest.count == 1 ? nearest.first?.candidate : nil
    }

    /// Whether a key is meant for HTTPS with bad certificates, which no key of ATS permits.
    static func isForInsecureHTTPS(_ key: String) -> Bool {
        key.lowercased().hasSuffix("insecurehttpsloads")
    }

    /// A mixture of two prefixes of legacy spellings.
    private static let mixedPrefix = "NSTemporaryThirdPartyException"

    /// Wrong names that are not similar to the correct key: mistakes in Apple's documentation of 2016, a name that is
    /// in no document (`NSExceptionAllowsArbitraryLoads`), and titles in Xcode's property list editor.
    private static let knownMistakes = [
        "NSAllowsArbitraryLoadsInMedia": ATSKey.allowsArbitraryLoadsForMedia,
        "NSAllowsArbitraryLoadsForMediaContent": ATSKey.allowsArbitraryLoadsForMedia,
        "NSExceptionAllowsArbitraryLoads": ATSKey.exceptionAllowsInsecureHTTPLoads,
        "App Transport Security Settings": ATSKey.appTransportSecurity,
        "Allow Arbitrary Loads": ATSKey.allowsArbitraryLoads,
        "Allows Arbitrary Loads": ATSKey.allowsArbitraryLoads,
        "Allow Arbitrary Loads in Web Content": ATSKey.allowsArbitraryLoadsInWebContent,
        "Allow Arbitrary Loads for Media": ATSKey.allowsArbitraryLoadsForMedia,
        "Allow Local Networking": ATSKey.allowsLocalNetworking,
        "Allows Local Networking": ATSKey.allowsLocalNetworking,
        "Exception Domains": ATSKey.exceptionDomains,
    ]

    /// A correct key with the kind of its dictionary: the given kind if the key occurs in it, else the first that has
    /// it.
    private static func keyWithKind(_ key: String, near dictionaryKind: PolicyDictionaryKind) -> (
        key: String, dictionaryKind: PolicyDictionaryKind
    )? {
        let kinds = PolicyDictionaryKind.kinds(withKey: key)
        return (kinds.contains(dictionaryKind) ? dictionaryKind : kinds.first).map { (key, $0) }
    }

    /// The most similar candidate.
    private static func nearest(to key: String, among candidates: [String]) -> String? {
        similar(to: key, among: candidates).min { $0.distance < $1.distance }?.candidate
    }

    /// The candidates whose distance, as a whole or without the prefix, is at most a fifth of their length.
    private static func similar(
        to key: String, among candidates: [String]
    ) -> [(candidate: String, distance: Int)] {
        // Keys whose length rules out any similarity are skipped first, because a file may have many of them.
        let length = key.utf8.count
        let lengths = candidates.lazy.map(\.utf8.count)
        guard let shortest = lengths.min(), let longest = lengths.max(), length <= longest + longest / 5 + 1,
            length + Self.longestPrefix + shortest / 5 + 1 >= shortest
        else { return [] }
        let (whole, stem) = (Array(key.lowercased().utf8), stem(of: key))
        return candidates.sorted().compactMap { candidate -> (candidate: String, distance: Int)? in
            let distances = [
                tolerableDistance(whole, Array(candidate.lowercased().utf8)),
                tolerableDistance(stem, Self.stem(of: candidate)),
            ]
            return distances.compactMap(\.self).min().map { (candidate, $0) }
        }
    }

    /// The distance of a text from the key that is meant; nil if the distance is more than a fifth of the key's length.
    private static func tolerableDistance(_ text: [UInt8], _ meant: [UInt8]) -> Int? {
        let limit = max(1, meant.count / 5)
        guard abs(text.count - meant.count) <= limit else { return nil }
        let distance = distance(text, meant)
        return distance <= limit ? distance : nil
    }

    /// The prefixes of keys. Each comes before the shorter ones with which it begins.
    private static let prefixes = [
        "NSTemporaryThirdPartyException", "NSTemporaryException", "NSThirdPartyException", "NSException", "NS",
    ]
    /// The length of the longest prefix.
    private static let longestPrefix = prefixes.map(\.utf8.count).max() ?? 0

    /// The key in lower case without its prefix.
    private static func stem(of key: String) -> [UInt8] {
        let prefix = Self.prefixes.first(where: key.hasPrefix) ?? ""
        return Array(key.dropFirst(prefix.count).lowercased().utf8)
    }

    /// The number of letters to insert, delete, replace or swap with a neighbour (Damerau-Levenshtein distance; each
    /// substring is edited at most once).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}

extension String {
    /// The text without white space around it.
    var withoutBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
