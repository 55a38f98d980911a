import Testing

@testable import TransportSecurity

/// The keys of the sample chain are 11, 12 and 13, leaf first.
@Suite struct PinAdviceTests {
    private func notes(_ pins: PinnedIdentities?) -> [String] {
        PinAdvice.notes(on: Sample.chain(), under: Sample.requirements { $0.pins = pins }).map(\.message)
    }

    @Test func hasNoNotesWithoutPins() {
        #expect(notes(nil) == [])
    }

    @Test func listsTheKeysThatAPinCanName() {
        let found = notes(PinnedIdentities(leaves: [[11], [99]]))
        #expect(found.count == 1)
        #expect(found.first?.contains("CN=example.com Cw== (pinned); CN=Intermediate DA==; CN=Root DQ==.") == true)
    }

    @Test func warnsAboutASinglePinAndAboutNone() {
        #expect(notes(PinnedIdentities(leaves: [[11]])).first?.contains("a single pin") == true)
        #expect(notes(PinnedIdentities(authorities: [])).first?.contains("no usable digest") == true)
        #expect(notes(PinnedIdentities(authorities: [[12], [13]])).count == 1)
    }

    @Test func findsAPinInTheWrongList() {
        let leafAmongAuthorities = notes(PinnedIdentities(authorities: [[11], [98]]))
        #expect(leafAmongAuthorities.contains { $0.contains("names the key of example.com itself") })
        let authorityAmongLeaves = notes(PinnedIdentities(leaves: [[12], [98]]))
        #expect(authorityAmongLeaves.contains { $0.contains("names the key of the authority CN=Intermediate") })
    }
}
