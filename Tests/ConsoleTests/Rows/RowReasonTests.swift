import Judging
import Testing
import TransportSecurity

@testable import Console

@Suite struct RowReasonTests {
    /// The code of a note tells that the recording lacks a value, whatever the words of the note are.
    @Test func theNoteOnWhatIsNotRecordedIsTheReason() {
        var judged = JudgedEntry(
            recorded: SampleTraffic.entry(
                SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example"))))
        judged.isUndetermined = true
        judged.notes = [
            Note(.clientCertificate, "Undetermined words of a server."), Note(.notRecorded, "A value is missing."),
        ]
        #expect(RowReason.text(of: judged) == "A value is missing.")
        judged.notes = [Note(nil, "Other."), Note(nil, "Undetermined: a recording of an earlier version.")]
        #expect(RowReason.text(of: judged) == "Undetermined: a recording of an earlier version.")
        judged.notes = [Note(.clientCertificate, "The first.")]
        #expect(RowReason.text(of: judged) == "The first.")
    }
}
