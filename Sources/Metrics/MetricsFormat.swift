/// The text formats in which the program answers requests for its metrics.
public enum MetricsFormat: CaseIterable, Sendable {
    /// Prometheus' text format 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The value of `Content-Type`.
    public var contentType: String {
        switch self {
        case .prometheus: return "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: return "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    /// The format that a client prefers, by the values of its `Accept` fields (RFC 9110 §12.5.1). If the client accepts
    /// both formats equally, or neither, the format is Prometheus' one, as in Prometheus' own client libraries.
    public static func preferred(accepting fields: [String]) -> MetricsFormat {
        let ranges = fields.flatMap(AcceptedRange.all(in:))
        return openMetrics.quality(in: ranges) > prometheus.quality(in: ranges) ? .openMetrics : .prometheus
    }

    /// The quality of the most specific ranges that have this format, from 0 to 1000; 0 if none has.
    private func quality(in ranges: [AcceptedRange]) -> Int {
        let matching = ranges.filter { $0.contains(type: type, subtype: subtype, versions: versions) }
        let greatest = matching.map(\.specificity).max()
        return matching.filter { $0.specificity == greatest }.map(\.quality).max() ?? 0
    }

    private var type: String {
        switch self {
        case .prometheus: return "text"
        case .openMetrics: return "application"
        }
    }

    private var subtype: String {
        switch self {
        case .prometheus: return "plain"
        case .openMetrics: return "openmetrics-text"
        }
    }

    /// The versions of the format whose readers understand the text.
    private var versions: [String] {
        switch self {
        case .prometheus: return ["0.0.4"]
        case .openMetrics: return ["1.0.0", "0.0.1"]
        }
    }
}
