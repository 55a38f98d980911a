/// A range of days in the form `2026-11-22`, without its upper bound. Nil stands for no bound.
///
/// Days of the years 1 to 9999 in this form have the order of their texts.
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
        if let lower {
            guard let otherLower = other.lower, lower <= otherLower else { return false }
        }
        if let upper {
            guard let otherUpper = other.upper, otherUpper <= upper else { return false }
        }
        return true
    }

    /// The ranges that remain of this range without some parts of it. The parts are sorted and do not overlap.
    func subtracting(_ parts: [DayRange]) -> [DayRange] {
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
