import Foundation
import InfoPlist
import TransportSecurity

extension AppPolicy {
    /// Reads a policy from the content of a file that the caller has read. The content may be an Info.plist or a bare
    /// policy in each of their formats, but not a bundle or an archive. Its size is limited like that of files.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The name of the file, for messages and events.
    ///   - lint: The lint of the policy.
    /// - Returns: The policy and the findings on it, in the order of the file.
    public static func read(
        _ bytes: [UInt8], named name: String, lintedBy lint: PolicyLint
    ) throws(PolicyFileError) -> (policy: AppPolicy, lints: [Lint]) {
        guard bytes.count <= PropertyListFile.sizeLimit else {
            throw PolicyFileError(path: name, reason: .tooLarge(limit: PropertyListFile.sizeLimit))
        }
        let file = PropertyListFile(path: name, data: Data(bytes))
        let policy = AppPolicy(source: name, propertyList: try file.policyDictionary())
        let lints = lint.lints(try file.locatedPolicy(), linkedSDK: policy.linkedSDK)
        return (policy, file.worded(lints))
    }
}
