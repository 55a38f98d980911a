import ArgumentParser

/// The output format of `policy lint`.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, junit, xcode
}
