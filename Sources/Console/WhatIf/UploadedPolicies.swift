import AppBundle
import TransportSecurity

/// The policies that were dropped onto the page. They are kept in memory alone.
public struct UploadedPolicies: Sendable {
    /// The policies, in the order of their upload.
    public private(set) var all: [UploadedPolicy] = []

    /// The largest number of policies.
    public static let limit = 16
    /// The largest policy in bytes.
    public static let sizeLimit = 8 << 20

    /// Creates a list of no policy.
    public init() {}

    /// The policy with an identifier.
    public subscript(id: String) -> UploadedPolicy? { all.first { $0.reference.id == id } }

    /// Reads and keeps a policy. The same policy is kept once. Throws a problem if it is no policy, or if there are too
    /// many.
    public mutating func add(
        named name: String, _ bytes: [UInt8], lintedBy lint: PolicyLint
    ) throws(ConsoleProblem) -> UploadedPolicy {
        guard bytes.count <= Self.sizeLimit else {
            throw ConsoleProblem(413, "Too large", "A policy has at most \(Self.sizeLimit >> 20) MiB.")
        }
        if let known = all.first(where: { $0.bytes == bytes && $0.name == name }) { return known }
        guard all.count < Self.limit else {
            throw ConsoleProblem(
                409, "Too many policies", "At most \(Self.limit) policies are kept. Restart atsproxy to forget them.")
        }
        let policy = try UploadedPolicy(number: all.count + 1, name: name, bytes, lintedBy: lint)
        all.append(policy)
        return policy
    }
}

/// A policy that was dropped onto the page.
public struct UploadedPolicy: Sendable {
    /// The identifier and the name in lists.
    public let reference: RowPolicy
    /// The name of the file.
    public let name: String
    /// The policy.
    public let policy: AppPolicy
    /// The remarks on the policy.
    public let lints: [Lint]
    /// The content of the file.
    let bytes: [UInt8]

    init(number: Int, name: String, _ bytes: [UInt8], lintedBy lint: PolicyLint) throws(ConsoleProblem) {
        do throws(PolicyFileError) {
            (policy, lints) = try AppPolicy.read(bytes, named: name, lintedBy: lint)
        } catch {
            throw ConsoleProblem(422, "Not a policy", error.description)
        }
        self.bytes = bytes
        self.name = name
        reference = RowPolicy(id: "uploaded:\(number)", name: policy.userAgentNames.first ?? name)
    }

    /// The text of the file; nil if it is not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }
}
