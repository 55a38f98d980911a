/// Metrics as text, as Prometheus and others read them.
///
/// The formats: https://prometheus.io/docs/instrumenting/exposition_formats/ (0.0.4) and
/// https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md. A sample has the same name,
/// labels and value in both. A change of the format therefore begins no new series.
public struct MetricsText: Sendable {
    /// The text in UTF-8.
    public private(set) var bytes: [UInt8] = []
    private let format: MetricsFormat

    /// Writes families in a format, in their order.
    public init(_ families: [MetricFamily], in format: MetricsFormat) {
        self.format = format
        for family in families { append(family) }
        switch format {
        case .prometheus: break
        case .openMetrics: append("# EOF\n")
        }
    }

    private mutating func append(_ family: MetricFamily) {
        let name: String
        switch format {
        case .prometheus:
            name = family.sampleName
            append("# HELP \(name) \(Self.escaped(family.help, ["\\", "\n"]))\n")
            append("# TYPE \(name) \(family.kind == .info ? "gauge" : family.kind.rawValue)\n")
        case .openMetrics:
            name = family.name
            append("# TYPE \(name) \(family.kind.rawValue)\n")
            if let unit = family.unit { append("# UNIT \(name) \(unit)\n") }
            append("# HELP \(name) \(Self.escaped(family.help, ["\\", "\n", "\""]))\n")
        }
        for sample in family.samples { append(sample, of: family) }
    }

    private mutating func append(_ sample: MetricFamily.Sample, of family: MetricFamily) {
        switch sample.value {
        case .integer(let number): append(family.sampleName, sample.labels, "\(number)")
        case .number(let number): append(family.sampleName, sample.labels, Self.text(number))
        case .histogram(let histogram): append(histogram, family.name, sample.labels)
        }
    }

    private mutating func append(_ histogram: HistogramValue, _ name: String, _ labels: [MetricFamily.Label]) {
        let bounds = histogram.bounds + [.infinity]
        for (bound, count) in zip(bounds, histogram.cumulativeCounts) {
            append(name + "_bucket", labels + [.init("le", Self.text(bound))], "\(count)")
        }
        append(name + "_sum", labels, Self.text(histogram.sum))
        append(name + "_count", labels, "\(histogram.count)")
    }

    private mutating func append(_ name: String, _ labels: [MetricFamily.Label], _ value: String) {
        append(name)
        if !labels.isEmpty {
            let members = labels.map { "\($0.name)=\"\(Self.escaped($0.value, ["\\", "\n", "\""]))\"" }
            append("{\(members.joined(separator: ","))}")
        }
        append(" \(value)\n")
    }

    private mutating func append(_ text: String) {
        bytes += text.utf8
    }

    /// A text with a backslash before each of those characters, of which a line feed becomes `\n`.
    private static func escaped(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar == "\n" && special.contains(scalar) ? "n" : scalar)
        }
        return escaped
    }

    /// A number as both formats have it: as Swift writes it, with `+Inf`, `-Inf` and `NaN`.
    private static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return "\(number)"
    }
}

extension MetricFamily {
    /// The name of the samples of all kinds but histograms.
    fileprivate var sampleName: String {
        switch kind {
        case .counter: return name + "_total"
        case .info: return name + "_info"
        case .gauge, .histogram: return name
        }
    }
}
