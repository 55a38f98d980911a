import HTTP
import InternetNames

/// Decides by the head of a request whether the console answers it.
///
/// Each request must name the console as its host. A request to the API must also have the token, and must not come
/// from a page of another site.
public struct AccessControl: Sendable {
    private let hosts: HostAllowList
    private let token: AccessToken
    /// The name of the cookie. The name has the port, because all ports of a host share cookies.
    public let cookieName: String

    /// Creates the rules for a console on a port.
    ///
    /// - Parameter names: The names of `--console-host`.
    public init(token: AccessToken, names: [Host] = [], port: UInt16) {
        self.token = token
        hosts = HostAllowList(names: names, port: port)
        cookieName = "atsproxy-\(port)"
    }

    /// The refusal of a request whose `Host` is not that of the console, whatever its target; nil if the host is right.
    public func misdirection(of request: ServerRequest) -> ConsoleProblem? {
        guard !hosts.allows(request.authority) else { return nil }
        return ConsoleProblem(
            421, title: "Misdirected request",
            detail:
                "The console answers requests for an IP address, localhost or a name of --console-host, with "
                + "its own port."
        )
    }

    /// The refusal of a request to the API that lacks the token or comes from another page; nil if there is no such
    /// fault. The caller asks for `misdirection` first.
    public func refusal(of request: ServerRequest) -> ConsoleProblem? {
        do throws(ServerRequest.AmbiguousField) {
            guard try isAuthorized(request) else {
                return ConsoleProblem(
                    401, title: "Not authorized",
                    detail:
                        "The request needs the token in the address that atsproxy printed at its start, as the cookie "
                        + "that this address sets or as \"Authorization: Bearer TOKEN\".")
            }
            // A page of another site does not send the cookie. A page on another port of this host sends it, because
            // SameSite ignores ports. `Sec-Fetch-Site` tells that page apart.
            guard try RequestOrigin(of: request) != .other else {
                return ConsoleProblem(
                    403, title: "Forbidden", detail: "The request comes from a page that is not of this console.")
            }
            return nil
        } catch {
            return Self.ambiguous
        }
    }

    /// The refusal of a request to the API whose body is not JSON; nil if the body is JSON, or if the method has no
    /// body.
    public func refusal(ofBodyOf request: ServerRequest) -> ConsoleProblem? {
        guard request.method == "POST" else { return nil }
        do throws(ServerRequest.AmbiguousField) {
            // A form on a page of another site can send other types without a preflight request (CORS).
            guard Self.isJSON(try request.only("Content-Type")) else {
                return ConsoleProblem(
                    415, title: "Unsupported media type",
                    detail: "The body must be JSON, with \"Content-Type: application/json\".")
            }
            return nil
        } catch {
            return Self.ambiguous
        }
    }

    private static let ambiguous = ConsoleProblem(
        400, title: "Malformed request", detail: "The request has a field twice that it may have once.")

    /// Whether a request has the token, in the field `Authorization` or, without that field, in the cookie.
    public func isAuthorized(_ request: ServerRequest) throws(ServerRequest.AmbiguousField) -> Bool {
        if let authorization = try request.only("Authorization") {
            let words = authorization.octets.split(separator: UInt8(ascii: " "), maxSplits: 1)
            guard words.count == 2, String(decoding: words[0], as: UTF8.self).lowercased() == "bearer" else {
                return false
            }
            return token.equals(words[1])
        }
        guard let cookies = try request.only("Cookie") else { return false }
        let name = Array((cookieName + "=").utf8)
        for cookie in cookies.octets.split(separator: UInt8(ascii: ";")) {
            let cookie = cookie.drop { $0 == UInt8(ascii: " ") }
            if cookie.starts(with: name), token.equals(cookie.dropFirst(name.count)) { return true }
        }
        return false
    }

    /// Whether a text is the token.
    public func isToken(_ text: some Collection<UInt8>) -> Bool { token.equals(text) }

    /// The value of `Set-Cookie` that stores the token in a browser, until the browser is closed.
    public var cookie: String {
        "\(cookieName)=\(token.secret); Path=/; HttpOnly; SameSite=Strict"
    }

    private static func isJSON(_ type: ByteString?) -> Bool {
        guard let type else { return false }
        let essence = type.octets.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return String(decoding: essence, as: UTF8.self).lowercased() == "application/json"
    }
}

/// The values of `Host` that the console answers.
///
/// A web site can make a browser connect to the console: its name resolves to its own address first and to that of the
/// console later (DNS rebinding). Such requests name the web site. An address cannot be rebound, and neither can
/// `localhost`, which browsers do not look up.
public struct HostAllowList: Sendable {
    private let names: Set<Host>
    private let port: UInt16

    /// Creates the list for a console on a port.
    ///
    /// - Parameter names: The names of `--console-host`.
    public init(names: [Host] = [], port: UInt16) {
        self.names = Set(names)
        self.port = port
    }

    /// Whether the console answers requests with this `Host`; nil stands for a request without one.
    public func allows(_ authority: Authority?) -> Bool {
        guard let authority, authority.port == port else { return false }
        switch authority.host {
        case .address: return true
        case .name(let name): return name == "localhost" || names.contains(authority.host)
        }
    }
}

/// The origin of a request as a browser states it, by `Sec-Fetch-Site` (W3C Fetch Metadata) or `Origin` (RFC 6454).
public enum RequestOrigin: Hashable, Sendable {
    /// The request names no origin: it is not from a browser, or from one that is too old.
    case unknown
    /// A page of the console itself.
    case console
    /// The user, who typed the address or opened a bookmark.
    case user
    /// A page of another site, or on another port of the same host.
    case other

    /// Reads the value of `Sec-Fetch-Site`; nil stands for a request without the field.
    public init(secFetchSite value: ByteString?) {
        switch value?.text {
        case nil: self = .unknown
        case "same-origin": self = .console
        case "none": self = .user
        case _: self = .other
        }
    }

    /// Reads both fields of a request. Browsers send no `Sec-Fetch-Site` to most addresses without TLS, but they send
    /// `Origin` with every request that has a body. Throws an error if a field is there several times.
    init(of request: ServerRequest) throws(ServerRequest.AmbiguousField) {
        self.init(secFetchSite: try request.only("Sec-Fetch-Site"))
        if let origin = try request.only("Origin"), !request.isForServer(ofOrigin: origin) { self = .other }
    }
}
