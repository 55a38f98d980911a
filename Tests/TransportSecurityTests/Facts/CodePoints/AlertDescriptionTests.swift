import Testing
import TransportSecurity

@Suite struct AlertDescriptionTests {
    /// Rows of the IANA registry "TLS Alerts", and numbers that it does not have.
    @Test(arguments: [
        (0 as UInt8, "close_notify"), (40, "handshake_failure"), (42, "bad_certificate"), (48, "unknown_ca"),
        (70, "protocol_version"), (71, "insufficient_security"), (112, "unrecognized_name"),
        (120, "no_application_protocol"), (1, "alert 1"), (255, "alert 255"),
    ])
    func namesAlerts(number: UInt8, name: String) {
        #expect(AlertDescription.name(of: number) == name)
    }
}
