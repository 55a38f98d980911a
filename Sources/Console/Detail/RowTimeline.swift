import JSONWriting
import Judging
import Traffic
import TransportSecurity

/// The loads of a row over time.
struct RowTimeline: JSONWritable {
    /// The loads of all entries.
    private let all: LoadHistogram
    /// The loads that violate ATS, in intervals of the same length.
    private let violated: LoadHistogram

    /// Creates the time line of entries. Second decisions on loads are not counted as further loads.
    init(of entries: [JudgedEntry]) {
        var all = LoadHistogram()
        var violated = LoadHistogram()
        for judged in entries {
            if judged.entry.firstDecisionIndex == nil { all.add(judged.entry.times) }
            if !judged.violations.isEmpty { violated.add(judged.entry.times) }
        }
        self.all = all.aligned(with: violated)
        self.violated = violated.aligned(with: all)
    }

    func write(to json: inout JSONWriter) {
        let intervals = all.intervals
        let counts = Dictionary(
            violated.intervals.map { ($0.start, $0.loads) }, uniquingKeysWith: { first, _ in first })
        json.object { json in
            json.member("start", intervals.first?.start)
            json.member("bucketSeconds", Int(clamping: all.seconds))
            json.member("loads", intervals.map(\.loads))
            // The violation of a second decision may be in a later interval than its load.
            json.member("violations", intervals.map { min($0.loads, counts[$0.start] ?? 0) })
        }
    }
}
