import Events
import TransportSecurity

/// The key under which loads are counted together in `Traffic`. A report counts by kind only. A condensed recording
/// also counts by test case, day and recording.
package struct LoadRow: Hashable {
    /// The kind of the loads; `LoadKindID.none` for ends that came before the decisions on their loads.
    package var kind: LoadKindID
    /// For further decisions on loads, the kind of the first ones; else nil.
    package var after: LoadKindID?
    /// The label of the test case; nil for none, or if loads of all test cases are counted together.
    package var label: String?
    /// The day on which the loads began, counted from 1970-01-01 in UTC; 0 if loads of all days are counted together.
    package var day: Int32
    /// The index of the recording; 0 if loads of all recordings are counted together.
    package var recording: Int32

    /// Creates a row.
    package init(
        kind: LoadKindID, after: LoadKindID? = nil, label: String? = nil, day: Int32 = 0, recording: Int32 = 0
    ) {
        (self.kind, self.after, self.label, self.day, self.recording) = (kind, after, label, day, recording)
    }

    // Labels are compared byte by byte. Swift takes canonically equivalent texts for equal.
    package static func == (left: LoadRow, right: LoadRow) -> Bool {
        left.kind == right.kind && left.after == right.after && left.day == right.day
            && left.recording == right.recording
            && (left.label == nil) == (right.label == nil)
            && (left.label ?? "").utf8.elementsEqual((right.label ?? "").utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(after)
        hasher.combine(day)
        hasher.combine(recording)
        for byte in (label ?? "").utf8 { hasher.combine(byte) }
    }

    /// The kind of the first decisions on the loads.
    var firstKind: LoadKindID { after ?? kind }

    /// The row that counts these loads together with those of all test cases, days and recordings.
    var withoutOrigin: LoadRow { LoadRow(kind: kind, after: after) }
}

extension Instant {
    /// The number of days since 1970-01-01 in UTC.
    package var day: Int32 {
        let seconds = self.seconds
        return Int32(clamping: seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    }

    /// The beginning of a day in UTC.
    package init(day: Int32) {
        self.init(seconds: Int64(day) * 86_400)
    }
}
