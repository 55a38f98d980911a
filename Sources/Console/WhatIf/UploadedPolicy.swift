import AppBundle
import JSONWriting
import TransportSecurity

/// A policy that a person uploaded by dropping its file onto the page, with the linter's findings on it.
public struct UploadedPolicy: Sendable {
    /// The identifier and the name for lists. The identifier is empty until `UploadedPolicies` keeps the policy.
    public internal(set) var reference: RowPolicy
    /// The name of the file.
    public let name: String
    /// The policy.
    public let policy: AppPolicy
    /// The linter's findings on the policy.
    public let lints: [Lint]
    /// The content of the file.
    let bytes: [UInt8]

    /// The largest policy in bytes.
    public static let sizeLimit = 8 << 20
    /// The largest number of findings that are shown.
    private static let lintLimit = 500

    /// Reads a policy. Throws a problem if the content is not a policy, or is too large.
    init(named name: String, _ bytes: [UInt8], lintedBy lint: PolicyLint) throws(ConsoleProblem) {
        guard bytes.count <= Self.sizeLimit else {
            throw ConsoleProblem(413, title: "Too large", detail: "A policy has at most \(Self.sizeLimit >> 20) MiB.")
        }
        do throws(PolicyFileError) {
            (policy, lints) = try AppPolicy.read(bytes, named: name, lintedBy: lint)
        } catch {
            throw ConsoleProblem(422, title: "Not a policy", detail: error.description)
        }
        self.bytes = bytes
        self.name = name
        reference = RowPolicy(id: "", name: policy.userAgentNames.first ?? name)
    }

    /// The text of the file; nil if it is not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension UploadedPolicy: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", reference.id)
            json.member("name", reference.name)
            json.member("warnings", policy.warnings)
            json.name("lint")
            json.array { json in
                for lint in lints.prefix(Self.lintLimit) {
                    json.object { json in
                        json.member("severity", lint.severity.rawValue)
                        json.member("message", lint.message)
                        json.member("line", lint.position?.line)
                    }
                }
            }
        }
    }
}

/// The policies that were uploaded, which are kept only in memory.
public struct UploadedPolicies: Sendable {
    /// The policies, in the order of their upload.
    public private(set) var all: [UploadedPolicy] = []

    /// The number of policies that were uploaded, including those that are no longer kept.
    private var lastNumber = 0

    /// The largest number of policies. A further one takes the place of the oldest.
    public static let limit = 16

    /// Creates an empty list.
    public init() {}

    /// The policy with an identifier; nil if there is none.
    public subscript(id: String) -> UploadedPolicy? { all.first { $0.reference.id == id } }

    /// Keeps a policy, and returns it with its identifier. If an equal file with the same name is kept already, that
    /// policy becomes the newest one.
    public mutating func keep(_ policy: UploadedPolicy) -> UploadedPolicy {
        if let index = all.firstIndex(where: { $0.bytes == policy.bytes && $0.name == policy.name }) {
            let kept = all.remove(at: index)
            all.append(kept)
            return kept
        }
        if all.count >= Self.limit { all.removeFirst() }
        lastNumber += 1
        var policy = policy
        policy.reference.id = "uploaded:\(lastNumber)"
        all.append(policy)
        return policy
    }
}
