import InternetNames
import TransportSecurity

/// The result of a row: the answers of the policy that are not those expected.
package struct RowResult: Sendable {
    /// The row.
    package let row: Expectation
    /// The systems that read the policy.
    package let systems: [OSSpan]
    /// The APIs that load.
    package let apis: [LoadingAPI]
    /// The other answers; empty if the row passes.
    package let failures: [AnswerFailure]

    /// Asks a policy about the loads of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - defaults: The settings where the row says nothing. Without a system, the newest reads the policy.
    ///   - readings: The policy.
    package init(of row: Expectation, defaults: RowSettings, under readings: inout PolicyReadings) {
        let settings = row.settings.completed(by: defaults)
        self.row = row
        systems = settings.systems ?? [.newest]
        let parts = systems.flatMap(\.parts)
        apis = settings.apis ?? [.urlSession]
        var failures: [AnswerFailure] = []
        for api in apis {
            for url in row.urls {
                failures += AnswerFailure.failures(
                    of: row, at: url, through: api, on: parts, linkedSDK: settings.linkedSDK, under: &readings)
            }
        }
        self.failures = failures
    }

    /// Whether all answers are those expected.
    package var passes: Bool { failures.isEmpty }

    /// The number of answers that the rows of a file ask for.
    package static func answerCount(of file: ExpectationFile, defaults: RowSettings) -> Int {
        // The parts of a system are counted once, because many rows have the same systems.
        var partCounts: [OSSpan: Int] = [:]
        var answers = 0
        for row in file.rows {
            let settings = row.settings.completed(by: defaults)
            var parts = 0
            for system in settings.systems ?? [.newest] {
                let count = partCounts[system] ?? system.parts.count
                partCounts[system] = count
                parts += count
            }
            answers += parts * (settings.apis?.count ?? 1) * row.urls.count
        }
        return answers
    }

    /// The largest number of answers that the rows of a file may ask for.
    package static let answerLimit = 1_000_000
}
