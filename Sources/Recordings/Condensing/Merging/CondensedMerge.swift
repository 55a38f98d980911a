/// Merges condensed recordings into one. The result is the sorted union of their lines.
///
/// The result depends neither on the order of the recordings, nor on merging one of them twice:
///
/// - Of several versions of one recording, the greatest is taken (`RecordingVersion`), with all counts of its loads.
/// - The latest time of a policy, a trust store, facts or a service is kept, and the earliest decision of a kind.
/// - Counts of loads are never added up, except those in the parts of one input.
///
/// The memory grows with the numbers of recordings and of inputs, and not with the number of loads.
public struct CondensedMerge {
    private var inputs: [CondensedMergeInput] = []
    /// The indices of the inputs that are not at their end, as a binary heap. The first input has the least line.
    private var heap: [Int] = []
    /// The group of inputs from which the loads of each recording are taken, by the JSON of its identifier.
    private var groups: [[UInt8]: Int] = [:]
    /// The next lines of the result, the first one last.
    private var pending: [[UInt8]] = []
    /// The number of lines that `next` has returned.
    private var lines = 0
    private var hasEnded = false
    /// Whether the inputs are parts of one recording, and the result is a larger part of it.
    private let isPart: Bool

    /// A line that was taken from an input, with the group of the input.
    private struct TakenLine {
        let line: CondensedLine
        let group: Int
    }

    /// Creates a merge.
    ///
    /// - Parameter groups: The condensed recordings, each as the list of its parts. Most have a single part.
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
                var input = try CondensedMergeInput(source, group: group)
                guard try input.advance() else { continue }
                inputs.append(input)
                push(inputs.count - 1)
            }
        }
    }

    /// The next line of the merged recording; nil at the end.
    public mutating func next() throws -> [UInt8]? {
        while pending.isEmpty {
            guard let first = heap.first else { return takeEnd() }
            pending = try merge(try takeLines(withKey: inputs[first].line.key)).reversed()
        }
        lines += 1
        return pending.popLast()
    }

    /// Returns the last line of the result once; nil from then on, or if the result is a part.
    private mutating func takeEnd() -> [UInt8]? {
        guard !hasEnded, !isPart else { return nil }
        hasEnded = true
        return CondensedEnd(lines: lines).line
    }

    /// Takes all lines with a key from the inputs.
    private mutating func takeLines(withKey key: [UInt8]) throws -> [TakenLine] {
        var taken: [TakenLine] = []
        while let first = heap.first, inputs[first].line.key == key {
            taken.append(TakenLine(line: inputs[first].line, group: inputs[first].group))
            if try inputs[first].advance() {
                sink(0)
            } else {
                removeFirst()
            }
        }
        return taken
    }

    /// Returns the lines of the result for lines with the same key.
    private mutating func merge(_ lines: [TakenLine]) throws -> [[UInt8]] {
        guard let first = lines.first else { return [] }
        switch first.line.type {
        case .header, .end: return []
        case .recording: return [try takeNewestVersion(among: lines)]
        case .statement: return lines.map(\.line).max().map { [$0.text] } ?? []
        case .kind: return lines.map(\.line).min().map { [$0.text] } ?? []
        case .loads:
            let counted = countedLines(among: lines)
            return counted.isEmpty ? [] : [try CondensedLoads.sum(of: counted)]
        }
    }

    /// Returns the line of a recording with the greatest version. The loads of the recording are later taken from the
    /// same group of inputs.
    private mutating func takeNewestVersion(among lines: [TakenLine]) throws -> [UInt8] {
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
