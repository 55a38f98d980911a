import Foundation
import Testing

/// The QR code of the set-up page that `serve` shows in a terminal, read by zbarimg.
@Suite struct SetupCodeJourneyTests {
    private static let script = Repository.root.appending(path: "Tests/Scripts/clients/show_setup_code.py").path

    private static func shown(columns: Int, terminal: String, _ options: String...) throws -> [Substring: Substring] {
        let program = try Program(
            "/usr/bin/python3",
            [script, Repository.program, "\(columns)", terminal, "--examine", "needed"] + options)
        try #require(program.end() == 0, "\(program.output)\(program.errors)")
        let lines = program.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
    }

    /// On dark and on light terminals, and where the glyphs alone are drawn on a dark one.
    @Test(
        .enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped),
        arguments: ["0.0.0.0:0", "192.0.2.7:0", "[2001:db8::7]:0"])
    func aCameraReadsTheTerminal(address: String) throws {
        // An address of this machine that is not loopback is needed.
        let machine = try Program(
            "/usr/bin/unshare",
            [
                "--net", "/bin/sh", "-c",
                """
                ip link set lo up && ip address add 192.0.2.7/32 dev lo && ip address add 2001:db8::7/128 dev lo nodad &&
                exec /usr/bin/python3 "$@"
                """, "sh", Self.script, Repository.program, "80", "xterm-256color", "--examine", "needed", "--listen",
                address,
                "--allow-client", "192.0.2.0/24",
            ])
        try #require(machine.end() == 0, "\(machine.output)\(machine.errors)")
        let lines = machine.output.split(separator: "\n").map(String.init)
        let place = try #require(lines.last?.split(separator: " ").dropFirst().joined(separator: ":"))
        let host = address.hasPrefix("[") ? "[2001:db8::7]" : "192.0.2.7"
        let port = try #require(place.split(separator: ":").last)
        for kind in ["dark", "light", "plain"] {
            #expect(lines.contains("\(kind) http://\(host):\(port)/"), "\(lines)")
        }
    }

    /// Nothing is shown where it would be broken: in a narrow terminal, in one that knows no colours.
    @Test(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped), arguments: [(30, "xterm"), (80, "dumb")])
    func aCodeThatCannotBeReadIsNotShown(columns: Int, terminal: String) throws {
        let lines = try Self.shown(
            columns: columns, terminal: terminal, "--listen", "0.0.0.0:0", "--allow-client", "192.0.2.0/24")
        #expect(lines["dark"] == "nothing")
    }
}
