import ArgumentParser
import Foundation
import InternationalNames
import InternetNames
import Networking
import RecordingInputs
import Recordings
import Settings
import TransportSecurity

/// Options that choose loads of a recording.
struct LoadFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only loads of this app, by the name in its User-Agent; unknown is a load without one. Repeatable.",
            valueName: "name"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only loads of this build, the version in the app's User-Agent (CFBundleVersion). Repeatable.",
            valueName: "version"))
    var build: [String] = []

    @Option(help: ArgumentHelp("Only loads of the device with this IP address. Repeatable.", valueName: "address"))
    var device: [String] = []

    @Option(help: ArgumentHelp("Only loads of this proxy user. Repeatable.", valueName: "name"))
    var user: [String] = []

    @Option(help: ArgumentHelp("Only loads with this label of a test case. Repeatable.", valueName: "name"))
    var label: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only loads from this host, or from all subdomains of a domain, as in *.example.com. Repeatable.",
            valueName: "host"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only loads from this time on: 2026-11-20, 2026-11-20T08:00:00Z, or 90m, 24h or 7d ago.", valueName: "time")
    )
    var since: String?

    @Option(
        help: ArgumentHelp(
            "Only loads up to this time, in the forms of --since; a date includes its whole day.", valueName: "time"))
    var until: String?

    /// The choice that these options make.
    func filter() throws(CommandFailure) -> RecordingFilter {
        var filter = RecordingFilter()
        filter.apps = app
        filter.builds = build
        for text in device { filter.devices.append(try address(text)) }
        filter.users = user
        filter.labels = label
        for text in host { filter.hosts.append(try pattern(text)) }
        filter.since = try since.map { text throws(CommandFailure) in try time(text, of: "--since", endsDay: false) }
        filter.until = try until.map { text throws(CommandFailure) in try time(text, of: "--until", endsDay: true) }
        if let since = filter.since, let until = filter.until, until < since {
            throw CommandFailure(
                .usage, "--until \(self.until ?? "") is before --since \(self.since ?? ""); no load is between them.")
        }
        return filter
    }

    private func address(_ text: String) throws(CommandFailure) -> String {
        guard let address = IPAddress(text) else {
            throw CommandFailure(.usage, "--device \(text) is not an IP address.")
        }
        return address.description
    }

    /// Reads a host, or all subdomains of a domain in the form `*.example.com`.
    private func pattern(_ text: String) throws(CommandFailure) -> HostPattern {
        let ascii =
            text.hasPrefix("*.")
            ? "*." + InternationalName.ascii(inOption: String(text.dropFirst(2)))
            : InternationalName.ascii(inOption: text)
        guard let pattern = HostPattern(ascii) else {
            throw CommandFailure(.usage, "--host \(text) is neither a host nor a domain in the form *.example.com.")
        }
        return pattern
    }

    /// Reads a time.
    ///
    /// - Parameter endsDay: Whether a date stands for the end of its day, and not for the beginning.
    private func time(_ text: String, of option: String, endsDay: Bool) throws(CommandFailure) -> Instant {
        if let time = Instant(text) { return time }
        if let day = Instant("\(text)T00:00:00Z") {
            return endsDay ? Instant(milliseconds: day.milliseconds + 86_399_999) : day
        }
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            // 100,000 days are more than 270 years.
            (0...100_000).contains(count)
        {
            return WallClock.now + -count * unit
        }
        throw CommandFailure(
            .usage, "\(option) \(text) is not a time such as 2026-11-20, 2026-11-20T08:00:00Z, 90m, 24h or 7d.")
    }
}

/// Options that query a store of recordings instead of reading files.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Ask the store in PostgreSQL that atsproxy-store has filled, in place of recordings. --since and --until \
            are whole days in UTC. The URL is one of libpq, without a password.
            """,
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
