import ArgumentParser

/// The argument that names the store.
struct StoreArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The server and database, as libpq names them, without a password.", valueName: "url"))
    var url: String

    func validate() throws {
        guard !url.isEmpty else {
            throw ValidationError(
                "The store is named by an empty text; give a URL such as postgresql://store.example/lab.")
        }
    }
}
