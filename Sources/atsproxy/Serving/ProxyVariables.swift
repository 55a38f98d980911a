/// The environment variables that tell programs about a proxy.
///
/// No standard defines their names. Programs read the upper-case names, the lower-case ones, or both; curl reads only
/// the lower-case `http_proxy`.
struct ProxyVariables {
    /// The port of 127.0.0.1 at which the proxy listens.
    let port: UInt16
    /// The hosts to reach without the proxy, separated by commas; nil for none.
    let exempt: String?

    /// The variables that name a proxy, most important first.
    static let names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]

    /// The changes to a program's environment. A variable with the value nil is removed.
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
