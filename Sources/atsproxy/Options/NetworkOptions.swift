import ArgumentParser

/// Options about connections to destinations.
struct NetworkOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions

    @Flag(
        name: .customLong("no-aia"),
        help: ArgumentHelp(
            """
            Do not fetch missing intermediate certificates (AIA). They are fetched only from addresses of the \
            server's own kind, public from public.
            """))
    var noAIA = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        connection.texts.merging([.noAIA: [noAIA ? "true" : nil]]) { given, _ in given }
    }
}
