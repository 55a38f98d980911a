import Testing
@testable import Recordings

@Suite struct PipedVersionsTests {
    private static let text = RecordingFolder.recording(1, loads: 0..<12)

    /// Reads a condensed recording from a file, and then others as from pipes, which no selection has read before.
    private static func refusal(of paths: [String]) throws -> String? {
        var reader = RecordingReader(keepingFacts: false, RecordedEventDecoder.make())
        for (place, path) in paths.enumerated() {
            let taken = place == 0 ? try RecordingSelection([path]).choices.first?.recordings : nil
            reader.begin(place == 0 ? path : "pipe \(place)", taking: taken)
            let file = try RecordingFile(path)
            while try file.read({ reader.read($0) }) {}
            reader.end()
        }
        return reader.refusal
    }

    /// A pipe with another version of a recording is refused, whichever version was read first.
    @Test func versionsInPipesMustBeEqual() throws {
        let folder = try RecordingFolder()
        var numbers = SystemRandomNumberGenerator()
        let firstLine = Self.text.prefix { $0 != "\n" }.count
        for round in 0..<40 {
            let cuts = (0..<3).map { _ in Int.random(in: firstLine...Self.text.count, using: &numbers) }
            let paths = try cuts.enumerated().map { place, cut in
                // Blank lines make no other version.
                let blank = Bool.random(using: &numbers) && Self.text.prefix(cut).hasSuffix("\n") ? "\n \n" : ""
                let copy = try folder.write("file.jsonl", Self.text.prefix(cut) + blank)
                return try folder.write("\(place).condensed", try RecordingFolder.condensed([copy]))
            }
            let isEqual = round % 2 == 0
            let given = isEqual ? [paths[0], paths[0], paths[0]] : paths
            let refusal = try Self.refusal(of: given)
            guard !isEqual, Set(cuts).count > 1 else {
                #expect(refusal == nil)
                continue
            }
            let pipe = cuts[0] == cuts[1] ? 2 : 1
            #expect(
                refusal
                    == "pipe \(pipe) has another version of \(folder.path)/file.jsonl, which was read before; give condensed "
                    + "recordings as files, of which the longest version counts.")
        }
    }
}
