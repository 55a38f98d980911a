import Foundation

/// The publisher of a list of Certificate Transparency logs, as the list itself shows it.
///
/// Only Apple's list has the logs that Apple's systems accept. Google warns since January 2026 that the list which it
/// publishes contains mimics of logs, whose private keys are published, and that third parties must not enforce by it.
/// Whoever has such a key can make a timestamp for any certificate. A certificate that no log has would then count as
/// logged.
public enum LogListPublisher: Hashable, Sendable {
    /// The list names a schema of Apple.
    case apple
    /// The list has members that only Google's has: the operators' `email`, or `is_all_logs`.
    case google
    /// Another publisher, as of a list that somebody wrote for tests.
    case unknown

    /// The publisher of the list in that JSON.
    public init(of bytes: [UInt8]) {
        guard let marks = try? JSONDecoder().decode(Marks.self, from: Data(bytes)) else {
            self = .unknown
            return
        }
        let hasMail = marks.operators?.contains { $0.email != nil } ?? false
        if hasMail || marks.isOfAllLogs != nil {
            self = .google
        } else {
            self = marks.schema?.hasPrefix(Self.schemas) == true ? .apple : .unknown
        }
    }

    /// Whether Google publishes its lists at a host. Storage that Google rents out may have any list, whose content is
    /// looked at.
    static func isGoogle(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return ["gstatic.com", "googlesource.com"].contains { domain in
            name == domain || name.hasSuffix("." + domain)
        }
    }

    /// The beginning of the addresses of Apple's schemas.
    static let schemas = "https://valid.apple.com/ct/"

    /// The reason why Google's list is not used, as the end of a sentence.
    public static let reason =
        "Google says that it contains mimics of logs, whose keys are published, and that nobody else may enforce by it; "
        + "use Apple's list."

    private struct Marks: Decodable {
        var schema: String?
        var isOfAllLogs: Bool?
        var operators: [Operator]?

        enum CodingKeys: String, CodingKey {
            case operators
            case schema = "$schema"
            case isOfAllLogs = "is_all_logs"
        }

        struct Operator: Decodable {
            var email: [String]?
        }
    }
}
