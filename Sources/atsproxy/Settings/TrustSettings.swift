import Foundation
import OpenSSL
import TransportSecurity

/// The settings for trusted data. The files are not read yet.
struct TrustSettings: Hashable {
    /// The system's roots; nil for the shipped ones.
    var roots: NamedFile?
    /// Additional roots that a user or an administrator installed.
    var certificateFiles: [NamedFile]
    var revocationLists: [NamedFile]
    /// The list of CT logs; nil for the shipped one.
    var logList: NamedFile?

    /// Reads the settings from layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        roots = try stack.file(.roots)
        certificateFiles = try stack.files(.certificateFile)
        revocationLists = try stack.files(.revocationList)
        logList = try stack.file(.logList)
    }

    /// Reads the files and creates the trust store and the rules.
    ///
    /// - Parameter warnsAt: The current time. If the list of CT logs is too old at that time, a warning is printed on
    ///   standard error.
    func load(warnsAt time: Instant?) throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        let logs = try transparencyLogs()
        if let time, logs.isStale(at: time) { warn(of: logs) }
        let systemRoots: [[UInt8]]
        if let roots {
            systemRoots = try roots.read(Self.certificates)
        } else {
            systemRoots = try Self.shippedRoots.get()
        }
        var userRoots: [[UInt8]] = []
        for file in certificateFiles { userRoots += try file.read(Self.certificates) }
        var lists: [[UInt8]] = []
        for file in revocationLists { lists += try file.read(Self.revocationLists) }
        let trust = TrustStore(
            systemRoots: systemRoots, userRoots: userRoots, revocationLists: lists, logKeys: logs.logs.mapValues(\.key))
        return (trust, RuleSet.standard(logs: logs, publicSuffixes: ShippedFile.publicSuffixes))
    }

    private func warn(of logs: TransparencyLogList) {
        let age = logs.date.map { "is of \($0.date), more than 60 days ago" } ?? "says no date"
        Console.say(
            "the list of CT logs \(age), so that certificates with too few timestamps are not refused; give a newer one with --ct-log-list."
        )
    }

    private func transparencyLogs() throws(CommandFailure) -> TransparencyLogList {
        guard let logList else { return try Self.shippedLogs.get() }
        return try logList.read(Self.logs)
    }

    // The shipped files are parsed once, because that takes long and each reload needs them again.

    private static let shippedRoots = Result { () throws(CommandFailure) in
        try certificates(InputFile("data/apple-roots.pem", ShippedFile.appleRoots))
    }

    private static let shippedLogs = Result { () throws(CommandFailure) in
        try logs(in: InputFile("data/apple-ct-log-list.json", ShippedFile.appleLogList))
    }

    private static func logs(in file: InputFile) throws(CommandFailure) -> TransparencyLogList {
        let bytes = try file.bytes()
        let expected = "a list of CT logs in Apple's or Google's v3 format, which is JSON"
        if let kind = FileKind(bytes), kind != .json {
            throw CommandFailure(.data, "\(file.name) \(kind.rawValue); it should be \(expected).")
        }
        let list: TransparencyLogList
        do {
            list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(bytes))
        } catch {
            throw CommandFailure(.data, "\(file.name) is not \(expected): \(DecodingFault(error, in: bytes)).")
        }
        // An identifier is the SHA-256 of a key (RFC 6962 §3.2).
        if let log = list.logs.values.filter({ $0.id.count != 32 }).min(by: { $0.name < $1.name }) {
            throw CommandFailure(
                .data, "\(file.name): the log_id of the log \(log.name) has \(log.id.count) bytes in place of 32.")
        }
        return list
    }

    /// The certificates in a file, at least one.
    static func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        let found = try parsed(file, PEMFile.certificates(in:named:))
        guard !found.isEmpty else {
            throw CommandFailure(.data, "\(file.name) holds no certificate in PEM (-----BEGIN CERTIFICATE-----).")
        }
        return found
    }

    private static func revocationLists(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        try parsed(file, PEMFile.revocationLists(in:named:))
    }

    private static func parsed(
        _ file: InputFile, _ read: ([UInt8], String) throws(PEMError) -> [[UInt8]]
    ) throws(CommandFailure) -> [[UInt8]] {
        let bytes = try file.bytes()
        if let kind = FileKind(bytes), !kind.mayHoldCertificates {
            throw CommandFailure(.data, "\(file.name) \(kind.rawValue); it should be a PEM file (-----BEGIN ...-----).")
        }
        do throws(PEMError) {
            return try read(bytes, file.name)
        } catch {
            throw CommandFailure(.data, error.text)
        }
    }
}
