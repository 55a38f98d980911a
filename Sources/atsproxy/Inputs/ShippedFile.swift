import CShippedData
import Foundation
import InternationalNames
import InternetNames
import TransportSecurity

/// A data file from `config/data` that is compiled into the program.
enum ShippedFile {
    /// The roots that Apple's systems trust, in PEM.
    static var appleRoots: [UInt8] {
        bytes(of: shipped_apple_roots_address(), count: shipped_apple_roots_length)
    }

    /// The Certificate Transparency logs that Apple's systems accept, in Apple's JSON format.
    static var appleLogList: [UInt8] {
        bytes(of: shipped_apple_ct_log_list_address(), count: shipped_apple_ct_log_list_length)
    }

    /// The date in the leading comment of the file of roots, `as of 2025-12-28`.
    static var appleRootsDate: String { date(in: appleRoots, behind: "as of ") }

    /// The `log_list_timestamp` of the list of logs.
    static var appleLogListDate: String {
        do {
            let list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(appleLogList))
            return list.date?.date ?? "unknown"
        } catch {
            return "unknown"
        }
    }

    /// The public suffixes.
    ///
    /// The list is parsed once, because that takes long and each reload needs the suffixes again.
    static let publicSuffixes: PublicSuffixes = {
        let text = String(decoding: publicSuffixList, as: UTF8.self)
        return PublicSuffixes(
            lines: text.utf8.split(separator: UInt8(ascii: "\n")).lazy.map { Substring($0) },
            mappingNames: InternationalName.ascii)
    }()

    /// The date in the line `// VERSION: 2026-10-22_08-36-41_UTC` of the public suffix list.
    static var publicSuffixListDate: String { date(in: publicSuffixList, behind: "VERSION: ") }

    private static func date(in file: [UInt8], behind mark: String) -> String {
        let head = String(decoding: file.prefix(1024), as: UTF8.self)
        guard let start = head.range(of: mark)?.upperBound else { return "unknown" }
        return String(head[start...].prefix(10))
    }

    /// The public suffix list.
    static var publicSuffixList: [UInt8] {
        bytes(of: shipped_public_suffix_list_address(), count: shipped_public_suffix_list_length)
    }

    private static func bytes(of address: UnsafePointer<UInt8>, count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: address, count: count))
    }
}
