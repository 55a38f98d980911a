import InternetNames

/// The lines that decisions may refer to, and which of them the current segment has.
///
/// A segment that is read without others must say the same of its loads as all segments together. The segment therefore
/// begins with the policies and the trust store in force. Before its first decision about a host it has the facts about
/// that host, and before a decision the facts and the policy that the decision names.
struct SegmentLedger: Sendable {
    private var entries: [Key: Entry] = [:]
    /// The policies and the trust store in force, in the order of their events.
    private var basis: [Key] = []
    /// The latest line about each subject, by host.
    private var hosts: [Host: [LineRole.Subject: Key]] = [:]
    /// The lines that the current segment has.
    private var written: Set<Key> = []
    /// The hosts of which the current segment has everything.
    private var writtenHosts: Set<Host> = []
    private var size = 0
    private var notedLines = 0
    /// The largest size of all lines, in bytes. A proxy caches the facts of 10,000 destinations, of about 10 KiB each.
    private let sizeLimit: Int
    /// The time for which a line about a subject is kept after a later one has come, in milliseconds since its last
    /// use: loads that began before refer to it.
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
        /// The number of lines that were noted before.
        var order = 0
    }

    /// Creates a ledger without lines, for a segment without lines.
    init(sizeLimit: Int = 128 << 20) {
        self.sizeLimit = sizeLimit
    }

    /// Begins another segment. Returns the lines that it begins with. The time is in milliseconds.
    mutating func beginSegment(at time: Int64) -> [UInt8] {
        (written, writtenHosts) = ([], [])
        remove(entries.filter { !isLatest($0.key, $0.value) && $0.value.lastUse < time - Self.lifetime }.map(\.key))
        return lines(of: basis, at: time)
    }

    /// Notes that a line goes into the segment. Returns false, and notes nothing, if the segment first needs the lines
    /// that `missing` returns.
    mutating func accept(_ role: LineRole, _ line: ArraySlice<UInt8>, at time: Int64) -> Bool {
        switch role {
        case .policyOrTrust(let id, let replacesOthers):
            if replacesOthers { basis = [] }
            if !basis.contains(.identified(id)) { basis.append(.identified(id)) }
            keep(.identified(id), Entry(line: Array(line), lastUse: time))
        case .facts(let id, let subject, let trust):
            guard has(trust) else { return false }
            keep(.identified(id), Entry(line: Array(line), subject: subject, trust: trust, lastUse: time))
        case .service(let subject):
            keep(.service(subject), Entry(line: Array(line), subject: subject, lastUse: time))
        case .decision(let host, let facts, let policy):
            guard hosts[host] == nil || writtenHosts.contains(host), has(facts), has(policy) else { return false }
        }
        return true
    }

    /// The lines that the segment needs before a line, which are then taken for written. Lines that are not known are
    /// left out.
    mutating func missing(for role: LineRole, at time: Int64) -> [UInt8] {
        let keys: [Key]
        switch role {
        case .policyOrTrust, .service: return []
        case .facts(_, _, let trust): keys = [trust].compactMap(\.self).map(Key.identified)
        case .decision(let host, let facts, let policy): keys = self.keys(of: host, facts: facts, policy: policy)
        }
        let lines = lines(of: keys, at: time)
        // What is not known any more must not be asked for again and again.
        written.formUnion(keys)
        return lines
    }

    /// The lines to which a decision about a host refers, and all those about the host if the segment does not have
    /// them.
    private mutating func keys(of host: Host, facts: String?, policy: String?) -> [Key] {
        let keys = [policy, facts].compactMap(\.self).map(Key.identified)
        guard let latest = hosts[host], writtenHosts.insert(host).inserted else { return keys }
        return keys + latest.values.sorted { (entries[$0]?.order ?? 0) < (entries[$1]?.order ?? 0) }
    }

    private func has(_ id: String?) -> Bool {
        guard let id else { return true }
        return written.contains(.identified(id))
    }

    /// The lines of these keys that the segment lacks, each behind the trust store that it names.
    private mutating func lines(of keys: [Key], at time: Int64) -> [UInt8] {
        var lines: [UInt8] = []
        for key in keys {
            for key in [entries[key]?.trust.map(Key.identified), key].compactMap(\.self) {
                guard let line = entries[key]?.line, written.insert(key).inserted else { continue }
                entries[key]?.lastUse = time
                lines += line
            }
        }
        return lines
    }

    private mutating func keep(_ key: Key, _ entry: Entry) {
        var entry = entry
        entry.order = notedLines
        notedLines += 1
        size += entry.line.count - (entries[key]?.line.count ?? 0)
        entries[key] = entry
        written.insert(key)
        if let subject = entry.subject { hosts[subject.host, default: [:]][subject] = key }
        if size > sizeLimit { makeRoom() }
    }

    /// Removes the lines whose last use is the longest ago: a quarter at once, because not every line should search for
    /// them.
    private mutating func makeRoom() {
        var excess = size - sizeLimit / 4 * 3
        var oldest: [Key] = []
        for (key, entry) in entries.sorted(by: {
            ($0.value.lastUse, $0.value.order) < ($1.value.lastUse, $1.value.order)
        })
        where excess > 0 && !basis.contains(key) {
            excess -= entry.line.count
            oldest.append(key)
        }
        remove(oldest)
    }

    private func isLatest(_ key: Key, _ entry: Entry) -> Bool {
        guard let subject = entry.subject else { return basis.contains(key) }
        return hosts[subject.host]?[subject] == key
    }

    private mutating func remove(_ keys: [Key]) {
        for key in keys {
            guard let entry = entries.removeValue(forKey: key) else { continue }
            size -= entry.line.count
            guard let subject = entry.subject, hosts[subject.host]?[subject] == key else { continue }
            hosts[subject.host]?[subject] = nil
            if hosts[subject.host]?.isEmpty == true { hosts[subject.host] = nil }
        }
    }
}
