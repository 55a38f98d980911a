import Foundation
import OpenSSL
import TransportSecurity

/// Reads lists of Certificate Transparency logs.
public enum LogListFile {
    /// The list in a file, in Apple's format or in the v3 format that Apple's extends. The name is for the fault.
    public static func list(in bytes: [UInt8], named file: String) throws(DataFileFault) -> TransparencyLogList {
        let expected = "a list of CT logs in Apple's or Google's v3 format, which is JSON"
        if let kind = FileKind(bytes), kind != .json {
            throw DataFileFault("\(file) \(kind.rawValue); it should be \(expected).")
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

    /// Checks what an updated list must have besides: Apple as its publisher, and the identifiers of its keys.
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
        let others = list.logs.values.filter { Digest.sha256($0.key) != $0.id }
        if let log = others.min(by: { $0.name < $1.name }) {
            throw DataFileFault("\(file): the log_id of the log \(log.name) is not the SHA-256 of its key.")
        }
    }

    /// The number of logs whose timestamps count on new certificates. Those of a retired log count only if they are older
    /// than its end, so that a list of retired logs would refuse each certificate that is issued now.
    static func acceptedCount(_ list: TransparencyLogList) -> Int {
        list.logs.values.count { log in
            switch log.state {
            case .qualified, .usable, .readonly: return true
            case .pending, .retired, .rejected: return false
            }
        }
    }
}
