import TransportSecurity

/// An entry of `NSExceptionDomains` that is to be added to a declared policy, as a fragment to paste or as a patch of
/// its file. If the policy already has an entry for the domain, the keys of that entry remain beside the new ones. If
/// an entry for a parent domain held until now, its keys that make ATS stricter do.
public struct ExceptionEntry: Hashable, Sendable {
    private let domain: String
    private let keys: [String: PropertyValue]
    private let declared: PolicyDictionary

    /// Creates the entry of a domain with the given keys.
    ///
    /// - Parameter declared: The present content of `NSAppTransportSecurity`.
    public init(domain: String, keys: [String: PropertyValue], in declared: [String: PropertyValue]) {
        self.domain = domain
        self.declared = PolicyDictionary(declared)
        let entries = self.declared.exceptions
        let present =
            entries[domain]
            ?? PolicyDictionary.entries(above: domain, in: entries).first.map(
                ExceptionStrength.strictKeys)
        self.keys = (present ?? [:]).merging(keys) { $1 }
    }

    /// The largest part of the property list that can be pasted without a second `NSAppTransportSecurity` or
    /// `NSExceptionDomains`, of which a reader would take only one.
    public var fragment: String {
        var (key, value) = (domain, PropertyValue.dictionary(keys))
        if declared.keys[ATSKey.exceptionDomains] == nil {
            (key, value) = (ATSKey.exceptionDomains, .dictionary([key: value]))
        }
        if declared.keys.isEmpty {
            (key, value) = (ATSKey.appTransportSecurity, .dictionary([key: value]))
        }
        return PropertyListText.memberLines(of: key, value: value, indent: "", unit: "\t").joined(separator: "\n")
            + "\n"
    }

    /// The sentence that says where to put the fragment.
    public var instruction: String {
        if declared.exceptions[domain] != nil {
            return "Put this in place of the entry \(domain.visible()) of NSExceptionDomains."
        }
        if declared.keys[ATSKey.exceptionDomains] != nil { return "Add this to NSExceptionDomains." }
        if !declared.keys.isEmpty { return "Add this to NSAppTransportSecurity." }
        return "Add this to the app's Info.plist; the judged policy has no keys."
    }

    /// The text of a policy's file with the entry added; nil if the text is not a property list in XML.
    public func patched(_ text: String) -> String? {
        PropertyListPatch.changed(text, to: declared.setting(domain, to: keys).keys)
    }

    /// The change that puts the entry into the text of a policy's file, as a unified diff of the file at `path`; nil if
    /// the text is not a property list in XML.
    public func patch(of text: String, at path: String) -> String? {
        patched(text).map { UnifiedDiff.text(from: text, to: $0, path: path) }
    }
}
