import Documents
import Networking
import Recording
import Recordings
import Settings
import StandardStreams

/// Recordings named by arguments: files, compressed with gzip or not, directories of these, condensed recordings, or
/// `-` for standard input.
package struct RecordingInput {
    private var reader: RecordingReader
    private let filter: RecordingFilter
    /// The store that is read in place of files; nil for files.
    private var store: StoreQuery?
    /// Whether standard error tells the numbers of captures.
    private var saysCounts = true

    private init(keepingFacts: Bool, filter: RecordingFilter = RecordingFilter()) {
        self.filter = filter
        reader = RecordingReader(keepingFacts: keepingFacts, filter: filter, RecordedEventDecoder.make())
    }

    /// Reads all recordings to their current end. Throws an error if one of them is not a recording, or if no load is
    /// left to judge.
    ///
    /// - Parameter saysLeftOut: Whether standard error names the files that are left out, because others have newer
    ///   versions of their recordings, and tells the numbers of captures.
    package static func traffic(
        of paths: [String], keepingFacts: Bool, filter: RecordingFilter = RecordingFilter(), saysLeftOut: Bool = true
    ) throws(CommandFailure) -> RecordedTraffic {
        let files = try files(of: paths)
        var input = RecordingInput(keepingFacts: keepingFacts, filter: filter)
        do throws(RecordingFileError) {
            let (captures, recordings) = try CapturedFile.separated(files)
            // Captured loads are always judged by the facts. What is read only once may be a capture.
            let mayBeCaptured = !captures.isEmpty || recordings.contains { $0 == "-" || RecordingFile.isSpecial($0) }
            input = RecordingInput(keepingFacts: keepingFacts || mayBeCaptured, filter: filter)
            input.saysCounts = saysLeftOut
            let selection = try RecordingSelection(recordings)
            if saysLeftOut {
                for sentence in RecordingSelection.sentences(about: selection.leftOut) {
                    Console.say(sentence.visible(limit: 4000))
                }
            }
            for choice in selection.choices { try input.read(choice) }
            for path in captures { try input.read(RecordingFile(path)) }
        } catch {
            throw CommandFailure(.data, error.description)
        }
        return try input.checkedTraffic()
    }

    /// Reads the recordings at paths, or asks a store. Throws an error if that fails, or if no load is left to judge.
    package static func traffic(
        of paths: [String], or store: StoreQuery?, keepingFacts: Bool, filter: RecordingFilter, saysLeftOut: Bool = true
    ) throws(CommandFailure) -> RecordedTraffic {
        guard let store else {
            return try traffic(of: paths, keepingFacts: keepingFacts, filter: filter, saysLeftOut: saysLeftOut)
        }
        var remaining = filter
        // The store has chosen the days, and counts those together.
        (remaining.since, remaining.until) = (nil, nil)
        var input = RecordingInput(keepingFacts: keepingFacts, filter: remaining)
        input.store = store
        try store.read { file throws(RecordingFileError) in try input.read(file) }
        return try input.checkedTraffic()
    }

    /// Reads the rest of a descriptor, without keeping facts. The name is for messages.
    package static func traffic(readFrom descriptor: Int32, named name: String) throws(CommandFailure)
        -> RecordedTraffic
    {
        var input = RecordingInput(keepingFacts: false)
        do throws(RecordingFileError) {
            try input.read(RecordingFile(descriptor, named: name))
        } catch {
            throw CommandFailure(.data, error.description)
        }
        return input.reader.traffic
    }
}

extension RecordingFilter {
    /// The options that set the filter, in the order of the help, each with its values.
    fileprivate var choices: [String] {
        let given: [(String, [String])] = [
            ("--app", apps.sorted()), ("--build", builds.sorted()), ("--device", devices.sorted()),
            ("--user", users.sorted()), ("--label", labels.sorted()), ("--host", hosts.map(\.description).sorted()),
            ("--since", since.map { [$0.description] } ?? []), ("--until", until.map { [$0.description] } ?? []),
        ]
        return given.filter { !$1.isEmpty }.map { option, values in
            "\(option) \(values.map { $0.isEmpty ? "\"\"" : $0.visible() }.joined(separator: " or "))"
        }
    }
}

extension StoreQuery {
    /// The sentence for an answer without a load that the filter chooses.
    fileprivate func sentenceOfNoLoad(that filter: RecordingFilter) -> String {
        let (own, all) = (choices, filter.choices)
        // The store has chosen by the other options of the filter, in their own spelling.
        let hosts = all.filter { $0.hasPrefix("--host ") }
        let chosen = own + hosts
        return chosen.isEmpty
            ? "\(name) holds no load." : "\(name) holds no load that matches \(chosen.joined(separator: " and "))."
    }
}

extension RecordingInput {
    private mutating func checkedTraffic() throws(CommandFailure) -> RecordedTraffic {
        if let refusal = reader.refusal { throw CommandFailure(.data, refusal) }
        let traffic = reader.traffic
        try checkCondensed(traffic)
        if let source = RecordingSource.firstUnreadable(in: traffic.sources) {
            throw CommandFailure(.data, "\(source.name) is no recording: \(Self.fault(of: source))")
        }
        guard traffic.entries.isEmpty else { return traffic }
        throw CommandFailure(.data, nothingToJudge(in: traffic))
    }

    /// The fault of a file without an event.
    private static func fault(of source: RecordingSource) -> String {
        if source.isDamaged { return "its compressed data are damaged or end too early, before the first whole event." }
        if source.holdsZeroBytes {
            return
                "it contains zero bytes. Decompress what is not compressed with gzip, and convert text in UTF-16, as with: "
                + "iconv -f UTF-16 -t UTF-8"
        }
        return "none of its lines is an event that atsproxy writes, one JSON object a line, as jq -c does."
    }

    /// Throws an error if the filter needs single loads, which condensed recordings do not have.
    private func checkCondensed(_ traffic: RecordedTraffic) throws(CommandFailure) {
        guard let condensed = reader.condensedName else { return }
        if let option = !filter.devices.isEmpty ? "--device" : !filter.users.isEmpty ? "--user" : nil {
            throw CommandFailure(
                .data,
                "\(condensed) is condensed and holds no single loads, which \(option) chooses; give the recordings "
                    + "that it was made from.")
        }
        guard !traffic.lacksDays else {
            throw CommandFailure(
                .data,
                "\(condensed) counts the loads of all days together, so that --since and --until choose none of them; export it "
                    + "without --add-up-days, or with these options.")
        }
        guard traffic.cutsDay else { return }
        throw CommandFailure(
            .data,
            "\(condensed) is condensed and counts whole days (UTC); give --since and --until as dates, such as "
                + "--since 2026-11-20.")
    }

    /// The sentence about recordings without a load to judge.
    private func nothingToJudge(in traffic: RecordedTraffic) -> String {
        if let store { return store.sentenceOfNoLoad(that: filter) }
        guard !traffic.sources.isEmpty else {
            return "\(reader.condensedName ?? "the recording") names no recording whose loads it counts."
        }
        let names = traffic.sources.map(\.name).listed(atMost: 3)
        if traffic.leftOutDecisions > 0 {
            let sentence = "no load in \(names) matches \(filter.choices.joined(separator: " and "))"
            guard !filter.apps.isEmpty || !filter.builds.isEmpty else { return "\(sentence)." }
            let apps = traffic.appNames.sorted().listed(atMost: 50)
            return sentence + (apps.isEmpty ? "; no app is named in it." : "; its apps are \(apps).")
        }
        let refused = traffic.refusedQUIC.hosts.keys.map(\.description).sorted()
        if !refused.isEmpty {
            return "\(names) holds no load, only refused connections of QUIC to \(refused.listed(atMost: 3)); give the "
                + "recording of the proxy at the gateway as well."
        }
        if traffic.sources.allSatisfy(\.isCapture) {
            let parts = traffic.sources.flatMap { source in
                if case .capture(let unread) = source.content { unread.map(\.clause) } else { [String]() }
            }
            return "\(names) holds no load: no handshake of TLS and no request that went to a server was found in it"
                + (parts.isEmpty ? "." : "; \(parts.joined(separator: "; ")).")
        }
        if traffic.sources.allSatisfy({ $0.bytes == 0 }) {
            return "\(names) is empty: no load was recorded, so there is nothing to judge."
        }
        if let broken = traffic.sources.first(where: { $0.brokenLines > 0 }), let fault = broken.faults.first {
            return "\(fault) No load is left, so there is nothing to judge."
        }
        let sentence = "\(names) holds no decision of atsproxy, so there is nothing to judge; "
        if traffic.sources.contains(where: { $0.end == .cutOff || $0.isDamaged }) {
            return sentence + "the end of the file is missing: take a whole copy."
        }
        guard traffic.unattributedBytes == 0 else {
            return "\(names) holds ends of loads only; give the recordings as well in which these loads begin."
        }
        return sentence + "was the traffic sent through the proxy, and is this the file that --events named?"
    }

    private mutating func read(_ choice: RecordingSelection.Choice) throws(RecordingFileError) {
        try read(try RecordingFile(choice.path), taking: choice.recordings)
    }

    private mutating func read(
        _ file: RecordingFile, taking recordings: Set<String>? = nil
    ) throws(RecordingFileError) {
        let captured = try CapturedFile(file)
        if captured.format != nil {
            try captured.read(into: &reader, saysCounts: saysCounts)
        } else {
            reader.begin(file.name, file.identity, taking: recordings)
            captured.head.withUnsafeBufferPointer { reader.read($0) }
            while try file.read({ reader.read($0) }) {}
            reader.end(isDamaged: file.isDamaged)
        }
    }

    /// The files and standard input among the paths, with the recordings in a directory in its place.
    package static func files(of paths: [String]) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for path in paths {
            guard path != "-", let directory = RecordingDirectory(at: path) else {
                files.append(path)
                continue
            }
            let recordings: [String]
            do throws(SystemError) {
                recordings = try directory.recordings()
            } catch {
                throw failure(path, error)
            }
            guard !recordings.isEmpty else {
                throw CommandFailure(
                    .data,
                    "\(path) holds no recording: no file in it has a name that ends in .jsonl or .jsonl.gz. "
                        + "Give captures by the names of their files.")
            }
            files += recordings
        }
        return files
    }

    private static func failure(_ name: String, _ error: SystemError = .last("read")) -> CommandFailure {
        CommandFailure(.data, "\(name) cannot be read: \(error.text).")
    }
}
