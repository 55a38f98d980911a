import Foundation
import OpenSSL
import TransportSecurity

/// Whom to trust, as paths; their files are not read yet.
struct TrustSettings: Hashable {
    /// The system's roots; nil for the shipped ones.
    var roots: String?
    /// Roots that were installed besides.
    var certificateFiles: [String]
    var revocationLists: [String]
    /// The list of CT logs; nil for the shipped one.
    var logList: String?

    /// Reads a stack of layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        roots = try stack.value(.roots)
        certificateFiles = try stack.values(.certificateFile) ?? []
        revocationLists = try stack.values(.revocationList) ?? []
        logList = try stack.value(.logList)
    }

    /// The trust store and the rules that the files make.
    func load() throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        let logs = try transparencyLogs()
        let shippedRoots = InputFile("data/apple-roots.pem", ShippedFile.appleRoots)
        let systemRoots = try certificates(roots.map { InputFile($0) } ?? shippedRoots)
        var userRoots: [[UInt8]] = []
        for path in certificateFiles { userRoots += try certificates(InputFile(path)) }
        var lists: [[UInt8]] = []
        for path in revocationLists { lists += try parsed(InputFile(path), PEMFile.revocationLists(in:named:)) }
        let trust = TrustStore(
            systemRoots: systemRoots, userRoots: userRoots, revocationLists: lists, logKeys: logs.logs.mapValues(\.key))
        return (trust, RuleSet.standard(logs: logs))
    }

    private func transparencyLogs() throws(CommandFailure) -> TransparencyLogList {
        let shipped = InputFile("data/apple-ct-log-list.json", ShippedFile.appleLogList)
        let file = logList.map { InputFile($0) } ?? shipped
        let bytes = try file.bytes()
        do {
            return try JSONDecoder().decode(TransparencyLogList.self, from: Data(bytes))
        } catch {
            throw CommandFailure(
                .data,
                "\(file.name) is no list of CT logs in Apple's or Google's v3 format: \(error.localizedDescription)")
        }
    }

    private func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        let found = try parsed(file, PEMFile.certificates(in:named:))
        guard !found.isEmpty else {
            throw CommandFailure(.data, "\(file.name) holds no certificate in PEM (-----BEGIN CERTIFICATE-----).")
        }
        return found
    }

    private func parsed(
        _ file: InputFile, _ read: ([UInt8], String) throws(PEMError) -> [[UInt8]]
    ) throws(CommandFailure) -> [[UInt8]] {
        let bytes = try file.bytes()
        do throws(PEMError) {
            return try read(bytes, file.name)
        } catch {
            throw CommandFailure(.data, error.text)
        }
    }
}
