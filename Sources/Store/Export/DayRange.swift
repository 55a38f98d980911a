/// Days from one to before another, in the form `2026-11-22`. Nil stands for no limit.
///
/// Days of the years 1 to 9999 in this form are ordered as texts are.
struct DayRange: Equatable {
    /// The first day.
    var lower: String?
    /// The day after the last.
    var upper: String?

    /// The condition on the column `day`, in SQL.
    var condition: String {
        let limits = [lower.map { "day >= '\($0)'" }, upper.map { "day < '\($0)'" }].compactMap(\.self)
        return limits.isEmpty ? "true" : limits.joined(separator: " AND ")
    }

    /// Whether another range is within this one.
    func contains(_ other: DayRange) -> Bool {
        let beginsBefore = lower.map { lower in other.lower.map { lower <= $0 } ?? false } ?? true
        let endsAfter = upper.map { upper in other.upper.map { $0 <= upper } ?? false } ?? true
        return beginsBefore && endsAfter
    }

    /// The rest of this range without ranges within it, which are sorted and do not overlap.
    func without(_ parts: [DayRange]) -> [DayRange] {
        var rest: [DayRange] = []
        var lower = lower
        for part in parts {
            if lower != part.lower { rest.append(DayRange(lower: lower, upper: part.lower)) }
            lower = part.upper
        }
        if lower == nil || lower != upper { rest.append(DayRange(lower: lower, upper: upper)) }
        return rest
    }
}
