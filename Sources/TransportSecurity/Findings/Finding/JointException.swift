extension Sequence<Finding> {
    /// The entry that would permit all the findings together: one domain with the keys of all. Nil if a finding has no
    /// exception, if the findings are about different domains, or if there are none.
    ///
    /// The entry is `overridable` if it only leaves one of the findings to the app.
    public var jointException: Finding.Exception? {
        var merged: Finding.Exception?
        for finding in self {
            guard let exception = finding.exception else { return nil }
            guard var entry = merged else {
                merged = exception
                continue
            }
            guard entry.domain == exception.domain else { return nil }
            for (key, value) in exception.keys {
                entry.keys[key] = entry.keys[key].map { PropertyValue.laxer($0, value, of: key) } ?? value
            }
            if exception.overridable == true { entry.overridable = true }
            merged = entry
        }
        return merged
    }
}

extension PropertyValue {
    /// The value for a key that two exceptions set: the lower version, or the value that permits more.
    public static func laxer(_ one: PropertyValue, _ other: PropertyValue, of key: String) -> PropertyValue {
        // `none` for NIAP's package has no other value to compete with.
        if case .string(let one) = one, case .string(let other) = other { return .string(min(one, other)) }
        guard case .boolean(let first) = one, case .boolean(let second) = other else { return one }
        // The other keys demand something: NO permits more.
        return .boolean(key == ATSKey.exceptionAllowsInsecureHTTPLoads ? first || second : first && second)
    }
}
