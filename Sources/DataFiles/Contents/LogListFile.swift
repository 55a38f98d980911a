import Foundation
import OpenSSL
import TransportSecurity

/// Reads lists of Certificate Transparency logs.
public enum LogListFile {
    /// The list in a file, in Apple's format or in the v3 format that Apple's extends.
    ///
    /// - Parameter file: The name of the file in the message of the error.
    public static func list(in bytes: [UInt8], named file: String) throws(DataFileFault) -> TransparencyLogList {
        let expected = "a list of CT logs in the v3 format, which is JSON"
        if let kind = FileKind(of: bytes), kind != .json {
            throw DataFileFault("\(file) \(kind.predicate); it should be \(expected).")
        }
        let list: TransparencyLogList
        do {
            list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(bytes))
        } catch {
            throw DataFileFault("\(file) is not \(expected): \(DecodingFault(error, in: bytes)).")
        }
        // An identifier is the SHA-256 of a key (RFC 6962 §3.2).
        if let log = list.logs.values.filter({ $0.id.count != 32 }).min(by: { $0.name < $1.name }) {
            throw DataFileFault("\(file): the log_id of the log \(log.name) has \(log.id.count) bytes in place of 32.")
        }
        return list
    }

    /// Checks an updated list further: Apple must be its publisher, and each identifier must be the digest of its key.
    static func check(_ list: TransparencyLogList, in bytes: [UInt8], named file: String) throws(DataFileFault) {
        switch LogListPublisher(of: bytes) {
        case .apple: break
        case .google:
            throw DataFileFault("\(file) has the form of Google's list of CT logs; \(LogListPublisher.reason)")
        case .unknown:
            throw DataFileFault(
                "\(file) does not name Apple's schema ($schema below \(LogListPublisher.schemas)), so that it is not "
                    + "Apple's list of CT logs.")
        }
        let mismatches = list.logs.values.filter { Digest.sha256($0.key) != $0.id }
        if let log = mismatches.min(by: { $0.name < $1.name }) {
            throw DataFileFault("\(file): the log_id of the log \(log.name) is not the SHA-256 of its key.")
        }
    }

    /// The number of logs that are accepted at a time. A certificate counts as logged only if it has a timestamp of an
    /// accepted log. Without such a log, every certificate would be refused.
    public static func acceptedCount(_ list: TransparencyLogList, at time: Instant) -> Int {
        list.logs.values.count { log in
            // A shard takes only certificates that expire within its interval. After its end, none of them is valid.
            if let end = log.shardEnd, end <= time { return false }
            switch log.state {
            case .qualified, .usable, .readonly: return true
            case .retired: return log.stateSince.map { $0 > time } ?? false
            case .pending, .rejected: return false
            }
        }
    }
}
