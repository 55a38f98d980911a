import Foundation

/// The loads of the tests, by curl and through the proxy that the tests ask.
enum Loading {
    /// Loads a URL that the environment names.
    static func load(_ name: String) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let proxy = environment["ATSPROXY"], let url = environment[name] else {
            throw CocoaError(.fileNoSuchFile)
        }
        let curl = Process()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        curl.arguments = ["--silent", "--fail", "--output", "/dev/null", "--insecure", "--proxy", proxy, url]
        try curl.run()
        curl.waitUntilExit()
        guard curl.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
    }
}
