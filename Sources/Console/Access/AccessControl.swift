import HTTP
import InternetNames

/// Decides which requests the console answers, by the head of a request.
public struct AccessControl: Sendable {
    private let hosts: HostAllowList
    private let token: AccessToken
    /// The name of the cookie. The name has the port, because all ports of a host share cookies.
    public let cookieName: String

    /// Creates the rules for a console on a port.
    public init(token: AccessToken, names: [Host] = [], port: UInt16) {
        self.token = token
        hosts = HostAllowList(names: names, port: port)
        cookieName = "atsproxy-\(port)"
    }

    /// The reason why the console answers no request with that `Host`, whatever the target; nil if it does.
    public func misdirection(of request: ServerRequest) -> ConsoleProblem? {
        guard !hosts.allows(request.authority) else { return nil }
        return ConsoleProblem(
            421, "Misdirected request",
            "The console answers requests for an IP address, localhost or a name of --console-host, with its own port.")
    }

    /// The reason why a request to the API is refused, whatever its method; nil if it is not. The caller asks for
    /// `misdirection` before.
    public func refusal(of request: ServerRequest) -> ConsoleProblem? {
        do throws(ServerRequest.AmbiguousField) {
            guard try isAuthorized(request) else {
                return ConsoleProblem(
                    401, "Not authorized",
                    "The request needs the token in the address that atsproxy printed at its start, as the cookie that "
                        + "this address sets or as \"Authorization: Bearer TOKEN\".")
            }
            // Pages of other sites do not send the cookie. SameSite ignores ports: a page on another port of this host
            // sends it, too. `Sec-Fetch-Site` tells that page apart.
            guard try RequestOrigin(of: request) != .other else {
                return ConsoleProblem(403, "Forbidden", "The request comes from a page that is not of this console.")
            }
            return nil
        } catch {
            return Self.ambiguous
        }
    }

    /// The reason why the body of a request to the API is refused; nil if it is not, or if the method has none.
    public func refusal(ofBodyOf request: ServerRequest) -> ConsoleProblem? {
        guard request.method == "POST" else { return nil }
        do throws(ServerRequest.AmbiguousField) {
            // A form of another page can send other types without asking first (CORS).
            guard Self.isJSON(try request.only("Content-Type")) else {
                return ConsoleProblem(
                    415, "Unsupported media type", "The body must be JSON, with \"Content-Type: application/json\".")
            }
            return nil
        } catch {
            return Self.ambiguous
        }
    }

    private static let ambiguous = ConsoleProblem(
        400, "Malformed request", "The request has a field twice that it may have once.")

    /// Whether the request shows the token.
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
