import ArgumentParser
import Settings

/// The option `--limit`.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A limit in place of its default, such as tunnel-idle=600. Repeatable.",
            discussion: """
                Sizes are in bytes, times in seconds; config/atsproxy.yaml says what each bounds. The names, with their \
                defaults: \(LimitSetting.all.map { "\($0.name) \($0.defaultText)" }.joined(separator: ", ")).
                """,
            valueName: "name=value"))
    var limit: [String] = []

    /// The values of the given limits, by name.
    func texts() throws(CommandFailure) -> [String: SettingText] {
        var texts: [String: SettingText] = [:]
        for argument in limit {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let limit = LimitSetting.named(String(parts[0])) else {
                let names = LimitSetting.all.map(\.name).joined(separator: ", ")
                throw CommandFailure(
                    .usage, "--limit \(argument) is not of the form NAME=VALUE; the names are \(names).")
            }
            texts[limit.name] = SettingText(
                name: "limit \(limit.name)", value: String(parts[1]), location: .commandLine)
        }
        return texts
    }
}
