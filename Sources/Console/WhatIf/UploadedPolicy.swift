import AppBundle
import JSONWriting
import TransportSecurity

/// A policy that was dropped onto the page.
public struct UploadedPolicy: Sendable {
    /// The identifier and the name in lists. The identifier is empty until the policy is kept.
    public internal(set) var reference: RowPolicy
    /// The name of the file.
    public let name: String
    /// The policy.
    public let policy: AppPolicy
    /// The findings on the policy.
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
