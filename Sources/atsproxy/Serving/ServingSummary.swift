import AppBundle
import Documents
import Foundation
import StandardStreams
import TerminalDisplay
import TransportSecurity

/// The lines at the end of `serve` and `run`: the loads through the proxy, such as
/// `12 loads of 3 hosts: 2 would be blocked, 10 allowed.`, and the next commands.
struct ServingSummary {
    /// The numbers of the loads.
    var tally: TrafficTally
    /// The destination of the events.
    var recording: Recording
    /// The path of the policy for the next commands; nil if there is none, or several.
    var policy: String?

    /// The destinations of events.
    enum Recording: Hashable {
        /// The events are in a file.
        case file(String)
        /// The events went to standard output as JSON.
        case standardOutput
        /// The events were not kept.
        case none
    }

    /// The lines, without line feeds.
    var lines: [String] {
        guard tally.loads > 0 else { return ["no load came through the proxy."] }
        return [loads] + problems + next
    }

    /// The loads by host and outcome, in one line.
    var loads: String {
        let parts = LoadOutcome.allCases.reversed().compactMap { outcome -> String? in
            guard let count = tally.outcomes[outcome], count > 0 else { return nil }
            return "\(Quantity.grouped(count)) \(outcome.phrase(of: count))"
        }
        let hosts = Quantity.of(tally.hostCount, "host")
        let ofHosts = tally.hostCount == 0 ? "" : " of \(tally.isIncomplete ? "more than \(hosts)" : hosts)"
        return "\(Quantity.of(tally.loads, "load"))\(ofHosts): " + parts.joined(separator: ", ") + "."
    }

    private var problems: [String] {
        let counts = tally.hostsByRule.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        guard !counts.isEmpty else {
            return [
                allLoadsSucceed
                    ? "no violation was seen; atsproxy report says whether every load was judged, and succeeded."
                    : "no violation was seen, but not every load was judged, or will succeed in the app."
            ]
        }
        let total = counts.reduce(0) { $0 + $1.value }
        let width = String(counts.first?.value ?? 0).count
        return ["\(Quantity.of(total, "finding")), by rule and number of hosts:"]
            + counts.map { rule, count in
                let number = String(count)
                return "  " + String(repeating: " ", count: width - number.count) + "\(number)  \(rule.rawValue)"
            }
            + (tally.isIncomplete
                ? [
                    "this list is cut: hosts beyond \(Quantity.grouped(TrafficTally.limit)) are not counted in it; "
                        + "atsproxy report has all."
                ]
                : [])
    }

    /// The lines about the recording and the next commands.
    var next: [String] {
        switch recording {
        // A device, such as /dev/null, holds nothing to read afterwards.
        case .file(let path) where Self.isDevice(path):
            return []
        case .file(let path):
            let file = ShellWord.quoted(path)
            let policy = policy.map { " --policy \(ShellWord.quoted($0))" } ?? ""
            return [
                "the recording is in \(Terminal.visible(path)); next:", "  atsproxy report \(file)",
                "  atsproxy advise \(file)\(policy)",
            ]
        case .standardOutput:
            return []
        case .none:
            return ["nothing is kept; --events events.jsonl keeps a recording for atsproxy report events.jsonl."]
        }
    }

    /// Prints the lines on standard error that a report does not have: the loads by outcome, the recording and the next
    /// commands.
    func printAfterReport() {
        guard tally.loads > 0 else { return }
        for line in [loads] + next { Output.say(line) }
    }

    /// Prints the lines on standard error.
    func print() {
        // A terminal shows a typed Ctrl-C as ^C. The first line is written over it.
        if isatty(STDERR_FILENO) == 1 { Output.write(toTerminal: "\r") }
        for line in lines { Output.say(line) }
    }

    /// Whether every load was judged, and would succeed.
    private var allLoadsSucceed: Bool {
        LoadOutcome.allCases.allSatisfy { $0 == .allowed || $0 == .accepted || tally.outcomes[$0, default: 0] == 0 }
    }

    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT)
    }
}

extension LoadOutcome {
    /// The outcome of a number of loads, to follow the number.
    fileprivate func phrase(of count: Int) -> String {
        switch self {
        case .blocked: return "blocked"
        case .wouldBlock: return "would be blocked"
        case .failsUnlessAccepted:
            return count == 1 ? "fails unless the app accepts it" : "fail unless the app accepts them"
        case .failed: return "failed"
        case .notJudged: return "not judged: the client says that it is a browser (--api URLSession judges it)"
        case .accepted: return "allowed by the app, which accepted the server"
        case .allowed: return "allowed"
        }
    }
}
