/// Metrics as text, as Prometheus and others read them, such as
///
///     # HELP atsproxy_loads Loads by their decision.
///     # TYPE atsproxy_loads counter
///     atsproxy_loads_total{decision="allowed"} 12
///
/// The formats are described at https://prometheus.io/docs/instrumenting/exposition_formats/ (0.0.4) and
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
        switch format {
        case .prometheus:
            let type = family.kind == .info ? "gauge" : family.kind.rawValue
            append("# HELP \(family.sampleName) \(Self.escaped(family.help, quotes: false))\n")
            append("# TYPE \(family.sampleName) \(type)\n")
        case .openMetrics:
            append("# TYPE \(family.name) \(family.kind.rawValue)\n")
            if let unit = family.unit { append("# UNIT \(family.name) \(unit)\n") }
            append("# HELP \(family.name) \(Self.escaped(family.help, quotes: true))\n")
        }
        for sample in family.samples { append(sample, of: family) }
    }

    private mutating func append(_ sample: MetricFamily.Sample, of family: MetricFamily) {
        switch sample.value {
        case .integer(let number): appendLine(family.sampleName, labels: sample.labels, value: "\(number)")
        case .number(let number): appendLine(family.sampleName, labels: sample.labels, value: Self.text(number))
        case .histogram(let histogram): append(histogram, named: family.name, labels: sample.labels)
        }
    }

    /// Appends a line for each bucket, with its upper bound in the label `le`, and the lines of the sum and the count.
    private mutating func append(_ histogram: HistogramValue, named name: String, labels: [MetricFamily.Label]) {
        let bounds = histogram.bounds + [.infinity]
        for (bound, count) in zip(bounds, histogram.cumulativeCounts) {
            appendLine(name + "_bucket", labels: labels + [.init("le", Self.text(bound))], value: "\(count)")
        }
        appendLine(name + "_sum", labels: labels, value: Self.text(histogram.sum))
        appendLine(name + "_count", labels: labels, value: "\(histogram.count)")
    }

    /// Appends the line of one sample.
    private mutating func appendLine(_ name: String, labels: [MetricFamily.Label], value: String) {
        append(name)
        if !labels.isEmpty {
            let members = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            append("{\(members.joined(separator: ","))}")
        }
        append(" \(value)\n")
    }

    private mutating func append(_ text: String) {
        bytes += text.utf8
    }

    /// A text with `\\` for a backslash and `\n` for a line feed, and if `quotes` with `\"` for a quotation mark.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\n" || quotes && scalar == "\"" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar == "\n" ? "n" : scalar)
        }
        return escaped
    }

    /// A number as both formats write it: as Swift does, except `+Inf`, `-Inf` and `NaN`.
    private static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return "\(number)"
    }
}

extension MetricFamily {
    /// The name of the samples. Those of a histogram get a further suffix.
    fileprivate var sampleName: String {
        switch kind {
        case .counter: return name + "_total"
        case .info: return name + "_info"
        case .gauge, .histogram: return name
        }
    }
}
