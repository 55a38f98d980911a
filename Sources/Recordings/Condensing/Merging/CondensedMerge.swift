import Events

/// Merges condensed recordings: the union of their lines, sorted.
///
/// Merging is associative, commutative and idempotent:
///
/// - Of several versions of one recording, the greatest is taken (`RecordingVersion`), with all counts of its loads.
/// - The latest time of a policy, a trust store, facts or a service is kept, and the earliest decision of a kind.
/// - Counts of loads are never added up, except those in the parts of one input.
///
/// The memory grows with the numbers of recordings and of inputs, and not with the number of loads.
public struct CondensedMerge {
    private var inputs: [Input] = []
    /// A binary heap with the indices of the inputs that are not at their end. The first input has the least line.
    private var heap: [Int] = []
    /// The group of inputs from which each recording is taken, by the JSON of its identifier.
    private var groups: [[UInt8]: Int] = [:]
    /// The next lines of the result, the first one last.
    private var pending: [[UInt8]] = []
    /// The number of lines that `next` has returned.
    private var lines = 0
    private var hasEnded = false
    /// Whether the inputs are parts of one recording, and the result is a larger part of it.
    private let isPart: Bool

    private struct Input {
        var source: any CondensedLineSource
        /// Parts of one input have the same group.
        var group: Int
        /// The number of lines that were read, for messages.
        var lineNumber = 0
        /// The number of these lines that are not blank.
        var count = 0
        /// The current line.
        var line: CondensedLine
        /// The numbers of lines and bytes before the current line that have the same key.
        var equalKeys = (lines: 0, bytes: 0)
        /// Whether the input began with a header. A part of an input has neither a header nor an end.
        var hasHeader = false

        /// The error for the line that was read last.
        func error(_ fault: String) -> CondensedLineError {
            CondensedLineError(name: source.name, line: lineNumber, fault: fault)
        }
    }

    /// A line that was taken from an input, with the group of the input.
    private struct TakenLine {
        let line: CondensedLine
        let group: Int
    }

    /// Creates a merge.
    ///
    /// - Parameter groups: The condensed recordings. Each is given as the list of its parts, usually one.
    public init(_ groups: [[any CondensedLineSource]]) throws {
        isPart = false
        try open(groups)
        pending = [CondensedHeader().line]
    }

    /// Creates a merge of parts of one recording into one part, which has neither a first line nor a last one.
    public init(parts: [any CondensedLineSource]) throws {
        isPart = true
        try open([parts])
    }

    /// Reads the first line of each input.
    private mutating func open(_ groups: [[any CondensedLineSource]]) throws {
        for (group, sources) in groups.enumerated() {
            for source in sources {
                var input = Input(source: source, group: group, line: try CondensedLine(CondensedHeader().line))
                guard try Self.advance(&input) else { continue }
                inputs.append(input)
                push(inputs.count - 1)
            }
        }
    }

    /// The next line of the merged recording; nil at the end.
    public mutating func next() throws -> [UInt8]? {
        while pending.isEmpty {
            guard let first = heap.first else { return end() }
            pending = try merged(try takeLines(withKey: inputs[first].line.key)).reversed()
        }
        lines += 1
        return pending.popLast()
    }

    /// The last line of the result; nil if it was returned before, or if the result is a part.
    private mutating func end() -> [UInt8]? {
        guard !hasEnded, !isPart else { return nil }
        hasEnded = true
        return CondensedEnd(lines: lines).line
    }

    /// Takes all lines with a key from the inputs.
    private mutating func takeLines(withKey key: [UInt8]) throws -> [TakenLine] {
        var taken: [TakenLine] = []
        while let first = heap.first, inputs[first].line.key == key {
            taken.append(TakenLine(line: inputs[first].line, group: inputs[first].group))
            if try Self.advance(&inputs[first]) {
                sink(0)
            } else {
                removeFirst()
            }
        }
        return taken
    }

    /// The lines of the result for lines with the same key.
    private mutating func merged(_ lines: [TakenLine]) throws -> [[UInt8]] {
        guard let first = lines.first else { return [] }
        switch first.line.type {
        case .header, .end: return []
        case .recording: return [try newestVersion(among: lines)]
        case .statement: return lines.map(\.line).max().map { [$0.text] } ?? []
        case .kind: return lines.map(\.line).min().map { [$0.text] } ?? []
        case .loads:
            let counted = countedLines(among: lines)
            return counted.isEmpty ? [] : [try CondensedLoads.sum(of: counted)]
        }
    }

    /// The greatest version of a recording. Its loads are later taken from the same group of inputs.
    private mutating func newestVersion(among lines: [TakenLine]) throws -> [UInt8] {
        let candidates = try lines.map { taken in
            let source = try taken.line.text.withUnsafeBufferPointer { try RecordingSource(condensed: $0) }
            return (version: source.version, taken: taken)
        }
        // Of equal versions, the one with the least line is taken.
        let newest = candidates.max { left, right in
            left.version == right.version ? right.taken.line < left.taken.line : left.version < right.version
        }
        guard let taken = newest?.taken else { return [] }
        groups[taken.line.recording] = taken.group
        return taken.line.text
    }

    /// The lines from the group of inputs from which their recording is taken.
    private func countedLines(among lines: [TakenLine]) -> [[UInt8]] {
        if isPart { return lines.map(\.line.text) }
        return lines.filter { groups[$0.line.recording] == $0.group }.map(\.line.text)
    }

    /// Reads the next line of an input. Returns false at its end.
    private static func advance(_ input: inout Input) throws -> Bool {
        guard let text = try nextLine(of: &input) else {
            guard !input.hasHeader else { throw CondensedCutOffError(name: input.source.name) }
            return false
        }
        input.count += 1
        let next = try line(text, of: input)
        switch next.type {
        case .header:
            try checkHeader(text, of: input)
            input.hasHeader = true
        case .end:
            try checkEnd(text, of: &input)
            return false
        case .recording, .statement, .kind, .loads: break
        }
        guard input.line <= next else { throw input.error("is not in the order of condensed recordings") }
        if let repetition = repetition(of: next, in: &input) { throw input.error(repetition) }
        input.line = next
        return true
    }

    /// Reads a line. Throws an error if it is malformed, or counts loads of several recordings together.
    private static func line(_ text: [UInt8], of input: Input) throws -> CondensedLine {
        let line: CondensedLine
        do throws(JSONScanner.Malformed) {
            line = try CondensedLine(text)
            if input.hasHeader { try line.check() }
        } catch {
            throw input.error("is no line of a condensed recording")
        }
        guard line.type != .loads || line.recording.first == UInt8(ascii: "\"") else {
            throw input.error(addedUpFault)
        }
        return line
    }

    /// Checks that the recording of a header can be read and merged.
    private static func checkHeader(_ text: [UInt8], of input: Input) throws {
        guard let header = try? text.withUnsafeBufferPointer({ try CondensedHeader($0) }), header.isKnown else {
            throw input.error("begins a condensed recording of a version that only a newer atsproxy reads")
        }
        guard !header.isAddedUp else { throw input.error(addedUpFault) }
    }

    /// The fault of a line that has the key of the line before it: it counts the same loads, or too many lines have
    /// this key, since they are merged in memory. Nil without a fault.
    private static func repetition(of line: CondensedLine, in input: inout Input) -> String? {
        guard input.hasHeader, input.count > 1, input.line.key == line.key else {
            input.equalKeys = (0, 0)
            return nil
        }
        input.equalKeys.lines += 1
        input.equalKeys.bytes += input.line.text.count
        if line.type.isUnique || input.line == line { return "counts the same as the line before it" }
        let isWithinLimits =
            input.equalKeys.lines < equalKeyLimit && input.equalKeys.bytes + line.text.count <= LineSplitter.lengthLimit
        return isWithinLimits ? nil : "is one of too many lines about the same thing"
    }

    /// The largest number of lines with one key in an input. Most keys have one line; a statement may occur with
    /// several times.
    private static let equalKeyLimit = 64

    /// The next line that is not blank, without a byte order mark; nil at the end.
    private static func nextLine(of input: inout Input) throws -> [UInt8]? {
        while let text = try input.source.next() {
            input.lineNumber += 1
            let line = text.withUnsafeBufferPointer { line in
                let content = line.withoutByteOrderMark
                return content.isBlank ? nil : content.count == line.count ? text : Array(content)
            }
            if let line { return line }
        }
        return nil
    }

    private static let addedUpFault = "counts loads of several recordings together, and cannot be merged"

    /// Checks that the last line of an input states the number of lines before it, and that no line follows.
    private static func checkEnd(_ text: [UInt8], of input: inout Input) throws {
        let end = try? text.withUnsafeBufferPointer { try CondensedEnd($0) }
        guard let end, end.lines == input.count - 1 else {
            throw input.error("counts other lines than those before it")
        }
        guard try nextLine(of: &input) == nil else {
            throw input.error("follows the end of the condensed recording")
        }
    }
}

// MARK: - The heap

extension CondensedMerge {
    /// Adds an input.
    private mutating func push(_ input: Int) {
        heap.append(input)
        var index = heap.count - 1
        while index > 0, isBefore(index, (index - 1) / 2) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the first input, which is at its end.
    private mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        sink(0)
    }

    /// Moves an input down until no input below it has a lesser line.
    private mutating func sink(_ index: Int) {
        var index = index
        while 2 * index + 1 < heap.count {
            var child = 2 * index + 1
            if child + 1 < heap.count, isBefore(child + 1, child) { child += 1 }
            guard isBefore(child, index) else { return }
            heap.swapAt(child, index)
            index = child
        }
    }

    /// Whether the input at an index of the heap has a lesser line than the one at another index.
    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        inputs[heap[left]].line < inputs[heap[right]].line
    }
}
