/// The notice that a server's certificate ought to be replaced. No finding: a notice changes no verdict.
public struct RenewalNotice: Hashable, Sendable {
    /// The beginning of the renewal window, at the earliest that of the server's own certificate.
    public var since: Instant
    /// The end of the certificate.
    public var notAfter: Instant
    /// The subject of the issuer's certificate that ends before the server's own; nil if the notice is on the server's
    /// own certificate.
    public var issuer: String?
    /// The window in which the certificate is.
    public var window: RenewalWindow

    /// Creates the notice on a chain at a time; nil outside the renewal window.
    ///
    /// An issuer's certificate that ends before the leaf ends the chain. The window before that end has the length of
    /// the leaf's own window. The last third of the issuer's lifetime would be years. An expired certificate is a
    /// finding of its own, `certificate.validity`.
    ///
    /// - Parameters:
    ///   - leaf: The validity of the server's own certificate.
    ///   - issuers: The certificates above the leaf that count.
    ///   - time: The time at which the notice is made.
    ///   - window: The part of the lifetime in which a certificate ought to be replaced.
    ///   - keepsEnded: Whether a certificate that has ended has a notice as well.
    public init?(
        leaf: Period, issuers: [Period], at time: Instant, in window: RenewalWindow, keepsEnded: Bool = false
    ) {
        let length = window.length(from: leaf.notBefore, to: leaf.notAfter)
        let first = Self.firstToEnd(of: issuers, before: leaf)
        notAfter = first?.notAfter ?? leaf.notAfter
        let beginning = notAfter + -length
        since = max(beginning, leaf.notBefore)
        issuer = first?.subject
        self.window = window
        guard beginning <= time, keepsEnded || time <= notAfter else { return nil }
    }

    /// Creates the notice on a judged chain at a time; nil outside the renewal window, or if there is no certificate.
    ///
    /// A root of the system does not count, since systems replace their own. A root that was installed counts.
    public init?(
        _ chain: ChainEvaluation, at time: Instant, in window: RenewalWindow, keepsEnded: Bool = false
    ) {
        guard let leaf = chain.leaf else { return nil }
        self.init(
            leaf: Period(leaf), issuers: Self.issuers(in: chain), at: time, in: window, keepsEnded: keepsEnded)
    }

    /// The time that a notice on a chain has as `notAfter`, whatever the window is; nil if there is no certificate.
    public static func end(of chain: ChainEvaluation) -> Instant? {
        guard let leaf = chain.leaf.map(Period.init) else { return nil }
        return (firstToEnd(of: issuers(in: chain), before: leaf) ?? leaf).notAfter
    }

    private static func firstToEnd(of issuers: [Period], before leaf: Period) -> Period? {
        issuers.min { $0.notAfter < $1.notAfter }.flatMap { $0.notAfter < leaf.notAfter ? $0 : nil }
    }

    /// The certificates above the leaf that count.
    private static func issuers(in chain: ChainEvaluation) -> [Period] {
        let issuers: [Certificate] =
            switch chain.anchor {
            case .none: chain.path.dropFirst().filter { !$0.isSelfSigned }
            case .system: chain.path.dropFirst().dropLast().filter { !$0.isSelfSigned }
            // An organisation replaces its own root. No update of the system does.
            case .user: Array(chain.path.dropFirst())
            }
        return issuers.map(Period.init)
    }

    /// The validity period of a certificate with a subject.
    public struct Period: Hashable, Sendable {
        /// The subject of the certificate.
        public var subject: String
        /// The beginning of the validity period.
        public var notBefore: Instant
        /// The end of the validity period, inclusive.
        public var notAfter: Instant

        /// Creates a validity period.
        public init(subject: String, notBefore: Instant, notAfter: Instant) {
            self.subject = subject
            self.notBefore = notBefore
            self.notAfter = notAfter
        }

        /// Creates the validity period of a certificate.
        public init(_ certificate: Certificate) {
            self.init(
                subject: certificate.subject, notBefore: certificate.notBefore, notAfter: certificate.notAfter)
        }
    }

    /// The notice as a sentence.
    ///
    /// - Parameter time: The time of the notice, in UTC like all others.
    public func sentence(at time: Instant) -> String {
        let days = max(0, notAfter.seconds - time.seconds) / 86_400
        let rest = days == 0 ? "in less than a day" : days == 1 ? "in 1 day" : "in \(days) days"
        let end = time > notAfter ? "ended on \(notAfter.date)" : "ends on \(notAfter.date), \(rest)"
        let subject = issuer.map { "The certificate of the issuer \($0)" } ?? "The certificate"
        let order = issuer == nil ? "" : ", before the server's own"
        switch window {
        case .lastThird:
            let due = issuer == nil ? "its renewal is" : "a chain with a newer issuer is"
            return "\(subject) \(end)\(order); \(due) due since \(since.date)."
        case .duration(let seconds):
            let limit = time > notAfter ? "" : "; this is within the \(Self.prose(seconds)) of --expires-within"
            return "\(subject) \(end)\(order)\(limit)."
        }
    }

    /// A duration in its largest whole unit.
    private static func prose(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        let (unit, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
        return seconds == unit ? "1 \(name)" : "\(seconds / unit) \(name)s"
    }
}

/// The last part of a certificate's lifetime, in which the certificate ought to be replaced.
public enum RenewalWindow: Hashable, Sendable {
    /// The last third of the lifetime, in which ACME clients renew by default (Let's Encrypt, "Integration Guide",
    /// section "When to Renew"; Caddy, `renewal_window_ratio`).
    case lastThird
    /// A number of seconds before the end.
    case duration(seconds: Int64)

    /// The length of the window in seconds, for a certificate that is valid between these times.
    public func length(from notBefore: Instant, to notAfter: Instant) -> Int64 {
        switch self {
        case .lastThird: return max(0, notAfter.seconds - notBefore.seconds) / 3
        case .duration(let seconds): return seconds
        }
    }
}
