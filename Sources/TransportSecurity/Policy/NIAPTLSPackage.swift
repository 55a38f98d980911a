/// The TLS package of the National Information Assurance Partnership that a policy requires, the value of
/// `NSRequiresNIAPTLSPackageVersion`.
public enum NIAPTLSPackage: Hashable, Sendable {
    /// `none`, and any string that Apple does not document. Nothing is published about such strings.
    case notRequired
    /// `FCP_v2.1`, and `recommended`, which currently means the same.
    case version2_1

    /// Creates the package that a value names; nil if the value is not a string, which counts as an absent key.
    init?(_ value: PropertyValue?) {
        guard case .string(let name) = value else { return nil }
        self = name == "FCP_v2.1" || name == "recommended" ? .version2_1 : .notRequired
    }
}
