import ArgumentParser

/// Options about connections to destinations.
struct NetworkOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions

    @Flag(
        name: .customLong("no-aia"),
        help: ArgumentHelp(
            """
            Do not fetch intermediate certificates that a server left out from where its certificates say. They are \
            fetched from addresses of the server's own kind alone, public from public.
            """))
    var noAIA = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        connection.texts.merging([.noAIA: [noAIA ? "true" : nil]]) { given, _ in given }
    }
}
