import CPostgreSQL

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server and database as libpq names them: a URL, a connection string of `keyword=value`, or the name of a database.
///
/// What it does not say comes from the variables `PG…`, the password file and the service file, as for every program that
/// uses libpq.
public struct PostgreSQLTarget: Sendable {
    /// The text as it was given. It contains no password.
    public let text: String
    /// Whether the text says how long a connection attempt may take.
    let hasConnectTimeout: Bool

    /// Reads the text. Throws `malformedTarget`, or `targetHasPassword`.
    public init(_ text: String) throws(PostgreSQLError) {
        self.text = text
        guard Self.isConnectionString(text) else {
            hasConnectTimeout = false
            return
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { String(cString: $0).firstLine } ?? "there is no memory for it"
            // The reason quotes a text that may contain a password.
            throw .malformedTarget(reason.replacing(": \"\(text)\"", with: ""))
        }
        defer { PQconninfoFree(options) }
        var given: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            if option.pointee.val != nil { given.insert(String(cString: keyword)) }
            option += 1
        }
        guard given.isDisjoint(with: ["password", "sslpassword"]) else { throw .targetHasPassword }
        hasConnectTimeout = given.contains("connect_timeout")
    }

    /// libpq takes a text without an equals sign, and that is no URL, for the name of a database.
    private static func isConnectionString(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
    }

    /// The keywords and values for libpq, in the order in which later ones go before earlier ones.
    func parameters(application: String) -> [(keyword: String, value: String)] {
        var parameters = [
            ("fallback_application_name", application),
            // A peer that vanished is noticed within about half a minute. Waits have a limit of their own besides.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
            ("tcp_user_timeout", "30000"),
        ]
        if !hasConnectTimeout, getenv("PGCONNECT_TIMEOUT") == nil { parameters.append(("connect_timeout", "10")) }
        return parameters + [("dbname", text), ("client_encoding", "UTF8")]
    }
}

extension String {
    /// The first line, without white space around it.
    var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return String(line.drop(while: \.isWhitespace))
    }
}
