/// The number of Certificate Transparency logs that must have issued timestamps embedded in a certificate, by its date
/// of issue and its lifetime (`CertificateTransparency.m`, `verify_embedded_sct_policy_v1` and `_v2`; Apple support
/// article 103214).
struct SCTRequirement: Hashable {
    /// The required number of distinct logs.
    let embedded: Int
    /// The largest number of these logs that may belong to one operator; nil if there is no limit.
    let limitPerOperator: Int?

    init(of leaf: Certificate) {
        if leaf.notBefore >= Instant(year: 2021, month: 4, day: 21) {
            self.init(seconds: leaf.notAfter.seconds - leaf.notBefore.seconds)
        } else {
            self.init(months: leaf.notBefore.wholeMonths(to: leaf.notAfter))
        }
    }

    private init(seconds: Int64) {
        let day: Int64 = 86_400
        if seconds <= 180 * day {
            (embedded, limitPerOperator) = (2, 1)
        } else if seconds <= 825 * day {
            (embedded, limitPerOperator) = (3, 2)
        } else {
            (embedded, limitPerOperator) = (4, nil)
        }
    }

    private init(months: Int64) {
        limitPerOperator = nil
        if months < 15 {
            embedded = 2
        } else if months <= 27 {
            embedded = 3
        } else {
            embedded = months <= 39 ? 4 : 5
        }
    }
}
