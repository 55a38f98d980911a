import JSONWriting
import Judging
import Reports
import TransportSecurity

/// The verdict of the console on a load. A row of the list has the verdict of its worst load.
///
/// The rules find violations and warnings. The verdict is their consequence for the load: whether it is blocked, would
/// be blocked, or depends on the app, and if nothing was judged, why. The API sends the names of the cases.
public enum ConsoleVerdict: String, CaseIterable, JSONWritable, Sendable {
    /// ATS does not apply to the load.
    case exempt
    /// Nothing is violated.
    case allowed
    /// Trust in the server failed, and the app was seen to accept the server.
    case warning
    /// The load is not judged, because the client says that it is a browser.
    case notJudged
    /// The network or the request failed, and nothing was judged.
    case failed
    /// The facts about the server do not suffice for a verdict.
    case undetermined
    /// Trust in the server failed. The load fails unless the app accepts the server.
    case failsUnlessAccepted
    /// ATS is violated, and the load was let through.
    case wouldBlock
    /// ATS is violated, and the load was blocked.
    case blocked

    /// Creates the verdict on an entry.
    public init(_ judged: JudgedEntry) {
        if !judged.violations.isEmpty {
            self = judged.decision == .blocked ? .blocked : .wouldBlock
        } else if judged.isFailing {
            self = .failsUnlessAccepted
        } else if judged.isClaimedByClient {
            self = .notJudged
        } else if judged.isUndetermined {
            self = .undetermined
        } else if judged.decision == .failed {
            self = .failed
        } else if judged.isSuccessHidden {
            self = .undetermined
        } else if !judged.warnings.isEmpty {
            self = .warning
        } else {
            self = judged.policy?.applies == false ? .exempt : .allowed
        }
    }

    /// The verdict in words.
    public var word: String {
        switch self {
        case .exempt: return "Exempt"
        case .allowed: return "Allowed"
        case .warning: return "Warning"
        case .notJudged: return "Not judged"
        case .failsUnlessAccepted: return "Fails unless the app accepts it"
        case .failed: return "Failed"
        case .undetermined: return "Undetermined"
        case .wouldBlock: return "Would be blocked"
        case .blocked: return "Blocked"
        }
    }

    /// The severity for the order of the list, from 0, the best, to 5, the worst. Verdicts with the same consequence
    /// for a reader have the same severity; 4 is `refusedByDeviceSeverity`.
    public var severity: Int {
        switch self {
        case .exempt: return 0
        case .allowed: return 1
        case .warning: return 2
        case .failed, .undetermined, .notJudged: return 3
        case .failsUnlessAccepted, .wouldBlock, .blocked: return 5
        }
    }

    /// The severity of a row whose server a device itself refused.
    public static let refusedByDeviceSeverity = 4

    /// Whether the load fails: ATS blocks it, or would in the mode `enforce`, or trust in the server failed and the app
    /// was not seen to accept the server.
    public var isFailure: Bool {
        switch self {
        case .blocked, .wouldBlock, .failsUnlessAccepted: return true
        case .exempt, .allowed, .warning, .notJudged, .failed, .undetermined: return false
        }
    }
}

extension ConsoleVerdict: Comparable {
    /// Whether the left verdict is better.
    public static func < (left: ConsoleVerdict, right: ConsoleVerdict) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .exempt: return 0
        case .allowed: return 1
        case .warning: return 2
        case .notJudged: return 3
        case .failed: return 4
        case .undetermined: return 5
        case .failsUnlessAccepted: return 6
        case .wouldBlock: return 7
        case .blocked: return 8
        }
    }
}
