extension Sequence<Finding> {
    /// The entry that would permit all the findings together: one domain with the keys of all. Nil if a finding has no
    /// exception, if the findings are about different domains, or if there are none.
    ///
    /// The entry is `overridable` if it only leaves one of the findings to the app.
    public var jointRemedy: Finding.Remedy? {
        var merged: Finding.Remedy?
        for finding in self {
            guard let exception = finding.exception else { return nil }
            guard var entry = merged else {
                merged = exception
                continue
            }
            guard entry.domain == exception.domain else { return nil }
            for (key, value) in exception.keys {
                entry.keys[key] = entry.keys[key].map { Finding.Remedy.laxer($0, value, of: key) } ?? value
            }
            if exception.overridable == true { entry.overridable = true }
            merged = entry
        }
        return merged
    }
}

extension Finding.Remedy {
    /// The value for a key that two exceptions set: the lower version, or the value that permits more.
    fileprivate static func laxer(_ left: Value, _ right: Value, of key: String) -> Value {
        switch (left, right) {
        case (.string(let one), .string(let other)): return .string(min(one, other))
        case (.boolean(let one), .boolean(let other)):
            // The other keys demand something, so that NO permits more.
            return .boolean(key == ATSKey.exceptionAllowsInsecureHTTPLoads ? one || other : one && other)
        case (.string, .boolean), (.boolean, .string): return left
        }
    }
}
