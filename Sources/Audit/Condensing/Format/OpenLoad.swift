import TransportSecurity

/// A load whose decision is in a condensed recording and whose end is not.
struct OpenLoad {
    /// The load.
    var load = LoadID()
    /// The identifier of its kind.
    var kind = ""
    /// The identifier of the kind of a second decision on it; nil without one.
    var second: String?
    /// The label of the test case; nil for none.
    var label: String?
    /// The beginning of its day in UTC.
    var day: Instant?

    /// Reads a line `open`. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                load = try scanner.loadID()
            } else if name.isEqual(to: "kind") {
                kind = try scanner.text()
            } else if name.isEqual(to: "second") {
                second = try scanner.optionalText()
            } else if name.isEqual(to: "label") {
                label = try scanner.optionalText()
            } else if name.isEqual(to: "day") {
                day = try scanner.day()
            } else {
                try scanner.value()
            }
        }
        guard load != LoadID() else { throw JSONScanner.Malformed() }
    }
}
