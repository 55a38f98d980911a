import Foundation
import Testing

/// Condensed recordings, as a user makes and reads them.
@Suite struct CondenseJourneyTests {
    private static let example = Repository.root.appending(path: "config/example/MyApp.jsonl").path

    private struct Answer: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    private static func answer(_ arguments: [String]) throws -> Answer {
        let program = try Program(Repository.program, arguments)
        return Answer(status: program.end(), output: program.output, errors: program.errors)
    }

    /// A directory with the example in two parts, each a recording of its own. The second part ends loads of the first.
    private static func parts() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "condense-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines = try String(contentsOfFile: example, encoding: .utf8).split(separator: "\n").map(String.init)
        for (name, part) in [("a", lines[..<(lines.count / 2)]), ("b", lines[(lines.count / 2)...])] {
            try Data((part.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "\(name).jsonl"))
        }
        return folder
    }

    @Test func everyCommandSaysTheSameOfACondensedRecording() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let condensed = folder.path + "-condensed.jsonl.gz"
        defer { unlink(condensed) }
        let made = try Self.answer(["condense", folder.path, "--output", condensed])
        #expect(made.status == 0 && made.output == "" && made.errors == "")
        let root = Repository.root.appending(path: "config/example/staging-root.pem").path
        for arguments in [
            ["report"], ["report", "--format", "json"], ["report", "--format", "csv"], ["advise"],
            ["report", "--os", "ios27", "--ca-file", root], ["advise", "--all", "--ca-file", root],
            ["report", "--app", "MyApp", "--since", "2026-11-21", "--until", "2026-11-21"],
        ] {
            let direct = try Self.answer(arguments + [folder.path])
            let read = try Self.answer(arguments + [condensed])
            #expect(read.output == direct.output, "\(arguments)")
            #expect(read.status == direct.status && read.errors == direct.errors, "\(arguments)")
            #expect(!direct.output.isEmpty, "\(arguments)")
        }
        let policies = ["Defaults", "Cleartext"].map {
            Repository.root.appending(path: "config/policies/\($0).plist").path
        }
        let differences = try [folder.path, condensed].map {
            try Self.answer(["policy", "diff"] + policies + ["--recording", $0])
        }
        #expect(differences[0].output == differences[1].output && !differences[0].output.isEmpty)
    }

    @Test func mergingMakesNoDifference() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        func condensed(_ name: String, _ inputs: String...) throws -> Data {
            let path = folder.appending(path: "\(name).condensed").path
            let made = try Self.answer(
                ["condense", "--output", path] + inputs.map { folder.appending(path: $0).path })
            #expect(made.status == 0, "\(made.errors)")
            return try Data(contentsOf: URL(filePath: path))
        }
        let all = try condensed("all", "a.jsonl", "b.jsonl")
        _ = try condensed("a", "a.jsonl")
        _ = try condensed("b", "b.jsonl", "b.jsonl")
        #expect(try condensed("ab", "a.condensed", "b.condensed") == all)
        #expect(try condensed("ba", "b.condensed", "a.jsonl", "a.condensed") == all)
        #expect(try condensed("twice", "all.condensed", "b.condensed", "all.condensed") == all)
        let report = try Self.answer(
            ["report"] + ["a.jsonl", "all.condensed", "b.condensed"].map { folder.appending(path: $0).path })
        let direct = try Self.answer(["report"] + ["a.jsonl", "b.jsonl"].map { folder.appending(path: $0).path })
        #expect(report.output == direct.output)
    }

    @Test func aFileWithoutALineIsLeftOut() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = try Self.answer(["condense", folder.path])
        try Data().write(to: folder.appending(path: "empty.jsonl"))
        try Data("\n\n".utf8).write(to: folder.appending(path: "blank.jsonl"))
        let condensed = try Self.answer(["condense", folder.path])
        #expect(whole.status == 0 && condensed.status == 0 && condensed.output == whole.output, "\(condensed.errors)")
    }

    /// A file that a broken proxy left is not turned into one that looks like a recording.
    @Test(arguments: ["", "\n\n"])
    func recordingsWithoutAnEventAreRefused(content: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "condense-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = ["a.jsonl", "b.jsonl", "all.condensed"].map { folder.appending(path: $0).path }
        for path in paths.prefix(2) { try Data(content.utf8).write(to: URL(filePath: path)) }
        let refused = try Self.answer(["condense", "--output", paths[2], paths[0], paths[1]])
        #expect(refused.status == 65 && refused.errors.contains("so there is nothing to condense."), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: paths[2]))
    }

    @Test func theOutputIsNoneOfTheRecordings() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let recording = path("a.jsonl")
        let content = try Data(contentsOf: URL(filePath: recording))
        symlink(recording, path("symlink"))
        link(recording, path("hardlink"))
        symlink(folder.path, folder.path + "-alias")
        defer { unlink(folder.path + "-alias") }
        let inFolder = "would be one of the recordings in"
        let cases: [(inputs: [String], output: String, fault: String)] = [
            ([recording], recording, "\(recording) is a recording to condense, and would be overwritten"),
            ([path("b.jsonl"), recording], path("symlink"), "is a recording to condense, \(recording), and would be"),
            ([recording], path("hardlink"), "would be overwritten"), ([path("hardlink")], recording, "overwritten"),
            ([path("symlink")], path("hardlink"), "overwritten"), ([folder.path], recording, "would be overwritten"),
            ([folder.path], path("new.jsonl"), inFolder), ([folder.path + "/"], path("new.jsonl.gz"), inFolder),
            ([folder.path + "-alias"], path("new.jsonl"), inFolder), ([folder.path], folder.path, "is a directory"),
        ]
        for (inputs, output, fault) in cases {
            let refused = try Self.answer(["condense", "--output", output] + inputs)
            #expect(refused.status == 64 && refused.errors.contains(fault), "\(output): \(refused.errors)")
            #expect(refused.output.isEmpty && refused.errors.split(separator: "\n").count == 1)
            #expect(try Data(contentsOf: URL(filePath: recording)) == content)
        }
        // The shell opens standard output, here to append.
        for words in ["condense \"$1\" >>\"$1\"", "condense - <\"$1\" >>\"$1\"", "condense --output \"$1\" - <\"$1\""] {
            let appended = try Program("/bin/sh", ["-c", "\"$0\" \(words)", Repository.program, recording])
            #expect(appended.end() == 64 && appended.errors.contains("would be overwritten"), "\(appended.errors)")
            #expect(try Data(contentsOf: URL(filePath: recording)) == content)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["a.jsonl", "b.jsonl", "symlink", "hardlink"])
        // Elsewhere, and under a name that no directory of recordings holds, it is written.
        #expect(try Self.answer(["condense", "--output", path("all.condensed"), folder.path]).status == 0)
    }

    /// Joined segments are a recording of their own with the same loads.
    @Test func joinedSegmentsAreNamed() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let segments = try ["a", "b"].enumerated().map { number, name in
            let segment =
                #"{"time":"2026-11-2\#(number)T00:00:00.000Z","event":"segment","id":"01JD4Q0Y7ZK8M3T5V9W2X6R10\#(number)","proxy":"p"}"#
            let text = try segment + "\n" + String(contentsOfFile: path("\(name).jsonl"), encoding: .utf8)
            try Data(text.utf8).write(to: folder.appending(path: "segment-\(name).jsonl"))
            return text
        }
        try Data(segments.joined().utf8).write(to: folder.appending(path: "joined.jsonl"))
        let joined = try Self.answer(["condense", path("joined.jsonl")])
        #expect(joined.status == 0 && joined.errors.contains("joined.jsonl joins several segments"), "\(joined.errors)")
        // As the proxy wrote them, nothing is to be said.
        #expect(try Self.answer(["condense", path("segment-a.jsonl"), path("segment-b.jsonl")]).errors == "")
    }

    @Test func aHyphenIsStandardOutput() throws {
        let written = try Self.answer(["condense", Self.example, "--output", "-"])
        #expect(
            try written == Self.answer(["condense", Self.example]) && written.output.hasPrefix(#"{"event":"condensed""#)
        )
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test func whyNothingIsLeftToJudgeIsSaid() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try String(contentsOfFile: Self.example, encoding: .utf8).split(separator: "\n")
        let ends = lines.filter { $0.contains(#""event":"closed""#) }.joined(separator: "\n") + "\n"
        let file = folder.appending(path: "ends.jsonl")
        try Data(ends.utf8).write(to: file)
        let report = try Self.answer(["report", file.path])
        #expect(report.status == 65 && report.errors.contains("holds ends of loads only"), "\(report.errors)")
        let filtered = try Self.answer(["report", Self.example, "--label", "sing-in", "--host", "x.example"])
        #expect(filtered.status == 65 && filtered.errors.contains("matches --label sing-in and --host x.example."))
        // Two condensed recordings in one file.
        let condensed = try Self.answer(["condense", Self.example]).output
        try Data((condensed + condensed).utf8).write(to: file)
        let twice = try Self.answer(["report", file.path])
        #expect(twice.output.contains("ends.jsonl: \(condensed.split(separator: "\n").count) lines behind the end"))
        #expect(!twice.output.contains("2 recordings"))
    }

    /// What is on standard input is known only once it was read, so that a longer version there cannot take the place of a
    /// shorter one.
    @Test func aLongerVersionOnStandardInputIsNotPassedOver() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let lines = try String(contentsOfFile: path("a.jsonl"), encoding: .utf8).split(separator: "\n")
        try Data((lines.dropLast(3).joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path("older.jsonl")))
        for (name, recording) in [("long", "a.jsonl"), ("short", "older.jsonl")] {
            #expect(try Self.answer(["condense", "--output", path(name), path(recording)]).status == 0)
        }
        func read(_ command: String, _ file: String, beside other: String) throws -> Answer {
            let words = ["-c", "\"$0\" \(command) \"$1\" - <\"$2\"", Repository.program, path(other), path(file)]
            let program = try Program("/bin/sh", words)
            return Answer(status: program.end(), output: program.output, errors: program.errors)
        }
        for (file, other) in [("long", "short"), ("short", "long")] {
            let refused = try read("report", file, beside: other)
            #expect(refused.status == 65 && refused.output.isEmpty)
            #expect(refused.errors.contains("standard input has another version of "), "\(refused.errors)")
        }
        let (twice, once) = (try read("report", "long", beside: "long"), try Self.answer(["report", path("long")]))
        #expect(twice == once)
        // Both are merged here, and the longer one counts.
        let whole = try String(contentsOfFile: path("long"), encoding: .utf8)
        #expect(try read("condense", "long", beside: "short").output == whole)
        #expect(try read("condense", "short", beside: "long").output == whole)
    }

    /// A copy may be made when only the beginning of the first line was written. It refuses no others, and is named.
    @Test func aCopyMayEndInItsFirstLine() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let direct = try Self.answer(["report", "--format", "csv", folder.path])
        let line = try String(contentsOfFile: folder.appending(path: "b.jsonl").path, encoding: .utf8).prefix {
            $0 != "\n"
        }
        let copy = folder.appending(path: "copy.jsonl")
        let condensed = folder.appending(path: "all.condensed").path
        let sentence =
            "copy.jsonl: 1 line could not be read (the last one, which is still being written or was cut off)."
        let cuts = [1, 2, line.count - 1] + (0..<5).map { _ in Int.random(in: 3..<line.count - 1) }
        for cut in cuts {
            try Data(line.prefix(cut).utf8).write(to: copy)
            let report = try Self.answer(["report", "--format", "csv", folder.path])
            // The cut line is a row of its own, which says what was not judged.
            let rows = report.output.split(separator: "\r\n").filter { !$0.hasPrefix("\"gap\"") }
            let expected = direct.output.split(separator: "\r\n").filter { !$0.hasPrefix("\"gap\"") }
            #expect(rows == expected && report.status == direct.status, "\(cut) \(report.errors)")
            let made = try Self.answer(["condense", "--output", condensed, folder.path])
            #expect(made.status == 0 && made.errors.hasSuffix("\(sentence)\n"), "\(cut) \(made.errors)")
            for recording in [folder.path, condensed] {
                let text = try Self.answer(["report", "--format", "json", recording]).output
                #expect(text.contains(sentence) && !text.contains("copy.jsonl is empty"), "\(cut) \(text)")
            }
            let again = try Self.answer(["condense", condensed, copy.path])
            #expect(try again.status == 0 && again.output == String(contentsOfFile: condensed, encoding: .utf8))
            for command in ["report", "condense"] {
                let refused = try Self.answer([command, copy.path])
                #expect(
                    refused.status == 65 && refused.errors.contains("is not a recording"), "\(cut) \(refused.errors)")
            }
        }
        // A whole line that is no event is no beginning of a recording.
        try Data("noise\n{".utf8).write(to: copy)
        for command in ["report", "condense"] {
            #expect(try Self.answer([command, folder.path]).status == 65)
        }
    }

    /// So many condensed recordings are merged in a temporary file.
    @Test func aTemporaryFileThatCannotBeWrittenIsNamed() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let recording = folder.appending(path: "a.jsonl")
        let text = try String(contentsOf: recording, encoding: .utf8)
        let condensed = try (10..<42).map { number in
            let segment =
                #"{"time":"2026-11-20T00:00:00.000Z","event":"segment","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1\#(number)","proxy":"p"}"#
            try Data("\(segment)\n\(text)".utf8).write(to: recording)
            let path = folder.appending(path: "\(number).condensed").path
            #expect(try Self.answer(["condense", "--output", path, recording.path]).status == 0)
            return path
        }
        let fault = "cannot be written: "
        let fix = "; set TMPDIR to a directory with room.\n"
        let missing = try Program(Repository.program, ["condense"] + condensed, environment: ["TMPDIR": "/nonexistent"])
        #expect(missing.end() == 74 && missing.output.isEmpty)
        #expect(
            missing.errors
                == "atsproxy: a temporary file in /nonexistent \(fault)No such file or directory\(fix)")
        // A limit on the size of files ends the process unless this signal is ignored.
        let full = try Program(
            "/bin/sh",
            ["-c", "(trap '' XFSZ; ulimit -f 0; \"$0\" condense \"$@\" 2>&1) | cat", Repository.program] + condensed)
        #expect(full.end() == 0 && full.output.hasSuffix("\(fault)File too large\(fix)"), "\(full.output)")
        #expect(try Self.answer(["condense"] + condensed).status == 0)
    }

    @Test func whatIsLeftOutOrDamagedIsNamed() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let compressed = try Program("/bin/sh", ["-c", "gzip -c \"$0\" | head -c 3000 >\"$0.gz\"", path("b.jsonl")])
        #expect(compressed.end() == 0)
        unlink(path("b.jsonl"))
        var text = try String(contentsOfFile: path("a.jsonl"), encoding: .utf8)
        text = text.replacing("\n", with: "\nbroken\n", maxReplacements: 1)
        text += "{\"time\":\"2026-11-20T00:00:00.000Z\",\"event\":\"later\"}\n{\"time\":\"20"
        try Data(text.utf8).write(to: folder.appending(path: "a.jsonl"))
        try Data().write(to: folder.appending(path: "empty.jsonl"))
        let lines = text.split(separator: "\n")
        try Data((lines.prefix(9).joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "older.jsonl"))
        let condensed = try Self.answer(["condense", "--output", path("all.condensed"), folder.path])
        #expect(condensed.status == 0)
        for sentence in [
            "older.jsonl is left out, because \(path("a.jsonl")) has the same recording in a version with at least as many lines.",
            "a.jsonl: 2 lines could not be read (line 2, and the last one, which was cut off).",
            "a.jsonl: 1 event of a kind that this version does not know (later) was left out.",
            "b.jsonl.gz: the compressed data are damaged or end too early; what follows is missing.",
            "empty.jsonl is empty: no load was recorded in it.",
        ] {
            #expect(condensed.errors.contains(sentence), "\(sentence) \(condensed.errors)")
        }
        #expect(condensed.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("atsproxy: ") })
        let report = try Self.answer(["report", "--format", "json", path("all.condensed")])
        #expect(report.output.contains("compressed data are damaged"))
    }

    @Test func whatCannotBeCondensedIsRefused() throws {
        let folder = try Self.parts()
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "out.condensed").path
        let noise = folder.appending(path: "noise.txt")
        try Data("noise\n".utf8).write(to: noise)
        let refused = try Self.answer(["condense", "--output", output, noise.path])
        #expect(refused.status == 65 && refused.errors.contains("is not a recording"))
        #expect(try Self.answer(["condense", "--output", output, folder.path + "/none.jsonl"]).status == 65)
        #expect(!FileManager.default.fileExists(atPath: output))
        #expect(try Self.answer(["condense", "--output", "/nonexistent/x", folder.path]).status == 74)
        #expect(try Self.answer(["condense", "--output", output, folder.path]).status == 0)
        // Lines that are out of order, or that follow the last one, are no part of a condensed recording.
        let text = try String(contentsOfFile: output, encoding: .utf8)
        let lines = text.split(separator: "\n")
        for (changed, fault) in [
            ([lines[0], lines[2], lines[1]] + lines[3...], "is not in the order"),
            (lines + lines, "follows the end"), (Array(lines.dropLast()), "was cut off"),
        ] {
            try Data((changed.joined(separator: "\n") + "\n").utf8).write(to: noise)
            let refused = try Self.answer(["condense", noise.path])
            #expect(refused.status == 65 && refused.errors.contains(fault), "\(refused.errors)")
        }
        // What is on standard input is known only once it was read.
        let recording = folder.appending(path: "a.jsonl").path
        for command in ["condense", "report"] {
            let twice = try Program(
                "/bin/sh", ["-c", "\"$0\" \(command) \"$1\" - <\"$1\"", Repository.program, recording])
            #expect(twice.end() == 65 && twice.errors.contains("was read before"), "\(twice.errors)")
        }
        // A report on what was cut off is not green.
        try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8).write(to: noise)
        let report = try Self.answer(["report", "--format", "json", noise.path])
        #expect(report.status != 0 && report.output.contains("is not whole"))
        for option in [["--device", "127.0.0.1"], ["--user", "anna"], ["--since", "2026-11-21T13:00:00Z"]] {
            let filtered = try Self.answer(["report"] + option + [output])
            #expect(filtered.status == 65 && filtered.errors.contains("is condensed"), "\(filtered.errors)")
        }
    }
}
