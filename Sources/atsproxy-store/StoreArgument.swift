import ArgumentParser

/// The argument that names the store.
struct StoreArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The server and database, as libpq names them, without a password.", valueName: "url"))
    var url: String
}
