extension ExceptionDomain {
    /// The entries for Apple's own hosts that the engine installs before the entries of any app
    /// (SecProtocolConfiguration.m, testBuiltInExceptions). An entry of the app with the same key replaces the built-in
    /// one completely.
    public static let builtIn: [ExceptionDomain] = [
        builtIn("apple.com", from: .tls1_2), builtIn("setup.icloud.com", from: .tls1_2),
        builtIn("ls.apple.com", from: .tls1_0), builtIn("gs.apple.com", from: .tls1_0),
        builtIn("geo.apple.com", from: .tls1_0), builtIn("is.autonavi.com", from: .tls1_0),
        builtIn("apple-mapkit.com", from: .tls1_0),
    ]

    private static func builtIn(_ key: String, from version: TLSVersion) -> ExceptionDomain {
        var exception = ExceptionDomain(key: key)
        exception.includesSubdomains = true
        exception.allowsInsecureHTTPLoads = true
        exception.minimumTLSVersion = version
        exception.requiresForwardSecrecy = false
        exception.isBuiltIn = true
        return exception
    }
}
