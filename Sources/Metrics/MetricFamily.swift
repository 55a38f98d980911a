/// All samples of one metric at one time, as `MetricsText` writes them.
public struct MetricFamily: Hashable, Sendable {
    /// The name without the suffix of its kind, which is `_total` for counters and `_info` for text.
    public var name: String
    /// The kind of metric, which tells a reader how to calculate with the samples.
    public var kind: Kind
    /// The subject of the metric, in a sentence.
    public var help: String
    /// The samples, which differ in their labels.
    public var samples: [Sample]

    /// Kinds of metrics.
    public enum Kind: String, Sendable {
        /// A number that only grows while the program runs.
        case counter
        /// A number that grows and shrinks.
        case gauge
        /// Values by their size.
        case histogram
        /// Text in labels; the value is 1.
        case info
    }

    /// One number, or one histogram, with its labels.
    public struct Sample: Hashable, Sendable {
        /// The labels, in the order in which they are written.
        public var labels: [Label]
        /// The value.
        public var value: Value

        /// Creates a sample.
        public init(_ labels: [Label] = [], _ value: Value) {
            self.labels = labels
            self.value = value
        }
    }

    /// A label of a sample.
    public struct Label: Hashable, Sendable {
        /// The name, of letters, digits and `_`, without a digit at its beginning.
        public var name: String
        /// The value: any text.
        public var value: String

        /// Creates a label.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a sample.
    public enum Value: Hashable, Sendable {
        /// A whole number.
        case integer(Int)
        /// Any other number.
        case number(Double)
        /// The counts of a histogram.
        case histogram(HistogramValue)
    }

    /// Creates a family. The name does not have the suffix of its kind.
    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}

extension MetricFamily {
    /// A counter without labels, with one sample.
    public static func counter(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
        MetricFamily(name, .counter, help, [Sample([], .integer(value))])
    }

    /// A gauge without labels, with one sample.
    public static func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
        MetricFamily(name, .gauge, help, [Sample([], .integer(value))])
    }

    /// A counter with one label, with a sample for each key.
    ///
    /// - Parameters:
    ///   - label: The name of the label.
    ///   - text: Returns the value of the label for a key.
    ///   - value: Returns the count of a key.
    public static func counter<Key>(
        _ name: String, _ help: String, by label: String, _ keys: [Key], named text: (Key) -> String,
        value: (Key) -> Int
    ) -> MetricFamily {
        MetricFamily(
            name, .counter, help, keys.map { Sample([Label(label, text($0))], .integer(value($0))) })
    }

    /// The unit at the end of the name; nil if the name ends without one.
    var unit: String? {
        ["seconds", "bytes"].first { name.hasSuffix("_" + $0) }
    }
}
