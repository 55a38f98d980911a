import Foundation
import InternationalNames
import InternetNames
import Settings
import StandardStreams

/// The URLs that `check` judges or `policy explain` explains, from the arguments. For the argument `-`, they are read
/// from standard input.
package struct CheckTargets {
    /// The URLs in the order of their first mention, each once unless repeated ones are kept.
    package private(set) var urls: [LoadURL] = []
    /// The texts that identify the URLs, without the query, on which no verdict depends.
    private var identifiers: Set<String> = []
    /// A sentence for each line of standard input that names no single host.
    package private(set) var faults: [String] = []
    private let subject: Subject

    /// The subject of the question about the URLs.
    package enum Subject: CaseIterable {
        /// Their servers. Each URL is kept once, and none may have a zone (RFC 6874), which no app's load has.
        case servers
        /// A policy. URLs are kept each time that they occur. A zone has no effect on a policy.
        case policy
    }

    /// Reads the URLs.
    ///
    /// - Parameters:
    ///   - arguments: The arguments. A faulty one is a wrong use of the command.
    ///   - subject: The subject of the questions about the URLs.
    ///   - list: Reads the list on standard input, in which a faulty line does not stop the others.
    package init(
        _ arguments: [String], askingAbout subject: Subject = .servers,
        list: () throws(CommandFailure) -> [UInt8] = { () throws(CommandFailure) in
            try InputFile.standardInput.bytes()
        }
    ) throws(CommandFailure) {
        self.subject = subject
        for argument in arguments {
            if argument == "-" {
                try read(list())
            } else {
                try addArgument(argument)
            }
        }
    }

    /// The exit status of a command whose list has faulty lines; nil if it has none.
    package var status: Int32? { faults.isEmpty ? nil : CommandFailure.Status.data.rawValue }

    /// Says on standard error which lines are faulty. Throws an error if no URL is left.
    package func report() throws(CommandFailure) {
        sayFaults()
        guard urls.isEmpty else { return }
        throw CommandFailure(
            .data, "standard input names no host, so there is nothing to do; give one host, HOST:PORT or URL a line."
        )
    }

    /// Says on standard error which lines are faulty.
    package func sayFaults() {
        for fault in faults { Output.say(fault) }
    }

    /// Adds the URL of an argument. Throws a usage error if the argument is none or a file, or if its server cannot be
    /// asked.
    package mutating func addArgument(_ text: String) throws(CommandFailure) {
        if Self.hasFileExtension(text), FileManager.default.fileExists(atPath: text) {
            let name = text.visible()
            throw CommandFailure(.usage, "\(name) is a file; give its hosts on standard input, by: - <\(name)")
        }
        let url = try Self.url(argument: text)
        if hasRefusedZone(url) {
            throw CommandFailure(.usage, MalformedURL(text: url.text, reason: .zone).description)
        }
        add(url)
    }

    /// The URL of an argument, in the spellings of a line of a list. Throws a usage error if the argument is none.
    private static func url(argument text: String) throws(CommandFailure) -> LoadURL {
        guard let line = ListedURL(text) else { return try LoadURL(argument: text) }
        do throws(MalformedURL) {
            return try line.url(readingHost: Host.init(written:))
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    /// Whether a name ends like that of a file and unlike that of any public host.
    package static func hasFileExtension(_ name: String) -> Bool {
        let name = name.lowercased()
        return !name.contains("://") && fileExtensions.contains(where: name.hasSuffix)
    }

    private static let fileExtensions = [
        ".txt", ".json", ".jsonl", ".gz", ".list", ".lst", ".csv", ".tsv", ".conf", ".cfg", ".ini", ".yaml", ".yml",
        ".log",
    ]

    /// Adds a URL, unless it is there already.
    package mutating func add(_ url: LoadURL) {
        let isNew = identifiers.insert("\(url.scheme.rawValue)://\(url.authority)\(url.path)").inserted
        if isNew || subject == .policy { urls.append(url) }
    }

    private func hasRefusedZone(_ url: LoadURL) -> Bool { url.hasZone && subject == .servers }

    /// Reads a list of URLs with one on a line. A faulty line is noted, and does not stop the others.
    package mutating func read(_ list: [UInt8], named name: String = "standard input") throws(CommandFailure) {
        // Every second byte of Latin text in UTF-16 is zero.
        guard !list.prefix(64).contains(0) else {
            throw CommandFailure(
                .data, "\(name) is UTF-16, or has zero bytes as UTF-16 has; convert it: iconv -f UTF-16 -t UTF-8"
            )
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(decoding: list.starts(with: mark) ? list[3...] : list[...], as: UTF8.self)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let listed = ListedURL(line) else { continue }
            do throws(MalformedURL) {
                let url = try listed.url(readingHost: Host.init(written:))
                if hasRefusedZone(url) { throw MalformedURL(text: url.text, reason: .zone) }
                add(url)
            } catch {
                faults.append("\(name), line \(index + 1): \(error.description)")
            }
        }
    }
}

extension LoadURL {
    /// Creates a URL from an argument. Throws a usage error if the argument is not a URL.
    package init(argument text: String) throws(CommandFailure) {
        do throws(MalformedURL) {
            self = try LoadURL(written: text)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }
}
