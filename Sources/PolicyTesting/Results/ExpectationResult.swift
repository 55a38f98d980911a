import InternetNames
import TransportSecurity

/// The result of an expectation: the answers of the policy that are not the expected ones.
package struct ExpectationResult: Sendable {
    /// The expectation.
    package let expectation: Expectation
    /// The systems that read the policy.
    package let systems: [OSSpan]
    /// The APIs that load.
    package let apis: [LoadingAPI]
    /// The answers that are not the expected ones; empty if the expectation passes.
    package let failures: [AnswerFailure]

    /// Asks a policy about the loads of an expectation.
    ///
    /// - Parameters:
    ///   - expectation: The expectation.
    ///   - defaults: The settings where the expectation says nothing. Without a system, the newest reads the policy.
    ///   - policy: The policy.
    package init(
        of expectation: Expectation, defaults: ExpectationSettings, under policy: inout VersionedPolicy
    ) {
        let settings = expectation.settings.completed(by: defaults)
        self.expectation = expectation
        systems = settings.systems ?? [.newest]
        let spans = systems.flatMap(\.uniformSpans)
        apis = settings.apis ?? [.urlSession]
        var failures: [AnswerFailure] = []
        for api in apis {
            for url in expectation.urls {
                failures += AnswerFailure.failures(
                    of: expectation, at: url, through: api, on: spans, linkedSDK: settings.linkedSDK, under: &policy)
            }
        }
        self.failures = failures
    }

    /// Whether all answers are the expected ones.
    package var passes: Bool { failures.isEmpty }

    /// The number of answers that the expectations of a file ask for.
    package static func answerCount(of file: ExpectationFile, defaults: ExpectationSettings) -> Int {
        // Many expectations have the same systems, and the spans of each are counted once.
        var spanCounts: [OSSpan: Int] = [:]
        var answers = 0
        for expectation in file.expectations {
            let settings = expectation.settings.completed(by: defaults)
            var spans = 0
            for system in settings.systems ?? [.newest] {
                let count = spanCounts[system] ?? system.uniformSpans.count
                spanCounts[system] = count
                spans += count
            }
            answers += spans * (settings.apis?.count ?? 1) * expectation.urls.count
        }
        return answers
    }

    /// The largest number of answers that the expectations of a file may ask for.
    package static let answerLimit = 1_000_000
}
