import InternetNames

/// The way of a device from a domain to its management service: requests, redirections and the document at their end.
///
/// The owner of the session carries out `command`, and tells the result by `judged` or `answered`, until the command is
/// `finish`. Each server is judged before it is asked, because a device sends no request on a connection that the
/// system refuses.
public struct DiscoverySession: Hashable, Sendable {
    /// The requests so far, in order.
    public private(set) var hops: [DiscoveryHop] = []
    /// The findings, in the order of the requests.
    public private(set) var findings: [DiscoveryFinding] = []
    /// The document at the end of the way; nil without one.
    public private(set) var document: WellKnownDocument?

    private let request: WellKnownRequest
    private var phase: Phase

    private enum Phase: Hashable, Sendable {
        case judging(LoadURL)
        case asking(LoadURL)
        case over
    }

    /// The next step.
    public enum Command: Hashable, Sendable {
        /// Judge the server of a URL, and call `judged`.
        case judge(LoadURL)
        /// Ask the server for a URL, and call `answered`.
        case ask(LoadURL)
        /// Nothing is left to do.
        case finish
    }

    /// The verdict on a server, as far as the way goes on from it.
    public enum Standing: Hashable, Sendable {
        /// A device connects.
        case accepted
        /// The system refuses the connection.
        case refused
        /// The server was not judged.
        case notJudged
    }

    /// The largest number of redirections that are followed.
    public static let redirectLimit = 10

    /// Begins a discovery.
    public init(_ request: WellKnownRequest) {
        self.request = request
        phase = request.url.map(Phase.judging) ?? .over
        if request.url == nil {
            findings = [DiscoveryFinding(code: .unreadableURL, "The account is too long for a URL; shorten it.")]
        }
    }

    /// The next step.
    public var command: Command {
        switch phase {
        case .judging(let url): .judge(url)
        case .asking(let url): .ask(url)
        case .over: .finish
        }
    }

    /// The URLs that the document names, with the kinds of their enrolments.
    public var enrollments: [(version: String, url: LoadURL)] {
        (document?.servers ?? []).compactMap { server in
            guard let url = server.url else { return nil }
            return (server.version?.visible(limit: 40) ?? "a server without Version", url)
        }
    }

    /// Tells the verdict on the server that is to be asked.
    public mutating func judged(_ standing: Standing) {
        guard case .judging(let url) = phase else { return }
        hops.append(DiscoveryHop(url))
        switch standing {
        case .accepted: phase = .asking(url)
        case .refused: stop(before: url, "A device refuses the connection to \(url.host), and stops there")
        case .notJudged: stop(before: url, "The server \(url.host) was not judged")
        }
    }

    /// Tells the answer to the request.
    public mutating func answered(_ answer: DiscoveryAnswer) {
        guard case .asking(let url) = phase, let last = hops.indices.last else { return }
        phase = .over
        switch answer {
        case .document(let bytes, let contentType):
            (hops[last].status, hops[last].contentType) = (200, contentType)
            read(bytes, contentType: contentType, from: url)
        case .status(let status, let location):
            hops[last].status = status
            if [301, 302, 303, 307, 308].contains(status) {
                follow(location, from: url)
            } else {
                add(DiscoveryFinding.status(status, from: url))
            }
        case .unusable(let fault):
            add(DiscoveryFinding.fault(fault, from: url))
        }
    }

    private mutating func add(_ finding: DiscoveryFinding) {
        findings.append(finding)
    }

    private mutating func stop(before url: LoadURL, _ reason: String) {
        phase = .over
        add(
            DiscoveryFinding(
                code: .notRequested, "\(reason): \(url.shown) was not requested, so its answer is not known."))
    }
}

// MARK: - Answers

extension DiscoverySession {
    private mutating func follow(_ location: String?, from url: LoadURL) {
        guard let target = location.flatMap({ RedirectTarget.url(of: $0, from: url) }) else {
            return add(.unusableRedirectTarget(location, from: url))
        }
        hops[hops.count - 1].target = target
        guard hops.count <= Self.redirectLimit else {
            return add(.tooManyRedirects(Self.redirectLimit, from: url))
        }
        guard !hops.contains(where: { $0.url.text == target.text }) else {
            return add(.redirectLoop(to: target, from: url))
        }
        if !target.scheme.isSecure { add(.redirectToHTTP(to: target, from: url)) }
        let key = "user-identifier="
        if request.userIdentifier != nil, url.text.contains(key), !target.text.contains(key) {
            add(.queryLostInRedirect(to: target, from: url))
        }
        phase = .judging(target)
    }

    private mutating func read(_ bytes: [UInt8], contentType: String?, from url: LoadURL) {
        do throws(WellKnownDocument.Fault) {
            let document = try WellKnownDocument(bytes)
            findings += DiscoveryFinding.findings(about: document, contentType: contentType, from: url)
            self.document = document
        } catch {
            add(.fault(error, from: url))
        }
    }
}

/// The resolution of a `Location` against the URL that was asked (RFC 3986 §5.2).
private enum RedirectTarget {
    /// The URL that a `Location` names, without its fragment; nil if it names none that is loaded over HTTP.
    static func url(of location: String, from base: LoadURL) -> LoadURL? {
        let reference = String(location.prefix { $0 != "#" })
        guard !reference.isEmpty, let target = LoadURL(withScheme: absolute(reference, from: base)) else { return nil }
        return [.http, .https].contains(target.scheme) ? target : nil
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
