import InternetNames
import TransportSecurity

/// The result of a row: the answers of the policy that are not those expected.
package struct RowResult: Sendable {
    /// The row.
    package let row: Expectation
    /// The systems that read the policy.
    package let systems: [OSSpan]
    /// The other answers; empty if the row passes.
    package let failures: [AnswerFailure]

    /// Whether all answers are those expected.
    package var passes: Bool { failures.isEmpty }

    /// Asks a policy about the loads of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - defaults: The settings where the row says nothing. Without a system, the newest reads the policy.
    ///   - readings: The policy.
    package init(of row: Expectation, defaults: RowSettings, under readings: inout PolicyReadings) {
        let settings = row.settings.completed(by: defaults)
        self.row = row
        systems = settings.systems ?? [OSSpan(.newest)]
        let parts = systems.flatMap(\.parts)
        var failures: [AnswerFailure] = []
        for api in settings.apis ?? [.urlSession] {
            for url in row.urls {
                failures += AnswerFailure.failures(
                    of: row, at: url, through: api, on: parts, linkedSDK: settings.linkedSDK, under: &readings)
            }
        }
        self.failures = failures
    }
}
