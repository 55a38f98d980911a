import AppBundle
import Foundation
import InternetNames
import Settings
import SetupPages
import TransportSecurity

/// The policies of a listener, read from the files of `--policy` and `--policies`.
struct ReadPolicies {
    /// The policies for certain apps, in the order in which they are tried.
    private(set) var entries: [Entry] = []
    /// The policy for all other apps.
    private(set) var fallback: AppPolicy
    /// The path of the policy for all other apps; nil for the defaults of ATS.
    private let fallbackPath: String?

    /// A policy for certain apps.
    struct Entry {
        /// The settings of the entry.
        let settings: AppPolicySettings
        /// The apps.
        let selector: AppSelector
        /// The policy.
        var policy: AppPolicy
    }

    /// Reads the files. An error has the line of the configuration that names the file.
    ///
    /// - Parameters:
    ///   - policies: The settings of the policies for certain apps.
    ///   - fallback: The settings of the policy for all other apps.
    ///   - text: The text of the configuration that names this policy; nil for an option.
    init(
        _ policies: [AppPolicySettings], otherwise fallback: PolicySettings, namedBy text: SettingText?,
        pipes: FileOpening.Pipes
    ) throws(CommandFailure) {
        fallbackPath = fallback.path
        self.fallback = try Self.policy(fallback, namedBy: text, pipes: pipes)
        for settings in policies {
            let policy = try Self.policy(settings.policy, namedBy: settings.text, pipes: pipes)
            entries.append(
                Entry(
                    settings: settings, selector: try settings.selector(bundle: policy.userAgentNames), policy: policy)
            )
        }
    }

    private static func policy(
        _ settings: PolicySettings, namedBy text: SettingText?, pipes: FileOpening.Pipes
    ) throws(CommandFailure) -> AppPolicy {
        do throws(CommandFailure) {
            return try settings.appPolicy(pipes: pipes)
        } catch {
            throw text?.dataFault(error.sentence) ?? error
        }
    }

    /// Checks that each entry can be selected: no earlier one is for all of its apps, and some of its apps are judged.
    func checkEachIsSelected(among judgedApps: [String]) throws(CommandFailure) {
        for (number, entry) in entries.enumerated() {
            let text = entry.settings.text
            if let earlier = entries[..<number].first(where: { $0.selector.covers(entry.selector) }) {
                throw text.dataFault(
                    "the policy for \(entry.selector) is never used, because that for \(earlier.selector)"
                        + "\(Self.line(of: earlier)) goes before it.")
            }
            let isJudged =
                judgedApps.isEmpty
                || judgedApps.contains { app in
                    entry.selector.names.contains { $0.matches(app) }
                }
            guard isJudged else {
                throw text.dataFault(
                    "the policy for \(entry.selector) is never used, because only loads of "
                        + "\(judgedApps.joined(separator: ", ")) are judged (\(text.spelled(SettingTable.app))).")
            }
        }
    }

    /// Makes the names of policies from different files unique, for events. The new names are the shortest ends of the
    /// paths that differ, such as `App/Info.plist`.
    mutating func makeNamesUnique() {
        var policies = entries.map { (path: $0.settings.policy.path, source: $0.policy.source) }
        policies.append((path: fallbackPath, source: fallback.source))
        let names = policies.map { policy in
            let pathsOfSameSource = policies.filter { $0.source == policy.source }.map(\.path)
            return Self.uniqueName(of: policy.path, source: policy.source, among: pathsOfSameSource)
        }
        for index in entries.indices { entries[index].policy.source = names[index] }
        fallback.source = names[entries.count]
    }

    /// The hosts of all policies, for `/proxy.pac`.
    func proxiedHosts(otherwise settings: PolicySettings) -> [ProxiedHost] {
        let readings = entries.map { $0.settings.policy.reading(of: $0.policy) } + [settings.reading(of: fallback)]
        return readings.flatMap(ProxiedHost.hosts).distinct
    }

    /// The line of the configuration with an entry, for a message; empty for an option.
    private static func line(of entry: Entry) -> String {
        switch entry.settings.text.location {
        case .commandLine: return ""
        case .file(_, let line): return " on line \(line)"
        }
    }

    /// The shortest name that distinguishes a path from other ones: the source, or the last components of the path.
    private static func uniqueName(of path: String?, source: String, among paths: [String?]) -> String {
        guard let path else { return source }
        let ownComponents = components(of: path)
        let otherPaths = paths.compactMap { $0.map(components) }.filter { $0 != ownComponents }
        guard !ownComponents.isEmpty, !otherPaths.isEmpty || paths.contains(nil) else { return source }
        let count = (1...ownComponents.count).first { count in
            otherPaths.allSatisfy { $0.suffix(count) != ownComponents.suffix(count) }
        }
        return ownComponents.suffix(count ?? ownComponents.count).joined(separator: "/")
    }

    private static func components(of path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
    }
}
