import InternetNames

/// The lines that decisions may refer to, and the subset that is in the current segment. `EventLogWriter` asks the
/// ledger which lines to repeat.
///
/// A segment that is read without others must give the same answers about its loads as all segments together. The
/// segment therefore begins with the policies and the trust store in force. Before the first decision about a host come
/// the facts about that host, and before each decision the facts and the policy that the decision names.
struct SegmentLedger: Sendable {
    private var entries: [Key: Entry] = [:]
    /// The policies and the trust store in force, in the order of their events.
    private var inForce: [Key] = []
    /// The latest line about each subject, by host.
    private var latestLines: [Host: [LineRole.Subject: Key]] = [:]
    /// The lines that the current segment has.
    private var written: Set<Key> = []
    /// The hosts whose latest lines are all in the current segment.
    private var writtenHosts: Set<Host> = []
    /// The size of all lines in bytes.
    private var size = 0
    /// The number of lines that were added so far.
    private var addedLines = 0
    /// The largest size of all lines, in bytes. A proxy caches the facts of 10,000 destinations, of about 10 KiB each.
    private let sizeLimit: Int
    /// The time for which a line is kept after its last use, in milliseconds, although a later line about its subject
    /// has come. Loads that began before that line may still refer to it.
    private static let lifetime: Int64 = 7_200_000

    /// The key of a line.
    private enum Key: Hashable {
        /// A policy, a trust store or facts, by the identifier.
        case identified(String)
        /// The services of a destination.
        case service(LineRole.Subject)
    }

    private struct Entry: Sendable {
        var line: [UInt8]
        /// The subject of the line; nil for a policy and a trust store.
        var subject: LineRole.Subject?
        /// The trust store that the line names.
        var trust: String?
        /// The time of the last use, in milliseconds.
        var lastUse: Int64
        /// The number of lines that were added before.
        var order = 0
    }

    /// Creates a ledger without lines, for a segment without lines.
    init(sizeLimit: Int = 128 << 20) {
        self.sizeLimit = sizeLimit
    }

    /// Begins another segment. Returns its first lines. The time is in milliseconds, here and below.
    mutating func beginSegment(at time: Int64) -> [UInt8] {
        (written, writtenHosts) = ([], [])
        remove(entries.filter { !isLatest($0.value, as: $0.key) && $0.value.lastUse < time - Self.lifetime }.map(\.key))
        return takeMissingLines(of: inForce, at: time)
    }

    /// Adds a line that is to be written to the segment. Returns false, and adds nothing, if the segment first needs
    /// the lines that `takeMissingLines` returns.
    mutating func accept(_ role: LineRole, _ line: ArraySlice<UInt8>, at time: Int64) -> Bool {
        switch role {
        case .policyOrTrust(let id, let replacesOthers):
            if replacesOthers { inForce = [] }
            if !inForce.contains(.identified(id)) { inForce.append(.identified(id)) }
            keep(Entry(line: Array(line), lastUse: time), as: .identified(id))
        case .facts(let id, let subject, let trust):
            guard has(trust) else { return false }
            keep(Entry(line: Array(line), subject: subject, trust: trust, lastUse: time), as: .identified(id))
        case .service(let subject):
            keep(Entry(line: Array(line), subject: subject, lastUse: time), as: .service(subject))
        case .decision(let host, let facts, let policy):
            guard latestLines[host] == nil || writtenHosts.contains(host), has(facts), has(policy) else { return false }
        }
        return true
    }

    /// Returns the lines that the segment needs before a line, and counts them as written. Lines that are not known any
    /// more are left out.
    mutating func takeMissingLines(for role: LineRole, at time: Int64) -> [UInt8] {
        let keys: [Key]
        switch role {
        case .policyOrTrust, .service: return []
        case .facts(_, _, let trust): keys = trust.map { [.identified($0)] } ?? []
        case .decision(let host, let facts, let policy): keys = takeKeys(of: host, facts: facts, policy: policy)
        }
        let lines = takeMissingLines(of: keys, at: time)
        // Unknown lines count as written as well, because `accept` would otherwise never accept the line.
        written.formUnion(keys)
        return lines
    }

    /// Returns the keys of the lines to which a decision refers. The first decision about a host in a segment also gets
    /// the keys of all latest lines about the host.
    private mutating func takeKeys(of host: Host, facts: String?, policy: String?) -> [Key] {
        let keys = [policy, facts].compactMap(\.self).map(Key.identified)
        guard let latest = latestLines[host], writtenHosts.insert(host).inserted else { return keys }
        return keys + latest.values.sorted { (entries[$0]?.order ?? 0) < (entries[$1]?.order ?? 0) }
    }

    /// Whether the segment has the line with an identifier. A line without an identifier is never missing.
    private func has(_ id: String?) -> Bool {
        guard let id else { return true }
        return written.contains(.identified(id))
    }

    /// Returns the lines of these keys that the segment lacks, and counts them as written. The trust store that a line
    /// names comes before the line.
    private mutating func takeMissingLines(of keys: [Key], at time: Int64) -> [UInt8] {
        var lines: [UInt8] = []
        for key in keys {
            if let trust = entries[key]?.trust { lines += takeMissingLine(of: .identified(trust), at: time) }
            lines += takeMissingLine(of: key, at: time)
        }
        return lines
    }

    /// Returns the line of a key, and counts it as written; empty if the segment has the line, or if the line is not
    /// known.
    private mutating func takeMissingLine(of key: Key, at time: Int64) -> [UInt8] {
        guard let line = entries[key]?.line, written.insert(key).inserted else { return [] }
        entries[key]?.lastUse = time
        return line
    }

    /// Keeps a line that is now written to the segment.
    private mutating func keep(_ entry: Entry, as key: Key) {
        var entry = entry
        entry.order = addedLines
        addedLines += 1
        size += entry.line.count - (entries[key]?.line.count ?? 0)
        entries[key] = entry
        written.insert(key)
        if let subject = entry.subject { latestLines[subject.host, default: [:]][subject] = key }
        if size > sizeLimit { removeOldest() }
    }

    /// Removes the lines that were not used for the longest time, down to three quarters of the limit. With less, each
    /// new line would cause another search for the oldest ones.
    private mutating func removeOldest() {
        let leastUsedFirst = entries.sorted { ($0.value.lastUse, $0.value.order) < ($1.value.lastUse, $1.value.order) }
        var excess = size - sizeLimit / 4 * 3
        var oldest: [Key] = []
        for (key, entry) in leastUsedFirst where excess > 0 && !inForce.contains(key) {
            excess -= entry.line.count
            oldest.append(key)
        }
        remove(oldest)
    }

    /// Whether no later line has replaced an entry.
    private func isLatest(_ entry: Entry, as key: Key) -> Bool {
        guard let subject = entry.subject else { return inForce.contains(key) }
        return latestLines[subject.host]?[subject] == key
    }

    private mutating func remove(_ keys: [Key]) {
        for key in keys {
            guard let entry = entries.removeValue(forKey: key) else { continue }
            size -= entry.line.count
            guard let subject = entry.subject, latestLines[subject.host]?[subject] == key else { continue }
            latestLines[subject.host]?[subject] = nil
            if latestLines[subject.host]?.isEmpty == true { latestLines[subject.host] = nil }
        }
    }
}
