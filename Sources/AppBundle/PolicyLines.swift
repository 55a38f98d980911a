import InfoPlist
import TransportSecurity

/// The lines of the keys of a policy, for reports that refer to the key behind a verdict.
public struct PolicyLines: Hashable, Sendable {
    /// The `NSAppTransportSecurity` dictionary; empty if the property list has none.
    public let dictionary: [String: PropertyValue]
    /// The SDK that the app was built with; nil if the property list does not say so.
    public let linkedSDK: OSVersion?
    /// The line of `NSAppTransportSecurity`, from 1; 1 if the list has no such key or no lines.
    public let sectionLine: Int
    private let entries: [LocatedValue.Entry]

    /// Finds the keys in a property list: an Info.plist or a bare policy.
    ///
    /// - Parameter root: The property list; nil if it is not known.
    init(_ root: LocatedValue?) {
        var declared = DeclaredPolicy([:])
        if case .dictionary(let list) = root?.propertyValue { declared = DeclaredPolicy(list) }
        dictionary = declared.dictionary
        linkedSDK = declared.linkedSDK
        let all = root?.entries ?? []
        // Of duplicate keys the last one counts, as for Foundation.
        let section = declared.isBare ? nil : all.last { $0.key == ATSKey.appTransportSecurity }
        sectionLine = section?.position?.line ?? 1
        entries = declared.isBare ? all : section?.value.entries ?? []
    }

    /// Finds the keys in the text of a property list in XML. Other formats have no lines.
    public init(text: String) {
        self.init(LocatedPropertyList.value(of: text))
    }

    /// The line of the last key on a path from `NSAppTransportSecurity` that the policy has, from 1.
    public func line(of path: [String]) -> Int {
        var (line, entries) = (sectionLine, entries)
        for key in path {
            guard let entry = entries.last(where: { $0.key == key }) else { break }
            line = entry.position?.line ?? line
            entries = entry.value.entries ?? []
        }
        return line
    }
}
