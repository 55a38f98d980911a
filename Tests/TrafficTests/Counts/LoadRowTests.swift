import Events
import Testing
import Traffic
import TransportSecurity

@Suite struct LoadRowTests {
    /// Swift takes canonically equivalent texts for equal. The result would then depend on which of them came first.
    @Test func labelsAreComparedByteByByte() {
        let kind = LoadKindID(digest: [1])
        let rows = ["caf\u{E9}", "cafe\u{301}", "", nil].map { LoadRow(kind: kind, label: $0) }
        #expect(Set(rows).count == 4)
        #expect(rows[0] == LoadRow(kind: kind, label: "caf\u{E9}"))
    }
}
