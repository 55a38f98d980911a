import AppBundle
import DataFiles
import OpenSSL
import Settings
import StandardStreams
import TransportSecurity

/// Reads the files that settings about trust name, and the data files in their place.
extension TrustSettings {
    /// Reads the files and creates the trust store and the rules.
    ///
    /// - Parameters:
    ///   - warningAt: The current time, at which warnings are printed about data that are too old or not used; nil for
    ///     no warnings.
    ///   - systems: The systems that the caller judges under. A warning says if their trust store is not known; without
    ///     systems, there is no such warning.
    ///   - pipes: The treatment of files that are pipes.
    package func load(
        warningAt time: Instant?, for systems: [OSVersion] = [], pipes: FileOpening.Pipes = .read
    ) throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        let logs = try transparencyLogs(pipes: pipes)
        if time != nil {
            for warning in CurrentData.warnings(about: replaceable) { Output.say("warning: \(warning)") }
        }
        let stores = try CurrentData.rootStores()
        // Roots that an option names replace those of all systems.
        let namedRoots = try roots.map { (file) throws(CommandFailure) in
            try file.read(pipes: pipes, Self.certificates)
        }
        var userRoots: [[UInt8]] = []
        for file in certificateFiles { userRoots += try file.read(pipes: pipes, Self.certificates) }
        var lists: [[UInt8]] = []
        for file in revocationLists { lists += try file.read(pipes: pipes, Self.revocationLists) }
        let trust = TrustStore(
            systemRoots: namedRoots ?? stores.roots,
            systemStores: namedRoots == nil ? stores.stores.map(\.store) : [],
            limits: stores.limits, refusedKeys: stores.refusedKeys, userRoots: userRoots, revocationLists: lists,
            logKeys: logs.logs.mapValues(\.key))
        if let time {
            var notice = OldDataNotice(isListGiven: logList != nil)
            if logs.isStale(at: time) { notice.add(logListOf: logs.date) }
            notice.add(trust, for: systems)
            for sentence in notice.sentences { Output.say(sentence) }
        }
        return (trust, RuleSet.standard(logs: logs, publicSuffixes: CurrentData.publicSuffixes))
    }

    private func transparencyLogs(pipes: FileOpening.Pipes) throws(CommandFailure) -> TransparencyLogList {
        guard let logList else { return try CurrentData.logs() }
        return try logList.read(pipes: pipes, Self.logs)
    }

    private static func logs(in file: InputFile) throws(CommandFailure) -> TransparencyLogList {
        let bytes = try file.bytes()
        do throws(DataFileFault) {
            let list = try LogListFile.list(in: bytes, named: file.name)
            if LogListPublisher(of: bytes) == .google {
                Output.say(
                    "warning: \(file.name) has the form of Google's list of CT logs; \(LogListPublisher.reason)")
            }
            return list
        } catch {
            throw CommandFailure(.data, error.sentence)
        }
    }

    /// The certificates in a file, at least one.
    package static func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        try certificates(in: try file.bytes(), named: file.name)
    }

    /// The certificates in the content of a file, at least one.
    ///
    /// - Parameter name: The name of the file in the message of the error.
    package static func certificates(in bytes: [UInt8], named name: String) throws(CommandFailure) -> [[UInt8]] {
        let certificates = try parsed(bytes, named: name, PEMFile.certificates(in:named:))
        guard !certificates.isEmpty else {
            throw CommandFailure(.data, "\(name) holds no certificate in PEM (-----BEGIN CERTIFICATE-----).")
        }
        return certificates
    }

    private static func revocationLists(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        try parsed(try file.bytes(), named: file.name, PEMFile.revocationLists(in:named:))
    }

    /// The content of a PEM file by a function that reads one kind of PEM blocks.
    private static func parsed(
        _ bytes: [UInt8], named name: String, _ read: ([UInt8], String) throws(PEMError) -> [[UInt8]]
    ) throws(CommandFailure) -> [[UInt8]] {
        if let kind = FileKind(of: bytes), !kind.mayHoldCertificates {
            throw CommandFailure(.data, "\(name) \(kind.predicate); it should be a PEM file (-----BEGIN ...-----).")
        }
        do throws(PEMError) {
            return try read(bytes, name)
        } catch {
            throw CommandFailure(.data, error.text)
        }
    }
}
