import Testing
import TransportSecurity

@Suite struct NamedGroupTests {
    /// Rows of the IANA registry "TLS Supported Groups", and code points that it does not have.
    @Test(arguments: [
        (NamedGroup.p256, 23 as UInt16, "P-256"), (.p384, 24, "P-384"), (.p521, 25, "P-521"), (.x25519, 29, "X25519"),
        (NamedGroup(rawValue: 30), 30, "X448"), (.x25519MLKEM768, 4588, "X25519MLKEM768"),
        (NamedGroup(rawValue: 256), 256, "ffdhe2048"), (NamedGroup(rawValue: 0x0A0A), 0x0A0A, "group 2570"),
    ])
    func hasItsCodePointAndName(group: NamedGroup, code: UInt16, name: String) {
        #expect(group.rawValue == code)
        #expect(group.name == name)
    }
}
