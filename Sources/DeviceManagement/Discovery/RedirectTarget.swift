import InternetNames

/// The resolution of a `Location` against the URL that was asked (RFC 3986 §5.2).
enum RedirectTarget {
    /// The URL that a `Location` names, without its fragment; nil if it names none that is loaded over HTTP.
    static func url(of location: String, from base: LoadURL) -> LoadURL? {
        let reference = String(location.prefix { $0 != "#" })
        guard !reference.isEmpty, let found = LoadURL(withScheme: absolute(reference, from: base)) else { return nil }
        return [.http, .https].contains(found.scheme) ? found : nil
    }

    private static func absolute(_ reference: String, from base: LoadURL) -> String {
        let scheme = base.scheme.rawValue
        let isUsualPort = base.port == base.scheme.defaultPort
        let origin = "\(scheme)://\(isUsualPort ? base.host.bracketed : base.authority.description)"
        if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
        if reference.hasPrefix("?") { return origin + base.path + reference }
        if reference.hasPrefix("/") { return origin + withoutDots(reference) }
        let beforePath = reference.prefix { !"/?".contains($0) }
        // A colon before the first slash ends a scheme, which stays as written (§4.2).
        if beforePath.contains(":") { return reference }
        let folder = base.path.prefix(upTo: base.path.lastIndex(of: "/") ?? base.path.startIndex)
        return origin + withoutDots("\(folder)/\(reference)")
    }

    /// The path with its segments `.` and `..` applied (§5.2.4), and the query as it is.
    private static func withoutDots(_ text: String) -> String {
        let path = text.prefix { $0 != "?" }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
                continue
            }
            if isLast { kept.append("") }
        }
        return "/" + kept.joined(separator: "/") + text[path.endIndex...]
    }
}
