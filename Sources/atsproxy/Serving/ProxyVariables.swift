/// The environment variables by which programs learn of a proxy.
///
/// Their names are a convention that no standard fixes: programs read the upper case, the lower case, or both, curl for
/// one the lower case of `http_proxy` alone.
struct ProxyVariables {
    /// The port of 127.0.0.1 where the proxy listens.
    let port: UInt16
    /// Hosts that are to be reached without it, separated by commas; nil for none.
    let exempt: String?

    /// What changes in a program's environment; nil for a variable that it is not to have.
    var changes: [String: String?] {
        var changes: [String: String?] = [:]
        func change(_ name: String, _ value: String?) {
            changes.updateValue(value, forKey: name)
            changes.updateValue(value, forKey: name.lowercased())
        }
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] { change(name, "http://127.0.0.1:\(port)") }
        change("NO_PROXY", exempt)
        return changes
    }
}
