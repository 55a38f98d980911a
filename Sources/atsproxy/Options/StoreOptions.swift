import ArgumentParser
import RecordingInputs

/// Options that query a store of recordings instead of reading files.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask the store in PostgreSQL that atsproxy-store has filled, in place of recordings. --since and --until are whole days in UTC. The URL is one of libpq, without a password.",
            valueName: "url"))
    var store: String?

    @Option(help: ArgumentHelp("With --store: only loads that this proxy saw. Repeatable.", valueName: "name"))
    var proxy: [String] = []

    /// Throws an error unless there are either recordings or a store.
    func check(_ recordings: [String]) throws {
        if store == nil {
            guard !recordings.isEmpty else { throw ValidationError("Missing expected argument '<recording> ...'") }
            guard proxy.isEmpty else { throw ValidationError("--proxy is for --store.") }
        } else if store?.isEmpty == true {
            throw ValidationError("--store is empty; give a URL such as postgresql://store.example/lab.")
        } else if !recordings.isEmpty {
            throw ValidationError("Give recordings or --store, not both.")
        }
    }

    /// The query to the store; nil without `--store`.
    func query(_ loads: LoadFilterOptions) -> StoreQuery? {
        store.map { url in
            var options: [String] = []
            for app in loads.app { options += ["--app", app] }
            for build in loads.build { options += ["--build", build] }
            for label in loads.label { options += ["--label", label] }
            for name in proxy { options += ["--proxy", name] }
            if let since = loads.since { options += ["--since", since] }
            if let until = loads.until { options += ["--until", until] }
            return StoreQuery(url: url, options: options)
        }
    }
}
