import Events
import TransportSecurity

/// Decides which lines about loads are written to a terminal. There is one line for each load, and a count in place of
/// repeated lines. The functions return the text to write, and do no input or output.
///
/// Loads that differ only in their time have one subject, and share a line with their number. As long as that line is
/// among the last ones of the terminal, it is changed in place. Otherwise the line is written again with the new
/// number, not more than once in `interval`.
struct TerminalDisplay: Sendable {
    /// The formatter of lines.
    private let line: TerminalLine
    /// The loads that wait for a second decision.
    private var waiting = WaitingLoads()
    /// The loads that were counted, by subject.
    private var entries: [TerminalLine.Subject: Entry] = [:]
    /// The subjects whose line is to be appended next, in order.
    private var unwritten: [TerminalLine.Subject] = []
    /// The subjects whose number has changed since their line was written.
    private var changed: Set<TerminalLine.Subject> = []
    /// The last lines of the terminal. Only these can be changed in place.
    private var region: [Block] = []
    /// The time of the last change in place; `.min` if there was none.
    private var lastRefresh: Int64 = .min
    /// The number of loads that were counted, which orders the entries by their last use.
    private var useCount: Int64 = 0
    /// The number of lost decisions since a line last told it.
    private var losses = 0

    /// The loads of one subject.
    private struct Entry: Sendable {
        /// The last load.
        var load: ShownLoad
        /// The number of loads.
        var count = 1
        /// The time at which the line was written; `.min` if it was not.
        var written: Int64 = .min
        /// The `useCount` at the last load of the subject.
        var lastUse: Int64 = 0
    }

    /// A line on the terminal, which may take several rows.
    private struct Block: Sendable {
        var subject: TerminalLine.Subject
        var rows: Int
    }

    /// The shortest time between two lines of one subject, in milliseconds.
    static let interval: Int64 = 5000
    /// The shortest time between changes in place, in milliseconds.
    static let refreshInterval: Int64 = 150
    /// The largest number of subjects that are counted. If there are more, the subjects that were seen longest ago are
    /// forgotten, and their number begins at 1 again.
    static let limit = 512
    /// The number of rows that can be changed in place.
    static let regionRows = 16

    /// Creates the state of an empty terminal.
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
    ///
    /// - Parameters:
    ///   - now: The time in milliseconds of a monotonic clock.
    ///   - time: The time of day, for a line about lost decisions.
    mutating func text(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        for load in waiting.release(at: now) { count(load) }
        if !screen.isUndisturbed { region = [] }
        let isCrowded = changed.count > Self.limit
        let due = changed.subtracting(region.map(\.subject)).filter { isCrowded || now >= nextWriting(of: $0) }
        unwritten += due.sorted { lastUse(of: $0) < lastUse(of: $1) }
        return rewritten(at: now, on: screen) + appended(at: now, on: screen, time: time)
    }

    /// The last text, with everything that was not written yet.
    mutating func remainingText(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        for load in waiting.releaseAll() { count(load) }
        for (subject, entry) in entries where entry.written > .min { entries[subject]?.written = now - Self.interval }
        lastRefresh = .min
        return text(at: now, on: screen, time: time)
    }

    /// The time by which `text` is to be called again; nil if nothing waits.
    mutating func deadline() -> Int64? {
        let changeable = Set(region.map(\.subject))
        let times = changed.map { changeable.contains($0) ? nextRefresh : nextWriting(of: $0) }
        return (times + [waiting.deadline].compactMap { $0 }).min()
    }
}

// MARK: - Counting

extension TerminalDisplay {
    /// Counts a load. Its line is then appended or changed with the next text.
    private mutating func count(_ load: ShownLoad) {
        let subject = line.subject(of: load)
        useCount += 1
        if var entry = entries[subject] {
            entry.count += 1
            entry.load = load
            entry.lastUse = useCount
            entries[subject] = entry
            if entry.written > .min { changed.insert(subject) }
            return
        }
        if entries.count >= Self.limit { forgetOldest() }
        entries[subject] = Entry(load: load, lastUse: useCount)
        unwritten.append(subject)
    }

    /// Forgets a quarter of the subjects, those that were seen longest ago. Subjects whose line is not up to date are
    /// kept.
    private mutating func forgetOldest() {
        let upToDate = entries.filter { $0.value.written > .min && !changed.contains($0.key) }
        for (subject, _) in upToDate.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(Self.limit / 4) {
            entries[subject] = nil
            removeFromRegion(subject)
        }
    }

    /// Removes the line of a subject from those that can be changed in place. The lines above are removed as well,
    /// because their distance from the cursor is no longer known.
    private mutating func removeFromRegion(_ subject: TerminalLine.Subject) {
        guard let index = region.lastIndex(where: { $0.subject == subject }) else { return }
        region.removeSubrange(...index)
    }

    /// The `useCount` at the last load of a subject.
    private func lastUse(of subject: TerminalLine.Subject) -> Int64 { entries[subject]?.lastUse ?? 0 }

    /// The time from which the line of a subject may be written again.
    private func nextWriting(of subject: TerminalLine.Subject) -> Int64 {
        guard let written = entries[subject]?.written, written > .min else { return .min }
        return written + Self.interval
    }

    /// The time from which lines may be changed in place again.
    private var nextRefresh: Int64 { lastRefresh == .min ? .min : lastRefresh + Self.refreshInterval }
}

// MARK: - Writing

extension TerminalDisplay {
    /// The text that changes lines in place whose number has changed. The text moves the cursor up to the first of
    /// these lines, and has that line and all lines after it.
    private mutating func rewritten(at now: Int64, on screen: TerminalScreen) -> String {
        guard now >= nextRefresh, let first = region.firstIndex(where: { changed.contains($0.subject) }) else {
            return ""
        }
        let blocks = Array(region[first...])
        let rows = blocks.map(\.rows).reduce(0, +)
        region.removeSubrange(first...)
        lastRefresh = now
        // CPL moves to the beginning of a row above, and ED erases all that follows.
        return "\u{1B}[\(rows)F\u{1B}[J" + blocks.map { write($0.subject, at: now, on: screen) }.joined()
    }

    /// The text with a line about lost decisions and the lines of `unwritten`.
    private mutating func appended(at now: Int64, on screen: TerminalScreen, time: Instant) -> String {
        var text = ""
        if losses > 0 {
            text = line.text(of: LostEvent(time: time, count: losses)) + "\n"
            (losses, region) = (0, [])
        }
        let subjects = unwritten
        unwritten = []
        for subject in subjects { text += write(subject, at: now, on: screen) }
        return text
    }

    /// The text of a subject's line. Its rows are then the last ones of the terminal.
    private mutating func write(
        _ subject: TerminalLine.Subject, at now: Int64, on screen: TerminalScreen
    ) -> String {
        guard var entry = entries[subject] else { return "" }
        entry.written = now
        entries[subject] = entry
        changed.remove(subject)
        let rows = line.rows(of: entry.load, count: entry.count, width: screen.width)
        removeFromRegion(subject)
        region.append(Block(subject: subject, rows: rows.count))
        // The number of rows is certain only for characters that have the same width on all terminals.
        let isCertain = rows.joined().unicodeScalars.allSatisfy { $0.isASCII || $0 == "×" || $0 == "…" }
        // A terminal with fewer columns may wrap a row with a long word.
        if !isCertain || screen.width < 24 { region = [] }
        // Rows that have left the screen cannot be changed, and the cursor has a row of its own.
        let rowLimit = max(0, min(Self.regionRows, screen.height - 2))
        while region.map(\.rows).reduce(0, +) > rowLimit { region.removeFirst() }
        return rows.map { $0 + "\n" }.joined()
    }
}
