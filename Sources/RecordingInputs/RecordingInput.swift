import Documents
import Networking
import Recording
import Recordings
import Settings
import StandardStreams

/// Reads the recordings that the arguments of a command name: files, compressed with gzip or not, directories of these,
/// condensed recordings, captured traffic, a store, or `-` for standard input.
///
/// `RecordingInput` is the main type of the module `RecordingInputs`, which turns arguments and options into values and
/// failures of commands. The reading itself is done by `RecordingReader` of the module `Recordings`.
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
            // Captured loads are always judged by the facts. Standard input and pipes may be captures.
            let mayBeCaptured = !captures.isEmpty || recordings.contains { $0 == "-" || RecordingFile.isSpecial($0) }
            input = RecordingInput(keepingFacts: keepingFacts || mayBeCaptured, filter: filter)
            input.saysCounts = saysLeftOut
            let selection = try RecordingSelection(recordings)
            if saysLeftOut {
                for sentence in RecordingSelection.sentences(about: selection.leftOut) {
                    Output.say(sentence.visible(limit: 4000))
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

extension RecordingInput {
    /// The traffic that was read. Throws an error if a recording cannot be used, or if there is no load to judge.
    private mutating func checkedTraffic() throws(CommandFailure) -> RecordedTraffic {
        if let refusal = reader.refusal { throw CommandFailure(.data, refusal) }
        let traffic = reader.traffic
        try checkCondensed(traffic)
        if let source = RecordingSource.firstUnreadable(in: traffic.sources) {
            throw CommandFailure(.data, "\(source.name) is not a recording: \(Self.fault(of: source))")
        }
        guard traffic.entries.isEmpty else { return traffic }
        let reason = NothingToJudge(
            traffic: traffic, filter: filter, store: store, condensedName: reader.condensedName)
        throw CommandFailure(.data, reason.sentence)
    }

    /// The fault of a file without an event.
    private static func fault(of source: RecordingSource) -> String {
        if source.isDamaged { return "its compressed data are damaged or end too early, before the first whole event." }
        if source.holdsZeroBytes {
            return "it contains zero bytes. Decompress what is not compressed with gzip, and convert text in UTF-16, "
                + "as with: iconv -f UTF-16 -t UTF-8"
        }
        return "none of its lines is an event that atsproxy writes, one JSON object a line, as jq -c does."
    }

    /// The option that chooses single loads; nil if the filter has none.
    private var optionOfSingleLoads: String? {
        guard filter.devices.isEmpty else { return "--device" }
        return filter.users.isEmpty ? nil : "--user"
    }

    /// Throws an error if the filter needs single loads, which condensed recordings do not have.
    private func checkCondensed(_ traffic: RecordedTraffic) throws(CommandFailure) {
        guard let condensed = reader.condensedName else { return }
        if let option = optionOfSingleLoads {
            throw CommandFailure(
                .data,
                "\(condensed) is condensed and holds no single loads, which \(option) chooses; give the recordings "
                    + "that it was made from.")
        }
        guard !traffic.lacksDays else {
            throw CommandFailure(
                .data,
                "\(condensed) counts the loads of all days together, so that --since and --until choose none of them; "
                    + "export it without --add-up-days, or with these options.")
        }
        guard traffic.cutsDay else { return }
        throw CommandFailure(
            .data,
            "\(condensed) is condensed and counts whole days (UTC); give --since and --until as dates, such as "
                + "--since 2026-11-20.")
    }

    private mutating func read(_ choice: RecordingSelection.Choice) throws(RecordingFileError) {
        try read(try RecordingFile(choice.path), taking: choice.recordings)
    }

    /// Reads a file of which nothing was read, a recording or a capture.
    private mutating func read(
        _ file: RecordingFile, taking recordings: Set<String>? = nil
    ) throws(RecordingFileError) {
        let captured = try CapturedFile(file)
        if captured.format != nil {
            try captured.read(into: &reader, saysCounts: saysCounts)
        } else {
            reader.begin(file.name, identity: file.identity, taking: recordings)
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
                throw CommandFailure(.data, "\(path) cannot be read: \(error.text).")
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
}
