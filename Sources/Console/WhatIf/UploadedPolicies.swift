import AppBundle
import TransportSecurity

/// The policies that were dropped onto the page, kept only in memory.
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

    /// Keeps a policy. The same policy is kept once.
    public mutating func keep(_ policy: UploadedPolicy) -> UploadedPolicy {
        if let index = all.firstIndex(where: { $0.bytes == policy.bytes && $0.name == policy.name }) {
            // The policy becomes the newest one again.
            let known = all.remove(at: index)
            all.append(known)
            return known
        }
        if all.count >= Self.limit { all.removeFirst() }
        lastNumber += 1
        var policy = policy
        policy.reference.id = "uploaded:\(lastNumber)"
        all.append(policy)
        return policy
    }
}
