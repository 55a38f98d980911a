/// The cost of evaluating one chain so far, in units of a signature check with an ordinary key. A unit takes a tenth of
/// a millisecond or less on most machines.
///
/// A server chooses its certificates, and so the cost of their evaluation. Every step asks before its arithmetic
/// begins.
final class EvaluationWork {
    /// The largest total cost.
    let limit: Int
    private var spent = 0
    /// The cost of the signature checks, at most `maximumSignatures`.
    private(set) var spentOnSignatures = 0
    /// Whether a step was refused because of the limit. The result of the evaluation is then of no use.
    private(set) var isTooMuch = false

    /// The limit of an evaluation. The chain of an ordinary server costs about a twentieth of it.
    static let limit = 400
    /// The limit of the work for reading a server's certificates right after its handshake.
    static let readingLimit = 40
    /// The largest total cost of the signature checks of paths in one evaluation. The rest of the limit is for
    /// statements about revocation and for timestamps, which useless certificates must not hide.
    static let maximumSignatures = 64

    /// No work, and a limit on the work to come.
    init(limit: Int = EvaluationWork.limit) {
        self.limit = limit
    }

    /// Counts a step of that cost. Returns whether it may be done.
    func permits(_ cost: Int) -> Bool {
        guard !isTooMuch, cost <= limit - spent else {
            isTooMuch = true
            return false
        }
        spent += cost
        return true
    }

    /// Counts a signature check in a path, of that cost. Returns whether it may be done.
    func permitsSignature(_ cost: Int) -> Bool {
        guard spentOnSignatures + cost <= Self.maximumSignatures, permits(cost) else { return false }
        spentOnSignatures += cost
        return true
    }

    /// The cost of parsing that many bytes in DER.
    static func ofParsing(_ bytes: Int) -> Int { 1 + bytes / 512 }
}
