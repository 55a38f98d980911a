import Events
import TransportSecurity

/// The content of a terminal: one line for each load, and a count in place of repeated lines. A value without input and
/// output.
///
/// Loads that differ only in their time share a line, with their number. As long as that line is among the last ones of
/// the terminal, it is changed in place. Otherwise it is written again with the new number, not more than once in
/// `interval`.
struct TerminalDisplay: Sendable {
    private let line: TerminalLine
    private var waiting = WaitingLoads()
    private var entries: [TerminalLine.Subject: Entry] = [:]
    /// The lines that are not on the terminal, in order.
    private var fresh: [TerminalLine.Subject] = []
    /// The subjects whose number has changed since their line was written.
    private var changed: Set<TerminalLine.Subject> = []
    /// The last lines of the terminal, which can be changed in place.
    private var region: [Block] = []
    private var regionChanged: Int64 = .min
    private var clock: Int64 = 0
    private var losses = 0

    private struct Entry: Sendable {
        var load: ShownLoad
        var count = 1
        /// The time at which the line was written.
        var written: Int64 = .min
        /// The position in the order of use.
        var used: Int64 = 0
    }

    private struct Block: Sendable {
        var subject: TerminalLine.Subject
        var rows: Int
    }

    /// The shortest time between two lines of one subject, in milliseconds.
    static let interval: Int64 = 5000
    /// The shortest time between changes in place, in milliseconds.
    static let refresh: Int64 = 150
    /// The largest number of subjects that are counted. If there are more, the counting of the one that was seen
    /// longest ago begins anew.
    static let limit = 512
    /// The number of rows that can be changed in place.
    static let regionRows = 16

    init(_ line: TerminalLine) {
        self.line = line
    }

    /// Takes a decision at a time in milliseconds of a monotonic clock.
    mutating func receive(_ event: DecisionEvent, at now: Int64) {
        for load in waiting.add(event, at: now) { count(load) }
    }

    /// Takes the end of a load's connection.
    mutating func receive(closed id: TextOrValue<EventID>) {
        for load in waiting.close(id) { count(load) }
    }

    /// Takes the number of decisions that could not be shown.
    mutating func receive(lost count: Int) {
        losses += count
    }

    /// The text to be written now, which ends with a line feed unless it is empty.
    mutating func text(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        for load in waiting.release(at: now) { count(load) }
        if !screen.isUndisturbed { region = [] }
        let isCrowded = changed.count > Self.limit
        let due = changed.subtracting(region.map(\.subject)).filter { isCrowded || now >= nextWriting(of: $0) }
        fresh += due.sorted { uses(of: $0) < uses(of: $1) }
        return rewritten(at: now, on: screen) + appended(at: now, on: screen, time: time)
    }

    /// The text with everything that was not written yet.
    mutating func remainingText(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        for load in waiting.releaseAll() { count(load) }
        for (subject, entry) in entries where entry.written > .min { entries[subject]?.written = now - Self.interval }
        regionChanged = .min
        return text(at: now, on: screen, time: time)
    }

    /// The time by which `text` is to be called again; nil if nothing waits.
    mutating func deadline() -> Int64? {
        let places = Set(region.map(\.subject))
        let times = changed.map { places.contains($0) ? nextRefresh : nextWriting(of: $0) }
        return (times + [waiting.deadline].compactMap { $0 }).min()
    }
}

// MARK: - Counting

extension TerminalDisplay {
    private mutating func count(_ load: ShownLoad) {
        let subject = line.subject(of: load)
        clock += 1
        if var entry = entries[subject] {
            entry.count += 1
            entry.load = load
            entry.used = clock
            entries[subject] = entry
            if entry.written > .min { changed.insert(subject) }
            return
        }
        forgetOldest()
        entries[subject] = Entry(load: load, used: clock)
        fresh.append(subject)
    }

    /// Makes room for other subjects. Those whose line is not up to date are kept.
    private mutating func forgetOldest() {
        guard entries.count >= Self.limit else { return }
        let settled = entries.filter { $0.value.written > .min && !changed.contains($0.key) }
        for (subject, _) in settled.sorted(by: { $0.value.used < $1.value.used }).prefix(Self.limit / 4) {
            entries[subject] = nil
            leaveInPlace(subject)
        }
    }

    /// Lets go of the line of a subject, and of those above it, whose distance from the cursor is known no longer.
    private mutating func leaveInPlace(_ subject: TerminalLine.Subject) {
        guard let index = region.lastIndex(where: { $0.subject == subject }) else { return }
        region.removeSubrange(...index)
    }

    private func uses(of subject: TerminalLine.Subject) -> Int64 { entries[subject]?.used ?? 0 }

    private func nextWriting(of subject: TerminalLine.Subject) -> Int64 {
        guard let written = entries[subject]?.written, written > .min else { return .min }
        return written + Self.interval
    }

    private var nextRefresh: Int64 { regionChanged == .min ? .min : regionChanged + Self.refresh }
}

// MARK: - Writing

extension TerminalDisplay {
    /// Changes the lines in place whose number has changed: moves the cursor up to the first of them, and writes it and
    /// all that follow again.
    private mutating func rewritten(at now: Int64, on screen: TerminalScreen) -> String {
        guard now >= nextRefresh, let first = region.firstIndex(where: { changed.contains($0.subject) }) else {
            return ""
        }
        let blocks = Array(region[first...])
        let rows = blocks.reduce(0) { $0 + $1.rows }
        region.removeSubrange(first...)
        regionChanged = now
        // CPL moves to the beginning of a row above, and ED erases all that follows.
        return "\u{1B}[\(rows)F\u{1B}[J" + blocks.map { write($0.subject, at: now, on: screen) }.joined()
    }

    private mutating func appended(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        var text = ""
        if losses > 0 {
            text = line.text(of: LostEvent(time: time, count: losses)) + "\n"
            (losses, region) = (0, [])
        }
        let subjects = fresh
        fresh = []
        for subject in subjects { text += write(subject, at: now, on: screen) }
        return text
    }

    /// The rows of one line, which are then the last ones of the terminal.
    private mutating func write(
        _ subject: TerminalLine.Subject, at now: Int64, on screen: TerminalScreen
    ) -> String {
        guard var entry = entries[subject] else { return "" }
        entry.written = now
        entries[subject] = entry
        changed.remove(subject)
        let rows = line.rows(of: entry.load, count: entry.count, width: screen.width)
        leaveInPlace(subject)
        region.append(Block(subject: subject, rows: rows.count))
        // Terminals differ in the width of other characters, by which the number of rows would be uncertain.
        let isCertain = rows.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isASCII || $0 == "×" || $0 == "…" } }
        // In a row of a narrow terminal, a long word may not fit.
        if !isCertain || screen.width < 24 { region = [] }
        while region.reduce(0, { $0 + $1.rows }) > max(0, min(Self.regionRows, screen.height - 2)) {
            region.removeFirst()
        }
        return rows.map { $0 + "\n" }.joined()
    }
}
