import ArgumentParser

/// Options of `serve` about the update of data files.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            daily: fetch newer lists of CT logs and of public suffixes from their publishers once a day, and use them from \
            then on; off: fetch nothing. Default: off.
            """,
            valueName: "frequency"))
    var updateData: String?

    @OptionGroup var sources: DataSourceOptions

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        sources.texts.merging([.updateData: [updateData]]) { given, _ in given }
    }
}

/// The option about the addresses from which data files are updated.
struct DataSourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The address (https) from which one of the files ct-log-list, roots and public-suffixes is updated, in place of \
            its publisher's. Apple publishes its roots by release, so that they are updated only with this option. \
            Repeatable.
            """,
            valueName: "file=url"))
    var dataSource: [String] = []

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.dataSource: dataSource]
    }
}
