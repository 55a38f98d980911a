import ArgumentParser

/// The output format of `watch`.
enum WatchFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit
}
