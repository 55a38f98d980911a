import Events
import EventSamples
import InternetNames
import Testing
import TransportSecurity

@testable import TerminalDisplay

@Suite struct TerminalDisplayTests {
    private static let calm = TerminalScreen(width: 100, height: 24, isUndisturbed: true)
    private static let disturbed = TerminalScreen(width: 100, height: 24)

    private func event(
        _ id: Int, _ host: String, _ decision: Decision = .allowed, _ rules: [RuleID] = []
    ) -> DecisionEvent {
        var event = DecisionEvent(
            time: Samples.time, id: .text("\(id)"), from: .client(.init(listener: "l")), decision: decision)
        event.host = .name(host)
        event.scheme = .https
        event.violations = rules.map { Finding(rule: $0, message: "", expected: "TLSv1.2", actual: "TLSv1.0") }
        return event
    }

    private func display() -> TerminalDisplay { TerminalDisplay(TerminalLine()) }

    @Test func lastLinesAreChangedInPlace() {
        var display = display()
        var terminal = FakeTerminal()
        for id in 0..<12 {
            display.receive(event(id, id % 2 == 0 ? "a.test" : "b.test", .failed), at: Int64(id) * 1000)
            terminal.write(display.text(at: Int64(id) * 1000, on: Self.calm, time: Samples.time))
        }
        #expect(terminal.lines == ["22:54:00  failed       a.test ×6", "22:54:00  failed       b.test ×6"])
    }

    @Test func lineIsWrittenAgainAfterOtherOutput() {
        var display = display()
        var text = ""
        for id in 0..<100 {
            display.receive(event(id, "a.test", .failed), at: Int64(id) * 100)
            text += display.text(at: Int64(id) * 100, on: Self.disturbed, time: Samples.time)
        }
        #expect(!text.contains("\u{1B}"))
        #expect(
            text.split(separator: "\n").map { $0.split(separator: "×").last.map(String.init) } == [
                "22:54:00  failed       a.test", "51",
            ])
        #expect(display.deadline() == 10_000)
        text = display.remainingText(at: 9900, on: Self.disturbed, time: Samples.time)
        #expect(text == "22:54:00  failed       a.test ×100\n")
        #expect(display.deadline() == nil)
    }

    @Test func linesThatMayWrapAreNotChangedInPlace() {
        for (host, screen) in [
            ("日本.test", Self.calm), ("a.test", TerminalScreen(width: 100, height: 2, isUndisturbed: true)),
            ("a.test", TerminalScreen(width: 20, height: 24, isUndisturbed: true)),
        ] {
            var display = display()
            for id in 0..<3 {
                display.receive(event(id, host, .failed), at: Int64(id) * 6000)
                #expect(!display.text(at: Int64(id) * 6000, on: screen, time: Samples.time).contains("\u{1B}"))
            }
        }
    }

    @Test func saysHowManyWereLost() {
        var display = display()
        display.receive(lost: 3)
        #expect(
            display.text(at: 0, on: Self.calm, time: Samples.time)
                == "22:54:00  3 lines lost: the terminal was too slow\n")
        #expect(display.text(at: 0, on: Self.calm, time: Samples.time).isEmpty)
    }

    @Test func aProblemOfProbeAndTunnelIsOneReason() {
        var display = display()
        display.receive(event(1, "a.test", .wouldBlock, [.tlsVersion]), at: 0)
        display.receive(event(1, "a.test", .wouldBlock, [.tunnelVersion]), at: 10)
        let text = display.text(at: 10, on: Self.calm, time: Samples.time)
        #expect(text.contains("[tls.version]") && !text.contains("tunnel"))
    }

    /// Whatever the order and the times of events, and whatever else is written to the terminal, the last numbers that
    /// a terminal shows are those of the loads.
    @Test(arguments: 0..<150)
    func everyLoadIsShownOnce(seed: UInt64) {
        var random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let hosts = (0..<Int.random(in: 1...30, using: &random)).map { "h\($0).test" }
        var events: [(Int64, Input)] = []
        var loads: [String: Int] = [:]
        for id in 0..<Int.random(in: 0...200, using: &random) {
            let host = hosts[Int.random(in: 0..<hosts.count, using: &random)]
            loads[host, default: 0] += 1
            let begin = Int64.random(in: 0...20_000, using: &random)
            // The second decision comes in time, or is no worse.
            let isTimely = Bool.random(using: &random)
            let second = begin + Int64.random(in: 0...(isTimely ? WaitingLoads.waitingTime - 60 : 5000), using: &random)
            events.append((begin, .decision(event(id, host))))
            if Bool.random(using: &random) { events.append((second, .decision(event(id, host)))) }
            if Bool.random(using: &random) {
                events.append((begin + .random(in: -500...5000, using: &random), .closed(id)))
            }
        }
        events.sort { $0.0 < $1.0 }
        var display = display()
        var terminal = FakeTerminal()
        var (now, next) = (Int64(0), 0)
        let isCalm = Bool.random(using: &random)
        while next < events.count {
            now += .random(in: 1...50, using: &random)
            while next < events.count, events[next].0 <= now {
                switch events[next].1 {
                case .decision(let event): display.receive(event, at: now)
                case .closed(let id): display.receive(closed: .text("\(id)"))
                }
                next += 1
            }
            let isDisturbed = !isCalm && Int.random(in: 0..<20, using: &random) == 0
            if isDisturbed { terminal.write("# another text\n") }
            terminal.write(display.text(at: now, on: isDisturbed ? Self.disturbed : Self.calm, time: Samples.time))
        }
        terminal.write(display.remainingText(at: now, on: Self.calm, time: Samples.time))
        let last = terminal.lastCounts
        #expect(last == loads)
        if isCalm, loads.count < 10 { #expect(terminal.lines.count == loads.count) }
        #expect(display.deadline() == nil)
    }

    private enum Input {
        case decision(DecisionEvent)
        case closed(Int)
    }

    /// A generator with a fixed sequence (xorshift64).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

/// The lines of a terminal that knows line feeds and the two sequences of `TerminalDisplay`.
private struct FakeTerminal {
    var lines: [String] = []

    mutating func write(_ text: String) {
        var text = text[...]
        while let first = text.first {
            if first == "\u{1B}", let match = text.prefixMatch(of: #/\x1B\[(\d+)F\x1B\[J/#) {
                let rows = Int(match.1) ?? 0
                #expect(rows <= lines.count)
                #expect(!lines.suffix(rows).contains { $0.hasPrefix("#") }, "another text is erased")
                lines.removeLast(min(rows, lines.count))
                text = text[match.range.upperBound...]
            } else {
                let end = text.firstIndex(of: "\n") ?? text.endIndex
                lines.append(String(text[..<end]))
                text = text[end...].dropFirst()
            }
        }
    }

    /// The number in the last line of each host.
    var lastCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, words[1] == "allowed" else { continue }
            counts[words[2]] = words.count > 3 && words[3].hasPrefix("×") ? Int(words[3].dropFirst()) : 1
        }
        return counts
    }
}
