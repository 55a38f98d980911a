import Foundation

/// The publisher of a list of Certificate Transparency logs, recognized by members of the list.
///
/// Only Apple's list has the logs that Apple's systems accept. Since January 2026, Google warns that its list contains
/// mimics of logs, whose private keys are published, and that third parties must not enforce by this list. With such a
/// key, anyone can make a timestamp for any certificate. A certificate in no log would then count as logged.
public enum LogListPublisher: Hashable, Sendable {
    /// The list names a schema of Apple.
    case apple
    /// The list has members that only Google's has: the operators' `email`, or `is_all_logs`.
    case google
    /// The publisher is another one; an example is a list that was written for tests.
    case unknown

    /// Recognizes the publisher of a list in JSON.
    public init(of bytes: [UInt8]) {
        guard let marks = try? JSONDecoder().decode(Marks.self, from: Data(bytes)) else {
            self = .unknown
            return
        }
        let hasEmail = marks.operators?.contains { $0.email != nil } ?? false
        if hasEmail || marks.isOfAllLogs != nil {
            self = .google
        } else {
            self = marks.schema?.hasPrefix(Self.schemas) == true ? .apple : .unknown
        }
    }

    /// Whether Google publishes its lists at a host. Hosts of Google Cloud Storage are not among them, because their
    /// customers may publish any list there.
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

    /// The members that tell publishers apart.
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
