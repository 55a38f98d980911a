import InternetNames
import Judging
import Reports
import Traffic
import TransportSecurity

/// The rows of the console's list, with the numbers above them.
///
/// Entries of traffic are added one by one, and each finds or makes its row. The table notes which rows a revision has
/// changed. A page therefore asks only for the rows that have changed since the revision that it has. The cost of a
/// change does not depend on the number of rows.
public struct RowTable: Sendable {
    /// The rows, in the order of their first load.
    public private(set) var rows: [ConsoleRow] = []
    /// The numbers above the list.
    public private(set) var counts = ListCounts()
    /// The gaps in the verdict of each host. Hosts that are in no row have gaps, too.
    public private(set) var hostGaps = HostGaps()
    /// The revision of the last change.
    public private(set) var revision: UInt64 = 0

    private let publicSuffixes: PublicSuffixes
    private let limit: Int
    /// The indices of the rows, by key.
    private var indices: [RowKey: Int] = [:]
    /// The numbers of the rows, and those of rows before recordings were read again: a row keeps its number.
    private var numbers: [RowKey: Int] = [:]
    /// The indices of the rows, by number.
    private var indicesByNumber: [Int: Int] = [:]
    /// The greatest number that a row has had.
    private var lastNumber = 0
    /// The revision before which pages may have rows that no longer exist. Such pages must read all rows again.
    private var oldestRevision: UInt64 = 0
    /// The indices of the rows of each host.
    private var indicesByHost: [Host: [Int]] = [:]
    /// The index of the row of each entry, by the index of the entry; nil for an entry that is in no row.
    private var rowIndices: [Int?] = []
    /// The numbers of each entry that its row has already, by the index of the entry.
    private var countedEntries: [EntryCounts] = []
    /// The indices of rows whose destination has failing loads that are in no row, for lack of room. These rows show a
    /// better verdict.
    private var understated: Set<Int> = []
    /// The destinations without a row, for lack of room; true if their loads fail. At most four times `limit`.
    private var hidden: [RowKey: Bool] = [:]
    /// The changes of rows in their order. A row that changed several times is in it several times.
    private var changeLog: [Change] = []

    /// The largest number of rows. The last tenth is kept for destinations whose loads violate ATS.
    public static let standardLimit = 50_000

    /// A change of a row.
    private struct Change {
        var revision: UInt64
        var rowIndex: Int
    }

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The suffixes that determine the owner of a host.
    ///   - limit: The largest number of rows.
    public init(publicSuffixes: PublicSuffixes, limit: Int = standardLimit) {
        self.publicSuffixes = publicSuffixes
        self.limit = limit
    }

    /// Creates a table without rows that replaces an older one: the rows will get the same numbers, and pages need not
    /// read all rows again.
    init(continuing old: RowTable) {
        self.init(publicSuffixes: old.publicSuffixes, limit: old.limit)
        numbers = old.numbers.count < 4 * old.limit ? old.numbers : old.numbers.filter { old.indices[$0.key] != nil }
        lastNumber = old.lastNumber
        revision = old.revision
        oldestRevision = old.oldestRevision
    }

    /// Makes pages read all rows again if a row of an older table is not in this one.
    mutating func expireReaders(of old: RowTable) {
        if old.indices.keys.contains(where: { indices[$0] == nil }) { oldestRevision = revision }
    }

    /// Begins a revision, to which the following changes belong.
    public mutating func beginRevision() {
        revision += 1
    }

    /// Adds an entry to its row. Entries are added in the order of the traffic.
    ///
    /// - Parameters:
    ///   - judged: The entry, whose findings do not repeat those of the first decisions on the same loads.
    ///   - probed: The time of the server's last probe; nil if that is not known.
    public mutating func add(_ judged: JudgedEntry, probed: Instant? = nil) {
        hostGaps.add(judged)
        let index = rowIndices.count
        let rowIndex = findOrAppendRow(for: judged)
        rowIndices.append(rowIndex)
        countedEntries.append(EntryCounts())
        if let rowIndex {
            change(rowIndex) {
                $0.add(judged, at: index)
                $0.probed = probed ?? $0.probed
            }
        }
        count(judged.entry, at: index)
    }

    /// Notes the destination of an entry for which the traffic has no room.
    public mutating func hide(_ judged: JudgedEntry) {
        let key = RowKey(judged)
        let violates = ConsoleVerdict(judged).isFailure
        guard let index = indices[key] else { return hide(key, violates: violates) }
        // The row does not have the entry, and keeps its verdict.
        if violates, !rows[index].verdict.isFailure, understated.insert(index).inserted { counts.hiddenFailures += 1 }
    }

    /// Counts further loads of an entry.
    public mutating func count(_ entry: TrafficEntry, at index: Int) {
        let before = countedEntries[index]
        countedEntries[index] = EntryCounts(entry)
        counts.loads += entry.loads - before.loads.loads
        if let rowIndex = rowIndices[index] { change(rowIndex) { $0.count(entry, at: index, since: before) } }
    }

    /// Uses new verdicts on the row of an entry, after further decisions have shown whether the app accepts the server.
    ///
    /// - Parameters:
    ///   - index: The index of the entry.
    ///   - judged: Returns the entry at an index with its verdict.
    public mutating func judgeAgain(rowOf index: Int, _ judged: (Int) -> JudgedEntry) {
        if let rowIndex = rowIndices[index] { change(rowIndex) { $0.judgeAgain(judged) } }
    }

    /// Sets the fix of the row at an index.
    public mutating func setFix(_ fix: RowFixSummary, ofRow index: Int) {
        rows[index].needsFix = false
        if rows[index].fix != fix { change(index) { $0.fix = fix } }
    }

    /// Notes that the program has read its configuration again. All fixes are then out of date.
    mutating func noteReload() {
        for index in rows.indices {
            change(index) {
                $0.needsFix = true
                $0.noteReload()
            }
        }
    }

    /// Notes that a server was probed at a time.
    mutating func note(probeOf server: Authority, at time: Instant) {
        for index in indicesByHost[server.host] ?? [] where rows[index].key.port == server.port {
            change(index) { $0.probed = max(time, $0.probed ?? time) }
        }
    }

    /// Notes that there are further facts about a host. The fixes for its rows are then out of date.
    public mutating func renewFixes(at host: Host) {
        for index in indicesByHost[host] ?? [] { change(index) { $0.needsFix = true } }
    }
}

extension RowTable {
    /// The index of the row with an identifier such as `r17`; nil if there is none.
    public func index(ofRow id: String) -> Int? {
        guard id.first == "r", let number = Int(id.dropFirst()), String(number) == id.dropFirst() else { return nil }
        return indicesByNumber[number]
    }

    /// The indices of the rows that changed after a revision, each once, in the order of their last change; nil if the
    /// revision is not one of this table, or if rows were removed since.
    public func changes(since revision: UInt64) -> [Int]? {
        guard revision <= self.revision, revision >= oldestRevision else { return nil }
        var start = changeLog.count
        var step = 1
        // Pages nearly always lack only a few changes. The steps back through the log therefore begin small.
        while start > 0, changeLog[start - 1].revision > revision {
            start = max(0, start - step)
            step *= 2
        }
        return changeLog[start...].filter { $0.revision > revision && isLast($0) }.map(\.rowIndex)
    }

    /// The row of the entry with an index; nil if there was no room for it.
    func row(ofEntry index: Int) -> ConsoleRow? {
        guard rowIndices.indices.contains(index) else { return nil }
        return rowIndices[index].map { rows[$0] }
    }

    /// Whether a host was seen.
    public func contains(_ host: Host) -> Bool { indicesByHost[host] != nil }

    /// Finds the row for an entry, or appends one. Returns its index; nil if there is no room for it.
    private mutating func findOrAppendRow(for judged: JudgedEntry) -> Int? {
        let key = RowKey(judged)
        if let index = indices[key] { return index }
        let violates = ConsoleVerdict(judged).isFailure
        guard rows.count < (violates ? limit : limit - limit / 10) else {
            hide(key, violates: violates)
            return nil
        }
        // The destination gets a row now. Its earlier loads stay without one.
        if let hadFailures = hidden.removeValue(forKey: key) {
            counts.hiddenRows -= 1
            if hadFailures { counts.hiddenFailures -= 1 }
        }
        return appendRow(for: key, at: judged.entry.first)
    }

    /// Appends a row, and returns its index.
    private mutating func appendRow(for key: RowKey, at time: Instant) -> Int {
        let index = rows.count
        let number = assignNumber(to: key)
        rows.append(ConsoleRow(number: number, key: key, owner: owner(of: key), at: time))
        counts.countVerdict(of: rows[index])
        indices[key] = index
        indicesByNumber[number] = index
        counts.rows += 1
        if let host = key.host {
            if indicesByHost[host] == nil { counts.hosts += 1 }
            indicesByHost[host, default: []].append(index)
        }
        return index
    }

    /// Counts a destination without a row.
    private mutating func hide(_ key: RowKey, violates: Bool) {
        let before = hidden[key]
        guard before != nil || hidden.count < 4 * limit else { return }
        hidden[key] = violates || before == true
        if before == nil { counts.hiddenRows += 1 }
        if violates, before != true { counts.hiddenFailures += 1 }
    }

    /// Assigns a number to the row with a key, and returns it: that of the same row in an older table, else the next
    /// one.
    private mutating func assignNumber(to key: RowKey) -> Int {
        if let number = numbers[key] { return number }
        lastNumber += 1
        numbers[key] = lastNumber
        return lastNumber
    }

    /// The registrable domain of the host, or the address.
    private func owner(of key: RowKey) -> String {
        switch key.host {
        case .name(let name): return publicSuffixes.registrableDomain(of: name)
        case .address, nil: return key.hostText
        }
    }

    /// Changes the row at an index, and updates the counts and the log of changes.
    private mutating func change(_ index: Int, _ body: (inout ConsoleRow) -> Void) {
        counts.countVerdict(of: rows[index], factor: -1)
        body(&rows[index])
        counts.countVerdict(of: rows[index])
        guard rows[index].revision != revision else { return }
        rows[index].revision = revision
        changeLog.append(Change(revision: revision, rowIndex: index))
        // The log is shortened only after many changes, because this takes a step for each of them.
        if changeLog.count > 4 * rows.count + 1000 { changeLog = changeLog.filter { isLast($0) } }
    }

    /// Whether a change is the last one of its row.
    private func isLast(_ change: Change) -> Bool { rows[change.rowIndex].revision == change.revision }
}
