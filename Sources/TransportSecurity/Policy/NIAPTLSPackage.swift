/// The functional package for TLS of the National Information Assurance Partnership that a policy asks for, the value
/// of `NSRequiresNIAPTLSPackageVersion`.
public enum NIAPTLSPackage: Hashable, Sendable {
    /// `none`. A string that Apple does not document counts as this; nothing is published about it.
    case notRequired
    /// `FCP_v2.1`, which is also what `recommended` means today.
    case version2_1

    /// The package that a value names; nil for a value that is no string, as if the key were absent.
    init?(_ value: PropertyValue?) {
        guard case .string(let name) = value else { return nil }
        self = name == "FCP_v2.1" || name == "recommended" ? .version2_1 : .notRequired
    }
}
