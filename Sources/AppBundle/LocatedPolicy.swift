import InfoPlist
import TransportSecurity

/// The property list with the policy at a path, for reports that refer to lines of it.
public struct LocatedPolicy: Hashable, Sendable {
    /// The path of the property list, as findings of lint name it: relative if the given path is, and in an archive
    /// that of the archive followed by that of the entry.
    public let path: String
    /// The lines of the policy's keys.
    public let lines: PolicyLines

    /// Finds the policy that `AppPolicy(contentsOf:)` reads at a path. Throws the same errors for folders and archives.
    /// A file that cannot be read again, such as a pipe, has no lines.
    public init(at path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        let file = try layout.propertyList(of: layout.chosen)
        self.path = file.path
        lines = PolicyLines(try? file.locatedPolicy())
    }
}

/// The lines of the keys of a policy, for reports that refer to the key behind a verdict.
public struct PolicyLines: Hashable, Sendable {
    /// The `NSAppTransportSecurity` dictionary; empty if the property list has none.
    public let dictionary: [String: PropertyValue]
    /// The SDK that the app was built with; nil if the property list does not say so.
    public let linkedSDK: OSVersion?
    /// The line of `NSAppTransportSecurity`, from 1; 1 if the list has no such key or no lines.
    public let sectionLine: Int
    /// The entries of `NSAppTransportSecurity`.
    private let entries: [LocatedValue.Entry]

    /// Finds the keys in a property list: an Info.plist or a bare policy.
    ///
    /// - Parameter root: The property list; nil if it is not known.
    init(_ root: LocatedValue?) {
        var declared = DeclaredPolicy([:])
        if case .dictionary(let list) = root?.propertyValue { declared = DeclaredPolicy(list) }
        dictionary = declared.dictionary
        linkedSDK = declared.linkedSDK
        let topEntries = root?.entries ?? []
        // Of duplicate keys the last one counts, as for Foundation.
        let section = declared.isBare ? nil : topEntries.last { $0.key == ATSKey.appTransportSecurity }
        sectionLine = section?.position?.line ?? 1
        entries = declared.isBare ? topEntries : section?.value.entries ?? []
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

/// The file with the policy at a path, for messages and tools that refer to lines of it or change it.
public struct PolicyLocation: Hashable, Sendable {
    /// The path of the property list, or of the archive that holds it; relative if the given path is.
    public let path: String
    /// Whether the property list is inside an archive.
    public let isInArchive: Bool

    /// Creates the location of the policy that `AppPolicy(contentsOf:)` reads at a path. Throws the same errors for
    /// folders and archives.
    public init(ofPolicyAt path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        isInArchive = layout.propertyListPath == nil
        self.path = layout.propertyListPath ?? layout.path
    }
}
