import CShippedData
import Foundation
import TransportSecurity

/// A data file of `config/data` that is compiled into the program.
enum ShippedFile {
    /// The roots that Apple's systems trust, in PEM.
    static var appleRoots: [UInt8] {
        bytes(of: shipped_apple_roots_address(), count: shipped_apple_roots_length)
    }

    /// The logs that Apple's systems believe, in Apple's JSON.
    static var appleLogList: [UInt8] {
        bytes(of: shipped_apple_ct_log_list_address(), count: shipped_apple_ct_log_list_length)
    }

    /// The names under which the public registers names, one rule a line.
    static var publicSuffixList: [UInt8] {
        bytes(of: shipped_public_suffix_list_address(), count: shipped_public_suffix_list_length)
    }

    /// The suffixes of that list.
    static var publicSuffixes: PublicSuffixes {
        PublicSuffixes(lines: String(decoding: publicSuffixList, as: UTF8.self).split(whereSeparator: \.isNewline))
    }

    /// The date that the list states of itself, in its first line.
    static var publicSuffixListDate: String { date(statedBy: publicSuffixList) }

    /// The date that the file of roots states of itself, `as of 2025-12-28`, in its leading comment.
    static var appleRootsDate: String { date(statedBy: appleRoots) }

    /// The `log_list_timestamp` of the list of logs.
    static var appleLogListDate: String {
        do {
            let list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(appleLogList))
            return list.date?.date ?? "unknown"
        } catch {
            return "unknown"
        }
    }

    private static func date(statedBy file: [UInt8]) -> String {
        let head = String(decoding: file.prefix(1024), as: UTF8.self)
        guard let start = head.range(of: "as of ")?.upperBound else { return "unknown" }
        return String(head[start...].prefix(10))
    }

    private static func bytes(of address: UnsafePointer<UInt8>, count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: address, count: count))
    }
}
