import InternetNames
import SimulatedServers
import Testing
import TransportSecurity
@testable import Judging

/// The notes of the rules have codes, by which reports find their kinds.
@Suite struct NoteKindTests {
    @Test func everyNoteOfTheSimulatedServersHasAKind() throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy))
        let notes = traffic.entries.flatMap(\.decision.notes)
        #expect(!notes.isEmpty)
        for note in notes { #expect(note.code != nil && NoteKind(note) != nil, "\(note.message)") }
        // Without its code, the sentence tells the same.
        for var note in notes {
            let kind = NoteKind(note)
            note.code = nil
            #expect(NoteKind(note) == kind, "\(note.message)")
        }
    }

    @Test(
        arguments: [
            (nil, "The chain of a.example is incomplete: it does not send the certificate CN=b.", .incompleteChain),
            (nil, "a.example does not send its intermediate CN=b, which is known here otherwise.", .incompleteChain),
            (nil, "Another cipher suite than in the probe: the probe got A, the tunnel has B.", .otherInTunnel),
            (.certificateTransparency, "… but the list is of 2026-03-31, more than 60 days ago.", .logListAge),
            (.certificateTransparency, "Certificate Transparency of a is not known: there is no list.", .transparency),
            (.certificateRevoked, "Whether the certificate CN=a is revoked is not known.", .revocation),
            (.tlsVersion, "Waived by --ignore tls.version@a: a offers nothing newer than TLS 1.0.", .waived),
            (nil, "Undetermined: the recording holds no probe of a, so nothing is known of its TLS.", .undetermined),
            (nil, "Something else.", nil),
        ] as [(RuleID?, String, NoteKind?)])
    func sentencesOfEarlierRecordingsHaveKinds(rule: RuleID?, sentence: String, kind: NoteKind?) {
        #expect(NoteKind(Note(nil, rule: rule, sentence)) == kind)
    }
}
