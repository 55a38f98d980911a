import HTTP
import InternetNames

/// Decides which requests the console answers, by the head of a request.
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

    /// The refusal of a request to the API that lacks the token or comes from another page, whatever its method; nil if
    /// there is no such fault. The caller asks for `misdirection` before.
    public func refusal(of request: ServerRequest) -> ConsoleProblem? {
        do throws(ServerRequest.AmbiguousField) {
            guard try isAuthorized(request) else {
                return ConsoleProblem(
                    401, title: "Not authorized",
                    detail:
                        "The request needs the token in the address that atsproxy printed at its start, as the cookie "
                        + "that this address sets or as \"Authorization: Bearer TOKEN\".")
            }
            // Pages of other sites do not send the cookie. SameSite ignores ports: a page on another port of this host
            // sends it, too. `Sec-Fetch-Site` tells that page apart.
            guard try RequestOrigin(of: request) != .other else {
                return ConsoleProblem(
                    403, title: "Forbidden", detail: "The request comes from a page that is not of this console.")
            }
            return nil
        } catch {
            return Self.ambiguous
        }
    }

    /// The refusal of a request to the API whose body is not JSON; nil if the body is JSON, or if the method has none.
    public func refusal(ofBodyOf request: ServerRequest) -> ConsoleProblem? {
        guard request.method == "POST" else { return nil }
        do throws(ServerRequest.AmbiguousField) {
            // A form of another page can send other types without asking first (CORS).
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
