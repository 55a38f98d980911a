import Events

/// Merges condensed recordings: the union of their lines, sorted.
///
/// Of several versions of one recording the greatest counts (`RecordingVersion`), and the lines on its loads are taken
/// from one input. So merging is associative, commutative and idempotent:
///
/// - The latest time of a policy, a trust store, facts or a service is kept, and the earliest decision of a kind.
/// - Loads are never added up, except the parts of one input that was written in parts.
///
/// The memory grows with the numbers of recordings and of inputs, and not with the number of loads.
public struct CondensedMerge {
    private var inputs: [Input] = []
    /// A binary heap of the indices of inputs that are not at their end, the input with the least line first.
    private var heap: [Int] = []
    /// The group of inputs from which each recording is taken, by the JSON of its identifier.
    private var groups: [[UInt8]: Int] = [:]
    private var pending: [[UInt8]] = []
    /// The number of lines that were handed out.
    private var lines = 0
    private var hasEnded = false
    /// Whether the result is a part of one recording again, which counts everything in its inputs.
    private let isPart: Bool

    private struct Input {
        var source: any CondensedLineSource
        /// Parts of one input have the same group.
        var group: Int
        /// The number of lines that were read, for messages.
        var lineNumber = 0
        /// The number of these that are not blank.
        var count = 0
        var line: CondensedLine
        /// The number of lines before the current one that have its key, and of their bytes.
        var equalKeys = (lines: 0, bytes: 0)
        /// Whether the input began with a header. A part of an input has none, and no end.
        var hasHeader = false
    }

    /// Creates a merge.
    ///
    /// - Parameter groups: The condensed recordings. Each is given as the parts that it was written in, usually one.
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
            pending = try merged(try takeEqual(to: inputs[first].line.key)).reversed()
        }
        lines += 1
        return pending.popLast()
    }

    private mutating func end() -> [UInt8]? {
        guard !hasEnded, !isPart else { return nil }
        hasEnded = true
        return CondensedEnd(lines: lines).line
    }

    /// Takes all lines with a key.
    private mutating func takeEqual(to key: [UInt8]) throws -> [(line: CondensedLine, group: Int)] {
        var taken: [(line: CondensedLine, group: Int)] = []
        while let first = heap.first, inputs[first].line.key == key {
            taken.append((inputs[first].line, inputs[first].group))
            if try Self.advance(&inputs[first]) {
                sink(0)
            } else {
                removeFirst()
            }
        }
        return taken
    }

    /// The lines that stand for lines with the same key.
    private mutating func merged(_ lines: [(line: CondensedLine, group: Int)]) throws -> [[UInt8]] {
        guard let first = lines.first else { return [] }
        switch first.line.type {
        case .header, .end: return []
        case .recording: return [try chosen(lines)]
        case .statement: return lines.map(\.line).max().map { [$0.text] } ?? []
        case .kind: return lines.map(\.line).min().map { [$0.text] } ?? []
        case .loads: return try counted(lines).map { [try CondensedLoads.sum(of: $0)] } ?? []
        }
    }

    /// The newest version of a recording.
    private mutating func chosen(_ lines: [(line: CondensedLine, group: Int)]) throws -> [UInt8] {
        let versions = try lines.map { line, group in
            (source: try line.text.withUnsafeBufferPointer { try RecordingSource(condensed: $0) }, line, group)
        }
        let newest = versions.max { left, right in
            let (one, other) = (left.source.version, right.source.version)
            return one == other ? right.1 < left.1 : one < other
        }
        guard let newest else { return [] }
        groups[newest.1.recording] = newest.2
        return newest.1.text
    }

    /// The lines from the input that their recording is taken from; nil if there are none.
    private func counted(_ lines: [(line: CondensedLine, group: Int)]) -> [[UInt8]]? {
        if isPart { return lines.map(\.line.text) }
        let counted = lines.filter { groups[$0.line.recording] == $0.group }.map(\.line.text)
        return counted.isEmpty ? nil : counted
    }

    /// Reads the next line of an input. Returns false at its end.
    private static func advance(_ input: inout Input) throws -> Bool {
        guard let text = try nextLine(of: &input) else {
            guard !input.hasHeader else { throw CondensedCutOffError(name: input.source.name) }
            return false
        }
        input.count += 1
        func fault(_ fault: String) -> CondensedLineError {
            CondensedLineError(name: input.source.name, line: input.lineNumber, fault: fault)
        }
        let next: CondensedLine
        do throws(JSONScanner.Malformed) {
            next = try CondensedLine(text)
            if input.hasHeader { try next.check() }
        } catch {
            throw fault("is no line of a condensed recording")
        }
        guard next.type != .loads || next.recording.first == UInt8(ascii: "\"") else {
            throw fault(Self.addedUpFault)
        }
        switch next.type {
        case .header:
            guard let header = try? text.withUnsafeBufferPointer({ try CondensedHeader($0) }), header.isKnown else {
                throw fault("begins a condensed recording of a version that only a newer atsproxy reads")
            }
            guard !header.isAddedUp else { throw fault(Self.addedUpFault) }
            input.hasHeader = true
        case .end:
            try checkEnd(text, of: &input)
            return false
        case .recording, .statement, .kind, .loads: break
        }
        guard input.line <= next else { throw fault("is not in the order of condensed recordings") }
        if let repetition = repetition(of: next, in: &input) { throw fault(repetition) }
        input.line = next
        return true
    }

    /// The fault of a line after the line before it: it counts the same, or there are many lines with one key, which
    /// are merged in memory. Nil without a fault.
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

    /// The largest number of lines with one key in an input. Most have one; a statement may have several
    /// times.
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

    /// Checks that the last line of an input counts the lines before it, and that none follows.
    private static func checkEnd(_ text: [UInt8], of input: inout Input) throws {
        let end = try? text.withUnsafeBufferPointer { try CondensedEnd($0) }
        guard let end, end.lines == input.count - 1 else {
            throw CondensedLineError(
                name: input.source.name, line: input.lineNumber, fault: "counts other lines than those before it")
        }
        guard try nextLine(of: &input) == nil else {
            throw CondensedLineError(
                name: input.source.name, line: input.lineNumber, fault: "follows the end of the condensed recording")
        }
    }
}

extension CondensedMerge {
    private mutating func push(_ input: Int) {
        heap.append(input)
        var place = heap.count - 1
        while place > 0, isBefore(place, (place - 1) / 2) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        sink(0)
    }

    private mutating func sink(_ place: Int) {
        var place = place
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, isBefore(child + 1, child) { child += 1 }
            guard isBefore(child, place) else { return }
            heap.swapAt(child, place)
            place = child
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        inputs[heap[left]].line < inputs[heap[right]].line
    }
}
