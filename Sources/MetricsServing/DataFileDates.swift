import DataInUse
import Metrics
import ProxyServer
import Settings
import TransportSecurity

/// The dates that the data files in use state, for metrics.
package struct DataFileDates: Hashable, Sendable {
    /// The date of the system's roots; nil if an option names another file, which has no date.
    package var roots: Instant?
    /// The date of the list of Certificate Transparency logs; nil if the list states none.
    package var logList: Instant?
    /// The date of the public suffix list.
    package var publicSuffixes: Instant?

    /// Creates the dates of no files.
    package init() {}

    /// The dates of the data in a configuration.
    package init(of configuration: ServerConfiguration, _ settings: ServeSettings) {
        logList = configuration.rules.transparencyLogs?.date
        roots = settings.trust.roots == nil ? CurrentData.choice(.roots).date : nil
        publicSuffixes = CurrentData.choice(.publicSuffixes).date
    }

    /// The metric with the dates. A file whose date is not known has no sample.
    package var family: MetricFamily {
        let dates = [("roots", roots), ("ct-log-list", logList), ("public-suffixes", publicSuffixes)]
        return MetricFamily(
            "atsproxy_data_file_timestamp_seconds", .gauge,
            "The date of a data file as the file says it, in seconds since 1970; none if it says no date.",
            dates.compactMap { name, date in
                date.map { .init([.init("file", name)], .integer(Int($0.seconds))) }
            })
    }
}
