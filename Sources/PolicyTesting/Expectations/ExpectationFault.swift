/// A fault of a file of expectations.
package struct ExpectationFault: Error, Hashable, Sendable {
    /// The number of the line; nil if the fault is that of the whole file.
    package let line: Int?
    /// The fault and its correction in one sentence.
    package let sentence: String

    init(line: Int?, _ sentence: String) {
        self.line = line
        self.sentence = sentence
    }
}

/// All faults of a file of expectations, in the order of its lines.
package struct ExpectationFaults: Error, Hashable, Sendable {
    /// The faults; at least one.
    package let faults: [ExpectationFault]
}
