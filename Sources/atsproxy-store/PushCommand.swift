import ArgumentParser
import Foundation
import Store

/// `atsproxy-store push`: counts recordings in the store.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Count recordings in the store, from where they were read before.",
        discussion: """
            Recordings may grow, and may be pushed again: nothing is counted twice. A directory stands for its files \
            whose names end in .jsonl or .jsonl.gz.

            A file that is not a whole recording is named and left out; the exit status is 65 then. With --follow, a \
            server that is away is waited for after the first connection.
            """)

    @OptionGroup var target: StoreArgument

    @Argument(
        help: ArgumentHelp("Recordings, and directories of recordings.", valueName: "recording"), completion: .file())
    var recordings: [String]

    @Flag(help: "Push what is new again and again, until the program is ended.")
    var follow = false

    @Option(
        help: ArgumentHelp("How long --follow waits before it looks again; default 30.", valueName: "seconds"))
    var interval: Double?

    @Option(
        help: ArgumentHelp(
            "About how many bytes of a recording one transaction counts.", valueName: "bytes", visibility: .hidden))
    var batchSize = RecordingPusher.usualBatchSize

    func validate() throws {
        guard (1024...1 << 30).contains(batchSize) else {
            throw ValidationError("--batch-size is a number of bytes from 1024 to 1073741824.")
        }
        guard interval == nil || follow else { throw ValidationError("--interval is for --follow.") }
        guard interval.map({ (0.1...86_400).contains($0) }) ?? true else {
            throw ValidationError("--interval is a number of seconds from 0.1 to 86400.")
        }
    }

    func run() throws {
        let pusher = RecordingPusher(recordings, batchSize: batchSize) { Output.say($0) }
        try Output.reportingFailure { () throws(StoreFailure) in
            if follow { try pusher.follow(target.url, interval: interval ?? 30) }
            let store = try Store(target.url)
            try store.check()
            try pusher.push(to: store)
            try store.updateSums()
        }
        let total = pusher.total
        Output.say(total.text)
        for note in total.notes { Output.say(note) }
        let isNothing = recordings.allSatisfy(total.empty.contains)
        if !total.refused.isEmpty || isNothing { throw ExitCode(65) }
    }
}
